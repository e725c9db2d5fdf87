// A label's badge: its sign on its colour, so that no colour stands alone.
import { el, svg } from "./dom";
import type { LabelStyle } from "./payload";

export type Palette = Record<string, LabelStyle>;

const FALLBACK: LabelStyle = { fill: "#7a828e", ink: "#ffffff", sign: "·" };

export function styleOf(palette: Palette, label: string): LabelStyle {
  return palette[label] ?? FALLBACK;
}

/** A round badge for running text; the label's name is its accessible name. */
export function badge(palette: Palette, label: string): HTMLElement {
  const style = styleOf(palette, label);
  // Plain text on a round ground: a hundred small SVG pictures would slow every paint of the page.
  const element = el("span", { class: "cn-badge", role: "img", "aria-label": label, title: label }, style.sign);
  element.classList.toggle("cn-badge-wide", style.sign.length > 1);
  element.style.background = style.fill;
  element.style.color = style.ink;
  return element;
}

function sign(style: LabelStyle): SVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" },
    svg("circle", { cx: 10, cy: 10, r: 10, fill: style.fill }),
    svg(
      "text",
      {
        x: 10,
        y: 10,
        fill: style.ink,
        "font-size": style.sign.length > 1 ? 11 : 13,
        "font-weight": 700,
        "text-anchor": "middle",
        "dominant-baseline": "central",
      },
      style.sign,
    ),
  );
}

/** The badge as SVG text for the board, at the top right corner of a square of 100 × 100. */
export function squareBadge(palette: Palette, label: string): string {
  const style = styleOf(palette, label);
  const group = svg(
    "g",
    { transform: "translate(62 -12) scale(2.5)" },
    svg("circle", { cx: 10, cy: 10.8, r: 10, fill: "#000", opacity: 0.3 }),
    sign(style).cloneNode(true) as SVGElement,
  );
  const inner = group.lastElementChild as SVGElement;
  inner.setAttribute("width", "20");
  inner.setAttribute("height", "20");
  inner.setAttribute("overflow", "visible");
  return new XMLSerializer().serializeToString(group);
}
