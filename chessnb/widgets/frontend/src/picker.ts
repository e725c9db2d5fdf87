// The way in without code: drop a file, paste a text, or name a player; then pick a game.
import { el, setText } from "./dom";
import { gameList } from "./games";
import { icon } from "./icons";
import { listen, type Model } from "./model";

interface PickerStatus {
  busy: boolean;
  text: string;
  failed: boolean;
}

const LARGEST_FILE = 64 * 1024 * 1024;

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
