// The moves as a grid to sort and filter: a click sets the ply, the current ply is its selected row.
import type { ColumnDefinition, Options, RowComponent, Tabulator } from "tabulator-tables";
import { el } from "./dom";
import { whenVisible } from "./grid";
import { badge } from "./labels";
import { Later } from "./later";
import { listen } from "./model";
import { unpack, type Packed } from "./pack";
import type { TableData } from "./payload";
import type { Session } from "./session";

/** So long after the last step the table follows. */
const SELECT_MS = 60;

export class MoveTable {
  readonly root = el("div", { class: "cn-table", role: "group", "aria-label": "Table of moves" });
  readonly #session: Session;
  #data: TableData = { columns: [], rows: [] };
  #table: Tabulator | undefined;
  #turn = 0;

  constructor(session: Session) {
    this.#session = session;
    listen(session.model, "change:_table", () => void this.#read(), session.signal);
    // Scrolling a grid costs more than all else that a step does.
    const later = new Later(() => this.#select(), session.signal, SELECT_MS);
    session.on("place", () => later.call());
    session.on("game", () => this.#select());
    session.on("selection", () => this.#mark());
    void this.#read().then(() => this.#build());
  }

  async #read(): Promise<void> {
    const turn = ++this.#turn;
    const data = await unpack<TableData>(this.#session.model.get("_table") as Packed);
    if (!data || turn !== this.#turn || this.#session.signal.aborted) return;
    this.#data = data;
    await this.#table?.replaceData(data.rows);
    this.#select();
  }

  #build(): void {
    if (this.#session.signal.aborted) return;
    whenVisible(this.root, this.#session.signal, () => this.#options(), (table) => {
      this.#table = table;
      table.on("rowClick", (_event: Event, row: RowComponent) => {
        this.#session.go(Number(row.getData()["ply"]));
      });
      this.#select();
    });
  }

  #options(): Options {
    return {
      data: this.#data.rows,
      columns: this.#data.columns.map((column) => this.#column(column)),
      index: "ply",
      layout: "fitDataStretch",
      height: "100%",
      placeholder: "No moves",
      selectableRows: 1,
      rowFormatter: (row) => this.#markRow(row),
      columnDefaults: { headerSortTristate: true },
    };
  }

  #column(column: TableData["columns"][number]): ColumnDefinition {
    const definition: ColumnDefinition = {
      title: column.title,
      field: column.field,
      headerFilter: "input",
      headerFilterPlaceholder: "filter",
    };
    if (column.kind === "number") return { ...definition, ...numberColumn(1) };
    if (column.kind === "share") return { ...definition, ...numberColumn(100) };
    if (column.kind === "label") return { ...definition, ...this.#labelColumn() };
    return definition;
  }

  #labelColumn(): Partial<ColumnDefinition> {
    const { palette } = this.#session.judgement;
    const order = Object.keys(palette);
    return {
      formatter: (cell) => {
        const label = cell.getValue();
        if (typeof label !== "string") return "";
        return el("span", { class: "cn-table-label" }, badge(palette, label), label);
      },
      sorter: (a, b) => order.indexOf(String(a)) - order.indexOf(String(b)),
      headerFilter: "list",
      headerFilterParams: { values: ["", ...order], clearable: true },
      headerFilterFunc: "=",
      minWidth: 120,
    };
  }

  #select(): void {
    const table = this.#table;
    if (!table) return;
    const ply = this.#session.tree.root(this.#session.node).ply;
    const chosen = table.getSelectedRows()[0]?.getData()["ply"];
    if (chosen === ply) return;
    table.deselectRow();
    // Tabulator warns of a row that is not there: the start position has none.
    if (ply === 0 || ply > this.#data.rows.length) return;
    table.selectRow(ply);
    // A row that the filter hides cannot be scrolled to, and needs no complaint.
    table.scrollToRow(ply, "center", false).catch(() => undefined);
  }

  #mark(): void {
    for (const row of this.#table?.getRows() ?? []) this.#markRow(row);
  }

  #markRow(row: RowComponent): void {
    const marked = this.#session.selected.includes(Number(row.getData()["ply"]));
    row.getElement().classList.toggle("cn-marked", marked);
  }
}

/** A column of numbers, shown with at most one decimal, times a factor. */
function numberColumn(factor: number): Partial<ColumnDefinition> {
  const shown = (value: unknown) => (typeof value === "number" ? value * factor : undefined);
  return {
    formatter: (cell) => {
      const value = shown(cell.getValue());
      return value === undefined ? "" : String(Number(value.toFixed(1)));
    },
    sorter: (a, b) => compare(a, b),
    hozAlign: "right",
    headerHozAlign: "right",
    headerFilterPlaceholder: "≥",
    headerFilterFunc: ((least: string, value: unknown) =>
      (shown(value) ?? -Infinity) >= Number(least)) as (wanted: never, value: never) => boolean,
    minWidth: 72,
  };
}

/** Numbers by size, missing ones last. */
function compare(a: unknown, b: unknown): number {
  const [left, right] = [a, b].map((value) => (typeof value === "number" ? value : Infinity));
  return (left as number) === (right as number) ? 0 : (left as number) - (right as number);
}
