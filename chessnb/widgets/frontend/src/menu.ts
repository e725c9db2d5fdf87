// A button that opens a small panel; a click elsewhere or Escape closes it.
import { el, uniqueId } from "./dom";
import { icon, type IconName } from "./icons";

export function menu(
  name: IconName,
  text: string,
  content: HTMLElement,
  signal: AbortSignal,
): HTMLElement {
  const id = uniqueId("menu");
  const panel = el("div", { class: "cn-menu-panel", id, hidden: true }, content);
  const button = el(
    "button",
    {
      type: "button",
      class: "cn-icon-button",
      title: text,
      "aria-label": text,
      "aria-expanded": "false",
      "aria-controls": id,
    },
    icon(name),
  );
  const root = el("div", { class: "cn-menu" }, button, panel);
  const open = (shown: boolean) => {
    panel.hidden = !shown;
    button.setAttribute("aria-expanded", String(shown));
    if (shown) place(panel, root);
  };
  button.addEventListener("click", () => open(panel.hidden !== false));
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || panel.hidden) return;
    event.stopPropagation();
    open(false);
    button.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.composedPath().includes(root)) open(false);
  }, { signal });
  panel.addEventListener("click", (event) => {
    if ((event.target as Element).closest("[data-closes]")) open(false);
  });
  return root;
}

/** Open to the side where there is room in the view. */
function place(panel: HTMLElement, root: HTMLElement): void {
  panel.classList.remove("cn-menu-left");
  const view = root.closest(".cn-root")?.getBoundingClientRect();
  if (view && panel.getBoundingClientRect().left < view.left) panel.classList.add("cn-menu-left");
}
