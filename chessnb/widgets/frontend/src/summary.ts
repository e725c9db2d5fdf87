// How both played: accuracy, mean loss, strength, and how many moves of each label.
import { el, replace } from "./dom";
import { accuracyText } from "./format";
import { badge } from "./labels";
import { listen, write } from "./model";
import type { PlayerSummary, Side } from "./payload";
import type { Session } from "./session";

const SIDES: Side[] = ["white", "black"];

export class Summary {
  readonly root = el("div", { class: "cn-summary", role: "group", "aria-label": "Summary" });
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    session.follow(["judgement", "game"], () => this.#update());
    listen(session.model, "change:hide_judgement", () => this.#update(), session.signal);
  }

  #update(): void {
    const { players, palette } = this.#session.judgement;
    const hidden = this.#session.model.get("hide_judgement") === true;
    if (hidden || SIDES.every((side) => !players[side])) return replace(this.root);
    const labels = Object.keys(palette);
    const rows = SIDES.map((side) => this.#row(side, players[side], labels));
    const head = el(
      "tr",
      {},
      el("th", { scope: "col" }, el("span", { class: "cn-spoken" }, "Player")),
      el("th", { scope: "col", class: "cn-summary-accuracy", title: "Accuracy, 0 to 100" }, "Acc."),
      ...labels.map((label) => el("th", { scope: "col" }, badge(palette, label))),
    );
    const table = el("table", { class: "cn-summary-table" }, el("thead", {}, head), el("tbody", {}, ...rows));
    replace(this.root, table, this.#details(players));
  }

  #row(side: Side, player: PlayerSummary | undefined, labels: string[]): HTMLElement {
    const name = this.#session.game[side].name;
    return el(
      "tr",
      {},
      el("th", { scope: "row", title: name }, el("span", { class: `cn-dot cn-dot-${side}` }), name),
      el("td", { class: "cn-summary-accuracy" }, accuracyText(player?.accuracy)),
      ...labels.map((label) => el("td", {}, this.#count(side, label, player?.counts[label] ?? 0))),
    );
  }

  /** A count that marks its moves when it is clicked. */
  #count(side: Side, label: string, count: number): HTMLElement {
    if (count === 0) return el("span", { class: "cn-zero" }, "0");
    const text = `Mark the ${count} ${label} of ${side}`;
    const click = () => this.#select(side, label);
    return el(
      "button",
      { type: "button", class: "cn-count", title: text, "aria-label": text, on: { click } },
      String(count),
    );
  }

  #select(side: Side, label: string): void {
    const { judgement, game, model } = this.#session;
    const plies = game.plies
      .filter((ply) => ply.side === side && judgement.rows[ply.ply - 1]?.label === label)
      .map((ply) => ply.ply);
    write(model, "selected", plies);
    if (plies[0] !== undefined) this.#session.go(plies[0]);
  }

  #details(players: Partial<Record<Side, PlayerSummary>>): HTMLElement {
    const facts = SIDES.map((side) => {
      const player = players[side];
      const loss = player?.acpl === undefined ? "" : `${player.acpl.toFixed(0)} cp lost a move`;
      const parts = [loss, player ? strength(player) : ""].filter(Boolean);
      return el(
        "div",
        { class: "cn-summary-facts", title: player?.eloScale ?? "" },
        el("span", { class: `cn-dot cn-dot-${side}` }),
        parts.join(" · ") || "–",
      );
    });
    return el("div", { class: "cn-summary-details" }, ...facts);
  }
}

function strength(player: PlayerSummary): string {
  if (player.elo === undefined) return "";
  const interval =
    player.eloLow === undefined || player.eloHigh === undefined
      ? ""
      : ` (${Math.round(player.eloLow)}–${Math.round(player.eloHigh)})`;
  return `plays like ${Math.round(player.elo)}${interval}`;
}
