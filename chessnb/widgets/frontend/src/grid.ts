// Tabulator, with the modules that the tables here need; it draws only once it has a width.
import {
  EditModule,
  FilterModule,
  FormatModule,
  InteractionModule,
  ResizeColumnsModule,
  ResizeTableModule,
  SelectRowModule,
  SortModule,
  Tabulator,
  type Options,
} from "tabulator-tables";

Tabulator.registerModule([
  EditModule,
  FilterModule,
  FormatModule,
  InteractionModule,
  ResizeColumnsModule,
  ResizeTableModule,
  SelectRowModule,
  SortModule,
]);

export { Tabulator };

/** Build the grid as soon as its element can be seen, and take it down with the signal. */
export function whenVisible(
  root: HTMLElement,
  signal: AbortSignal,
  options: () => Options,
  ready: (table: Tabulator) => void,
): void {
  const observer = new ResizeObserver(() => {
    if (root.clientWidth === 0) return;
    observer.disconnect();
    const host = document.createElement("div");
    root.append(host);
    const table = new Tabulator(host, options());
    table.on("tableBuilt", () => {
      if (!signal.aborted) ready(table);
    });
    signal.addEventListener("abort", () => table.destroy(), { once: true });
  });
  observer.observe(root);
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}
