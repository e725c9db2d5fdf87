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
    // Handles in the rows too would be strips where a click on a row is not taken.
    const given = options();
    const columnDefaults = { resizable: "header", ...given.columnDefaults };
    const table = new Tabulator(host, { ...given, columnDefaults });
    table.on("tableBuilt", () => {
      if (!signal.aborted) ready(table);
    });
    signal.addEventListener("abort", () => table.destroy(), { once: true });
  });
  observer.observe(root);
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}
