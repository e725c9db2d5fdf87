// Analyse, stop and resume; progress; settings; copies and downloads.
import { el, replace, setText } from "./dom";
import { durationText } from "./format";
import { copy, pngOf, save } from "./files";
import { icon, type IconName } from "./icons";
import { menu } from "./menu";
import { listen, write } from "./model";
import type { Choice, Settings, Status } from "./payload";
import type { Session } from "./session";

interface FileMessage {
  kind: string;
  name: string;
  type: string;
  text: string;
}

type Command = "start" | "stop" | "resume";

const ACTIONS: Record<Status["state"], [Command, string, IconName] | undefined> = {
  idle: ["start", "Analyse", "cpu"],
  running: ["stop", "Stop", "stop"],
  stopping: undefined,
  stopped: ["resume", "Resume", "play"],
  failed: ["start", "Try again", "cpu"],
  done: ["start", "Analyse again", "cpu"],
};

export class Controls {
  readonly root: HTMLElement;
  readonly #session: Session;
  readonly #action = el("button", { type: "button", class: "cn-button cn-primary" });
  readonly #progress = el("progress", { class: "cn-progress", max: "1", "aria-label": "Analysis" });
  readonly #text = el("span", { class: "cn-progress-text", role: "status" });
  readonly #settings = el("div", { class: "cn-settings" });
  readonly #downloads = el("div", { class: "cn-menu-list" });
  #listed = "";

  constructor(session: Session) {
    this.#session = session;
    const { model, signal } = session;
    this.#action.addEventListener("click", () => this.#act());
    const settings = menu("settings", "Settings", this.#settings, signal);
    const downloads = menu("download", "Copy and download", this.#downloads, signal);
    this.root = el(
      "div",
      { class: "cn-controls", role: "toolbar", "aria-label": "Analysis" },
      el("div", { class: "cn-progress-box" }, this.#progress, this.#text),
      this.#action,
      settings,
      downloads,
    );
    for (const name of ["status", "choices", "live_engine"]) {
      listen(model, `change:${name}`, () => this.#update(), signal);
    }
    for (const name of ["effort", "multipv", "ruleset", "engine"]) {
      listen(model, `change:${name}`, () => this.#buildSettings(), signal);
    }
    listen(model, "msg:custom", (message: FileMessage) => void receive(message), signal);
    settings.hidden = !model.get("choices");
    this.#buildSettings();
    this.#update();
  }

  get #status(): Status {
    const none: Status = { state: "idle", done: 0, total: 0 };
    return (this.#session.model.get("status") as Status | undefined) ?? none;
  }

  #act(): void {
    const action = ACTIONS[this.#status.state];
    if (action) this.#session.model.send({ kind: action[0] });
  }

  #update(): void {
    const status = this.#status;
    const action = ACTIONS[status.state];
    const kernel = this.#session.model.get("choices") !== undefined;
    const again = status.state === "done";
    this.#action.hidden = !kernel || !action;
    this.#action.classList.toggle("cn-primary", !again);
    if (action) replace(this.#action, icon(action[2]), action[1]);
    const busy = status.state === "running" || status.state === "stopping";
    this.#progress.hidden = !busy && status.state !== "stopped";
    this.#progress.value = status.total > 0 ? status.done / status.total : 0;
    setText(this.#text, progressText(status));
    this.#text.classList.toggle("cn-failed", status.state === "failed");
    this.#text.title = status.message ?? "";
    this.#buildDownloads(kernel);
  }

  #buildSettings(): void {
    const { model } = this.#session;
    const choices = model.get("choices") as Settings | undefined;
    if (!choices) return;
    const lines = [1, 2, 3, 4, 5].map((count): Choice => ({ value: String(count), text: String(count) }));
    replace(
      this.#settings,
      this.#select("Effort", "effort", choices.efforts),
      this.#select("Lines", "multipv", lines, Number),
      this.#select("Engine", "engine", choices.engines),
      this.#select("Ruleset", "ruleset", choices.rulesets),
      el("p", { class: "cn-muted" }, "A ruleset scores again at once; the others count from the next start."),
    );
  }

  #select(
    text: string,
    trait: string,
    choices: Choice[],
    read: (value: string) => unknown = String,
  ): HTMLElement {
    const { model } = this.#session;
    const current = String(model.get(trait) ?? "");
    const options = choices.map((choice) =>
      el("option", { value: choice.value, selected: choice.value === current }, choice.text),
    );
    if (!choices.some((choice) => choice.value === current)) {
      options.unshift(el("option", { value: current, selected: true }, current));
    }
    const select = el("select", { name: trait }, ...options);
    select.addEventListener("change", () => write(model, trait, read(select.value)));
    return el("label", {}, el("span", {}, text), select);
  }

  #buildDownloads(kernel: boolean): void {
    const items: [string, IconName, () => void][] = [
      ["Copy FEN", "copy", () => void copy(this.#session.node.fen)],
      ["Copy PGN", "copy", () => void copy(this.#session.game.pgn)],
    ];
    const ask = (what: string) => () => this.#session.model.send({ kind: "download", what });
    const files: [string, string][] = [
      ["Table (CSV)", "csv"],
      ["Annotated PGN", "pgn"],
      ["Page (HTML)", "html"],
      ["Card (SVG)", "svg"],
      ["Card (PNG)", "png"],
    ];
    if (kernel) for (const [text, what] of files) items.push([text, "download", ask(what)]);
    else items.push(["PGN file", "download", () => save("game.pgn", "application/x-chess-pgn", this.#session.game.pgn)]);
    const key = String(items.length);
    if (key === this.#listed) return;
    this.#listed = key;
    replace(
      this.#downloads,
      ...items.map(([text, name, click]) =>
        el("button", { type: "button", "data-closes": true, on: { click } }, icon(name), text),
      ),
    );
  }
}

function progressText(status: Status): string {
  const count = `${status.done} of ${status.total}`;
  switch (status.state) {
    case "running": {
      const left = status.seconds;
      return left === null || left === undefined ? count : `${count} · ${durationText(left)} left`;
    }
    case "stopping":
      return "Stopping…";
    case "stopped":
      return `Stopped at ${count}`;
    case "failed":
      return status.message ?? "The analysis failed";
    default:
      return "";
  }
}

async function receive(message: FileMessage): Promise<void> {
  if (message.kind !== "file") return;
  const picture = message.name.endsWith(".png");
  save(message.name, message.type, picture ? await pngOf(message.text) : message.text);
}
