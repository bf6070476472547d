// What is to be known beside the map: facts, what lies before each player, and the log.

import { button, html, say } from "./nodes.js";

export class Story {
  #told = "";

  constructor() {
    this.facts = html("dl", { class: "hm-facts" });
    this.sheets = html("div", { class: "hm-heroes" });
    this.lines = html("ol", { class: "hm-lines", "aria-live": "polite", "aria-label": "What happened", tabindex: 0 });
    this.save = button("Save the story", () => this.#save(), { hidden: "" });
    this.log = html("section", { class: "hm-log" }, html("h3", {}, "What happened"), this.lines, this.save);
  }

  show({ facts = [], sheets = [], log = [], story = "" }) {
    this.text = story;
    this.save.hidden = !story;
    const told = JSON.stringify([facts, sheets]);
    if (told !== this.#told) {
      this.#told = told;
      this.facts.replaceChildren(...facts.map(fact));
      this.sheets.replaceChildren(...sheets.map(sheet));
    }
    this.#log(log);
  }

  // The whole game as a text, made here: nothing is fetched for it.
  #save() {
    const address = URL.createObjectURL(new Blob([this.text], { type: "text/plain;charset=utf-8" }));
    html("a", { href: address, download: "story.txt" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  // Lines that stay are not touched, so that only new ones are read out.
  #log(log) {
    const wasAtEnd = this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < 40;
    const wanted = new Map(log.map((line) => [String(line.number), line]));
    for (const node of [...this.lines.children]) {
      const line = wanted.get(node.dataset.number);
      if (line && line.text === node.textContent) wanted.delete(node.dataset.number);
      else node.remove();
    }
    for (const line of wanted.values()) {
      this.lines.append(html("li", { "data-number": line.number, class: line.opens ? "hm-opens" : null }, line.text));
    }
    if (wanted.size && wasAtEnd) this.lines.scrollTop = this.lines.scrollHeight;
  }
}

function fact({ label, value }) {
  return html("div", {}, html("dt", {}, label), html("dd", {}, value));
}

function sheet({ title, facts, seat = 0, current, out }) {
  const head = html("h3", { class: `hm-seat-${seat}` }, title);
  if (current || out) head.append(html("small", {}, out ? " out" : " has the turn"));
  say(head.firstChild, title);
  return html("section", { class: current ? "hm-hero hm-current" : "hm-hero" }, head, html("dl", {}, ...facts.map(fact)));
}
