// A list of games that can be sorted and filtered; a click picks one.
import type { ColumnDefinition, Options, RowComponent } from "tabulator-tables";
import { el, replace } from "./dom";
import { whenVisible } from "./grid";
import { listen, type Model } from "./model";
import { unpack, type Packed } from "./pack";

/** Of each field that can be shown: its title, and its least width in pixels. */
const COLUMNS: Record<string, [string, number]> = {
  white: ["White", 130],
  white_rating: ["Rating", 88],
  black: ["Black", 130],
  black_rating: ["Rating", 88],
  color: ["Side", 80],
  opponent: ["Opponent", 130],
  opponent_rating: ["Rating", 88],
  result: ["Result", 88],
  accuracy: ["Accuracy", 108],
  moves: ["Moves", 88],
  opening: ["Opening", 140],
  date: ["Date", 104],
  event: ["Event", 130],
};

const NUMBERS = new Set(["moves", "accuracy", "white_rating", "black_rating", "opponent_rating"]);
const WIDE = new Set(["opening", "event", "white", "black", "opponent"]);

/** The games found; a click opens one. */
export function gameList(model: Model, signal: AbortSignal): HTMLElement {
  const root = el("div", { class: "cn-picker-games" });
  let scope = new AbortController();
  signal.addEventListener("abort", () => scope.abort(), { once: true });
  const update = async () => {
    const entries = (await unpack<Record<string, unknown>[]>(model.get("_games") as Packed)) ?? [];
    if (signal.aborted) return;
    scope.abort();
    scope = new AbortController();
    replace(root);
    root.hidden = entries.length === 0;
    if (root.hidden) return;
    root.style.height = `${Math.min(82 + entries.length * 33, 420)}px`;
    whenVisible(root, scope.signal, () => listOptions(entries), (table) => {
      table.on("rowClick", (_event: Event, row: RowComponent) => {
        model.send({ kind: "pick", index: row.getData()["index"] });
      });
    });
  };
  void update();
  listen(model, "change:_games", () => void update(), signal);
  return root;
}

function listOptions(entries: Record<string, unknown>[]): Options {
  const fields = Object.keys(entries[0] ?? {}).filter((field) => field in COLUMNS);
  const used = fields.filter((field) => entries.some((entry) => entry[field] !== null));
  return {
    data: entries,
    columns: used.map(column),
    index: "index",
    layout: "fitColumns",
    height: "100%",
    selectableRows: 1,
  };
}

function column(field: string): ColumnDefinition {
  const [title, minWidth] = COLUMNS[field] as [string, number];
  const number = NUMBERS.has(field);
  return {
    title,
    field,
    headerFilter: "input",
    sorter: number ? "number" : "string",
    hozAlign: number ? "right" : "left",
    widthGrow: WIDE.has(field) ? 3 : 1,
    minWidth,
  };
}
