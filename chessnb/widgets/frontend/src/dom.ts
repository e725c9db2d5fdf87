// Elements without HTML strings: text from games only ever becomes a text node.

export type Child = Node | string | null | undefined | false;

export interface Props {
  class?: string;
  title?: string;
  on?: Record<string, (event: never) => void>;
  [attribute: string]: unknown;
}

/** Create an element with attributes, listeners (`on`) and children; null and false are left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") listenAll(element, value as Record<string, EventListener>);
    else setAttribute(element, name, value);
  }
  append(element, children);
  return element;
}

export function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
  }
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** Set an attribute; true gives an empty one, false, null and undefined remove it. */
export function setAttribute(element: Element, name: string, value: unknown): void {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

export function setText(node: Node, text: string): void {
  // Writing an equal text still costs a layout.
  if (node.textContent !== text) node.textContent = text;
}

function listenAll(element: Element, listeners: Record<string, EventListener>): void {
  for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener);
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(
  tag: string,
  attributes: Record<string, string | number>,
  ...children: (SVGElement | string)[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  append(element, children);
  return element;
}

let counter = 0;

/** An id that no other element of the page has. */
export function uniqueId(prefix: string): string {
  counter += 1;
  return `chessnb-${prefix}-${counter}`;
}
