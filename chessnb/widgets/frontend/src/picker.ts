// The way in without code: drop a file, paste a text, or name a player; then pick a game.
import type { ColumnDefinition, Options, RowComponent } from "tabulator-tables";
import { el, replace, setText } from "./dom";
import { whenVisible } from "./grid";
import { icon } from "./icons";
import { listen, type Model } from "./model";
import { unpack, type Packed } from "./pack";

interface PickerStatus {
  busy: boolean;
  text: string;
  failed: boolean;
}

const LARGEST_FILE = 64 * 1024 * 1024;

/** Field, title, least width in pixels. */
const COLUMNS: [string, string, number][] = [
  ["white", "White", 130],
  ["white_rating", "Rating", 88],
  ["black", "Black", 130],
  ["black_rating", "Rating", 88],
  ["result", "Result", 88],
  ["moves", "Moves", 88],
  ["opening", "Opening", 140],
  ["date", "Date", 104],
  ["event", "Event", 130],
];

export function buildPicker(model: Model, root: HTMLElement, signal: AbortSignal): void {
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", "Open a game");
  const entry = el("div", { class: "cn-picker-entry" }, fileZone(model), textForm(model), playerForm(model));
  root.append(entry, statusLine(model, signal), gameList(model, signal));
  acceptDrops(model, root, signal);
}

function fileZone(model: Model): HTMLElement {
  const input = el("input", { type: "file", class: "cn-spoken", accept: ".pgn,.txt,.gz,.zst,.bz2,.zip,.chessnb" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void sendFile(model, file);
    input.value = "";
  });
  return el(
    "label",
    { class: "cn-picker-drop" },
    input,
    icon("upload"),
    el("b", {}, "Drop a file"),
    el("span", { class: "cn-muted" }, "or click to choose one (PGN)"),
  );
}

function acceptDrops(model: Model, root: HTMLElement, signal: AbortSignal): void {
  const stop = (event: DragEvent, over: boolean) => {
    if (!event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain")) return;
    // JupyterLab would take a dropped file for its own file browser.
    event.preventDefault();
    event.stopPropagation();
    root.classList.toggle("cn-picker-over", over);
  };
  root.addEventListener("dragover", (event) => stop(event, true), { signal });
  root.addEventListener("dragleave", (event) => stop(event, false), { signal });
  root.addEventListener("drop", (event) => {
    stop(event, false);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) void sendFile(model, file);
    else if (text) model.send({ kind: "text", text });
  }, { signal });
}

async function sendFile(model: Model, file: File): Promise<void> {
  if (file.size > LARGEST_FILE) {
    model.set("status", {
      busy: false,
      failed: true,
      text: `${file.name} is larger than 64 MB: read it with chessnb.read_games(...) instead`,
    });
    return;
  }
  model.send({ kind: "file", name: file.name }, undefined, [await file.arrayBuffer()]);
}

function textForm(model: Model): HTMLElement {
  const text = el("textarea", {
    class: "cn-picker-text",
    rows: "4",
    spellcheck: "false",
    placeholder: "Paste a PGN, a FEN, a list of moves or a link to a game",
    "aria-label": "Game text or link",
  });
  const open = () => {
    if (text.value.trim() !== "") model.send({ kind: "text", text: text.value });
  };
  const paste = async () => {
    try {
      text.value = await navigator.clipboard.readText();
      open();
    } catch {
      text.placeholder = "The browser keeps its clipboard to itself: press Ctrl+V here";
      text.focus();
    }
  };
  const buttons = el(
    "div",
    { class: "cn-group" },
    el("button", { type: "button", class: "cn-button cn-primary", on: { click: open } }, "Open"),
    el("button", { type: "button", class: "cn-button", on: { click: () => void paste() } }, icon("copy"), "Paste and open"),
  );
  return el("div", { class: "cn-picker-form" }, text, buttons);
}

function playerForm(model: Model): HTMLElement {
  const name = el("input", {
    type: "text",
    placeholder: "User name",
    "aria-label": "User name",
    autocomplete: "off",
    spellcheck: "false",
  });
  const site = el(
    "select",
    { "aria-label": "Site" },
    el("option", { value: "lichess" }, "lichess.org"),
    el("option", { value: "chess.com" }, "chess.com"),
  );
  const form = el(
    "form",
    { class: "cn-picker-player" },
    name,
    site,
    el("button", { type: "submit", class: "cn-button" }, "Latest games"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const player = name.value.trim();
    if (player !== "") model.send({ kind: "player", name: player, site: site.value });
  });
  return form;
}

function statusLine(model: Model, signal: AbortSignal): HTMLElement {
  const line = el("div", { class: "cn-picker-status", role: "status" });
  const update = () => {
    const status = model.get("status") as PickerStatus | undefined;
    setText(line, status?.text ?? "");
    line.classList.toggle("cn-failed", status?.failed === true);
    line.classList.toggle("cn-busy", status?.busy === true);
  };
  update();
  listen(model, "change:status", update, signal);
  return line;
}

/** The games found; a click opens one. */
function gameList(model: Model, signal: AbortSignal): HTMLElement {
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
  const used = COLUMNS.filter(([field]) => entries.some((entry) => entry[field] !== null));
  return {
    data: entries,
    columns: used.map(([field, title, width]) => column(field, title, width)),
    index: "index",
    layout: "fitColumns",
    height: "100%",
    selectableRows: 1,
  };
}

function column(field: string, title: string, minWidth: number): ColumnDefinition {
  const number = field === "moves" || field.endsWith("_rating");
  const wide = field === "opening" || field === "event" || field === "white" || field === "black";
  return {
    title,
    field,
    headerFilter: "input",
    sorter: number ? "number" : "string",
    hozAlign: number ? "right" : "left",
    widthGrow: wide ? 3 : 1,
    minWidth,
  };
}
