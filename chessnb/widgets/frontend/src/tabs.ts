// Tabs as the ARIA practices have them: arrows move between them, one panel is shown.
import { el, uniqueId } from "./dom";

export interface Tab {
  text: string;
  panel: HTMLElement;
}

export function tabs(label: string, list: Tab[]): HTMLElement {
  const heads = list.map((tab, index) => head(tab, index === 0));
  const bar = el("div", { class: "cn-tab-bar", role: "tablist", "aria-label": label }, ...heads);
  const panels = list.map((tab, index) => panel(tab, heads[index] as HTMLElement, index === 0));
  const choose = (index: number, focus: boolean) => {
    for (const [each, button] of heads.entries()) {
      const chosen = each === index;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      (panels[each] as HTMLElement).hidden = !chosen;
    }
    if (focus) heads[index]?.focus();
  };
  for (const [index, button] of heads.entries()) {
    button.addEventListener("click", () => choose(index, false));
    button.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      choose((index + step + heads.length) % heads.length, true);
    });
  }
  return el("div", { class: "cn-tabs" }, bar, ...panels);
}

function head(tab: Tab, chosen: boolean): HTMLButtonElement {
  return el(
    "button",
    {
      type: "button",
      role: "tab",
      id: uniqueId("tab"),
      "aria-selected": String(chosen),
      tabindex: chosen ? "0" : "-1",
    },
    tab.text,
  );
}

function panel(tab: Tab, button: HTMLElement, chosen: boolean): HTMLElement {
  const id = uniqueId("panel");
  button.setAttribute("aria-controls", id);
  return el(
    "div",
    { class: "cn-tab-panel", role: "tabpanel", id, "aria-labelledby": button.id, hidden: !chosen },
    tab.panel,
  );
}
