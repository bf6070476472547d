// The game at the table, beside the prop: its map, where it has one, and games to begin. What is done here is wished
// of the prop as its operator; the answer is shown where it was wished.

import { oneByOne } from "/map/gesture.js";

const TITLES = { heart: "Corrupted Heart", ruin: "The Ruin", cult: "Cult of the Rune" };

export class Table {
  #map = null;
  #board = null;
  #seq = 0; // how much was done in the game, as far as it is shown here

  constructor(line) {
    this.line = line;
    this.node = document.querySelector("#table");
    this.games = document.querySelector("#games");
    for (const node of document.querySelectorAll("[data-wish]")) {
      oneByOne(node);
      node.addEventListener("click", () => this.#wish({ [node.dataset.wish]: true, ...(node.dataset.wish === "undo" && { seq: this.#seq }) }, node));
    }
    for (const node of document.querySelectorAll("[data-new]")) {
      const { new: game, board } = node.dataset;
      oneByOne(node);
      node.addEventListener("click", () => this.#wish({ new: board ? { game, board } : { game } }, node));
    }
  }

  show(news, state) {
    this.#seq = state.seq;
    if ("under_way" in news) document.querySelector("#ends").hidden = !news.under_way;
    if ("game" in news) {
      document.documentElement.toggleAttribute("data-game", Boolean(news.game));
      if (news.game) document.documentElement.dataset.game = news.game;
      document.querySelector("#game").textContent = TITLES[news.game] ?? "";
      for (const node of document.querySelectorAll("[data-wish]")) node.disabled = !news.game && node.dataset.wish !== "undo"; // that brings a game back
    }
    if ("board" in news || "play" in news || "seq" in news) this.#show(state);
  }

  async #show({ board, play, seq }) {
    document.documentElement.classList.toggle("at-map", Boolean(play));
    this.node.hidden = !play;
    this.#board = { board, play, seq };
    if (!play) return;
    if (!this.#map) {
      const { HexMap } = await import("/map/hexmap.js");
      this.#map ??= new HexMap(document.querySelector("#map"), { onCommand: (command, seen) => this.line.ask("game", { command, seq: seen }) });
    }
    if (this.#board.play) this.#map.show(this.#board); // what came while it was fetched
  }

  async #wish(wish, node) {
    const note = node.closest("header, aside").querySelector(".refused");
    note.textContent = "";
    const answer = await this.line.ask("game", wish);
    if (answer.result === "refused") note.textContent = answer.why;
    else if (this.games.matches(":popover-open")) this.games.hidePopover();
  }
}
