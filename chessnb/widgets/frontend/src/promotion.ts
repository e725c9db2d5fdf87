// The choice of piece when a pawn reaches the last rank.
import { el } from "./dom";

const ROLES: [string, string][] = [
  ["q", "queen"],
  ["n", "knight"],
  ["r", "rook"],
  ["b", "bishop"],
];

/** Show the picker over the square; gives the piece's letter, or undefined when it is cancelled. */
export function askPromotion(
  frame: HTMLElement,
  square: string,
  color: "white" | "black",
  orientation: "white" | "black",
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const close = (role?: string) => {
      picker.remove();
      resolve(role);
    };
    const buttons = ROLES.map(([letter, name]) =>
      el(
        "button",
        { type: "button", "aria-label": `Promote to ${name}`, on: { click: () => close(letter) } },
        el("piece" as "span", { class: `${name} ${color}` }),
      ),
    );
    const file = square.charCodeAt(0) - "a".charCodeAt(0);
    const column = orientation === "white" ? file : 7 - file;
    const top = (color === "white") === (orientation === "white");
    const list = el("div", { class: "cn-promotion-list", role: "group" }, ...buttons);
    list.style.left = `${column * 12.5}%`;
    list.style.flexDirection = top ? "column" : "column-reverse";
    list.style[top ? "top" : "bottom"] = "0";
    const picker = el(
      "div",
      {
        class: "cn-promotion cg-wrap",
        on: {
          click: () => close(),
          keydown: (event: KeyboardEvent) => {
            event.stopPropagation();
            if (event.key === "Escape") close();
          },
        },
      },
      list,
    );
    frame.append(picker);
    buttons[0]?.focus();
    signal.addEventListener("abort", () => close(), { once: true });
  });
}
