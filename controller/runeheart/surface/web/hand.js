// The hand: everything that can be done now, as buttons in groups; one of them may be open as a form.

import { button, html } from "./nodes.js";

export class Hand {
  constructor({ onChoice }) {
    this.onChoice = onChoice;
    this.node = html("section", { class: "hm-hand", "aria-label": "What can be done" });
  }

  show(choices) {
    const had = this.node.contains(document.activeElement);
    const focused = had ? document.activeElement.dataset.choice : undefined;
    const groups = new Map();
    for (const choice of choices) groups.set(choice.group ?? "", [...(groups.get(choice.group ?? "") ?? []), choice]);
    this.node.replaceChildren(...[...groups].map(([name, members]) => this.#group(name, members)));
    if (!had) return; // else what had the focus may be gone: the first thing that can be done next has it
    const again = focused && [...this.node.querySelectorAll("button")].find((node) => node.dataset.choice === focused);
    (again ?? this.node.querySelector("button"))?.focus({ preventScroll: true });
  }

  #group(name, choices) {
    const buttons = choices.map((choice) => {
      const node = button(choice.label, () => this.onChoice(choice, node), {
        class: choice.main ? "hm-button hm-main" : "hm-button",
        "data-choice": `${name}: ${choice.label}`,
        "aria-label": name ? `${name}: ${choice.label}` : null,
      });
      return node;
    });
    const row = html("div", { class: "hm-row" }, ...buttons);
    if (!name) return row;
    return html("div", { class: "hm-group", role: "group", "aria-label": name }, html("p", { class: "hm-legend", "aria-hidden": "true" }, name), row);
  }

  // Show a form: in place of everything else, or above it if it was open from the beginning.
  open(form, choice) {
    const had = this.node.contains(document.activeElement);
    this.node.querySelector(".hm-opened")?.remove();
    const name = `${choice.group ?? ""}: ${choice.label}`;
    const title = html("p", { class: "hm-legend" }, choice.group ? `${choice.group}: ${choice.label}` : choice.label);
    this.node.prepend(html("div", { class: "hm-opened" }, title, form));
    for (const node of this.node.querySelectorAll("[data-choice]")) node.hidden = node.dataset.choice === name;
    for (const group of this.node.querySelectorAll(":scope > :not(.hm-opened)")) {
      group.hidden = !choice.open || !group.querySelector("[data-choice]:not([hidden])");
    }
    if (had) form.querySelector("button:not(:disabled)")?.focus();
  }

  busy(is) {
    this.node.classList.toggle("hm-busy", is);
    this.node.setAttribute("aria-busy", String(is));
  }

  // Say why something was refused, right below what was clicked.
  refuse(beside, why) {
    this.node.querySelector(".hm-why")?.remove();
    const note = html("p", { class: "hm-why", role: "alert" }, why);
    const row = beside?.isConnected ? (beside.closest(".hm-row, .hm-opened") ?? beside) : null;
    if (row) row.after(note);
    else this.node.prepend(note);
    note.scrollIntoView({ block: "nearest" });
  }
}
