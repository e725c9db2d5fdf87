// Light or dark, told from the page itself: whatever its text colour is, ours follows.

export type Theme = "light" | "dark";

export function themeOf(element: Element): Theme {
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "dark" : "light";
}

/** Mark the element with the theme around it, now and whenever the page changes its own. */
export function followTheme(root: HTMLElement, signal: AbortSignal, changed?: (theme: Theme) => void): void {
  const update = () => {
    const theme = themeOf(root.parentElement ?? document.body);
    if (root.dataset["cnTheme"] === theme) return;
    root.dataset["cnTheme"] = theme;
    changed?.(theme);
  };
  const observer = new MutationObserver(update);
  for (const element of [document.documentElement, document.body]) {
    observer.observe(element, { attributes: true });
  }
  // JupyterLab loads a theme's style sheet after it has marked the body.
  const heads = new MutationObserver(update);
  heads.observe(document.head, { childList: true });
  const preference = matchMedia("(prefers-color-scheme: dark)");
  preference.addEventListener("change", update, { signal });
  document.addEventListener("load", update, { signal, capture: true });
  signal.addEventListener("abort", () => [observer, heads].forEach((each) => each.disconnect()), { once: true });
  update();
}
