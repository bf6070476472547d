// A command that is built up field by field: by its buttons, or by clicks on the map. It knows no game: what can be
// entered stands in the fields of a choice (surface/maps_shape.py), and the game is the judge of what is sent.

import { DIRECTIONS, distance, key, neighbour, same, way } from "./hexes.js";
import { button, html } from "./nodes.js";

const BUTTONS = 12; // numbers up to here have a button each

export class Form {
  #entry = null; // the entry of a list that is being built: { form, values }

  constructor(choice, map, { onChange, onSend, onCancel }) {
    Object.assign(this, { choice, map, onChange, onSend, onCancel });
    this.values = {};
    this.node = html("form", { class: "hm-form", "aria-label": choice.label });
    this.node.addEventListener("submit", (event) => event.preventDefault());
    this.render();
  }

  // A form with one value needs no button to send it.
  get #isShort() {
    return this.choice.fields.length === 1 && ["number", "pick"].includes(this.choice.fields[0].kind);
  }

  get body() {
    return { ...this.choice.body, ...wrapped(this.choice.fields, this.values) };
  }

  // Whether something was entered that somebody would miss.
  get isBegun() {
    return Boolean(this.#entry) || Object.values(this.values).some((value) => value?.length ?? value !== undefined);
  }

  get isWhole() {
    return !this.#entry && this.choice.fields.every((field) => this.#isFilled(field, this.values));
  }

  // What the map shows of it: places to click, pieces that would be elsewhere, a way that is drawn.
  get places() {
    const found = this.#asking();
    if (!found) return [];
    if (found.field.kind === "path") return this.#beside(found).map((at) => ({ at }));
    return this.#options(found).flatMap(({ option, at }) => (at ? [{ at, label: option.label }] : []));
  }

  get moved() {
    return this.#moved();
  }

  get path() {
    const field = this.choice.fields.find(({ kind }) => kind === "path");
    return field ? [field.start, ...(this.values[field.name] ?? [])] : [];
  }

  // A click on a space; returns whether it meant something.
  click(at) {
    const found = this.#asking();
    if (!found) return false;
    if (found.field.kind === "path") {
      const path = found.values[found.field.name] ?? [];
      const steps = way(this.map.spaces, path.at(-1) ?? found.field.start, at);
      if (!steps?.length) return false;
      this.#set(found, [...path, ...steps]);
      return true;
    }
    const here = this.#options(found).find((one) => one.at && same(one.at, at));
    if (here) this.#pick(found, here.option);
    return Boolean(here);
  }

  render() {
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const parts = this.#shown().map((field) => this.#part(field, this.values, field.name));
    if (this.#entry) parts.push(this.#entryPart());
    const ends = html("p", { class: "hm-ends" });
    if (!this.#isShort) {
      const send = button(this.choice.send || this.choice.label, () => this.onSend(this.body), { class: "hm-button hm-main", "data-key": "send" });
      send.disabled = !this.isWhole;
      ends.append(send);
    }
    if (this.onCancel) ends.append(button("Cancel", this.onCancel, { "data-key": "cancel" }));
    this.node.replaceChildren(...parts, ...(ends.childElementCount ? [ends] : []));
    if (focused) (this.node.querySelector(`[data-key="${CSS.escape(focused)}"]:not(:disabled)`) ?? this.#next())?.focus();
  }

  // What is to be done next: send what is whole, or enter what is missing.
  #next() {
    const open = !this.#entry && this.#shown().find((field) => !this.#isFilled(field, this.values));
    const where = this.isWhole ? "[data-key=send]" : this.#entry ? ".hm-entry fieldset:last-of-type button" : open && `[data-key^="${CSS.escape(open.name)} "]:not(:disabled)`;
    return (where && this.node.querySelector(where)) || this.first();
  }

  first() {
    return this.node.querySelector("button:not(:disabled)");
  }

  // Fields come one after another: a number that bounds a list is asked before the list.
  #shown() {
    const open = this.choice.fields.findIndex((field) => !this.#isFilled(field, this.values) && field.kind === "number");
    return open < 0 ? this.choice.fields : this.choice.fields.slice(0, open + 1);
  }

  // The field that a click on the map goes to: of the entry that is being built, or the last that takes clicks.
  #asking() {
    const [fields, values] = this.#entry ? [this.#entry.form.fields, this.#entry.values] : [this.#shown(), this.values];
    const clicked = fields.filter((field) => field.kind === "path" || this.#options({ field, values }).some(({ at }) => at));
    const field = clicked.find((one) => !this.#isFilled(one, values)) ?? (this.#entry ? undefined : clicked.at(-1));
    return field && { field, values };
  }

  #part(field, values, name) {
    const legend = html("legend", {}, field.label);
    const set = html("fieldset", { class: `hm-field hm-field-${field.kind}` }, legend);
    set.append(...this[`${field.kind}Part`]({ field, values, name })); // each kind of field has a method of its name
    return set;
  }

  numberPart({ field, values, name }) {
    const now = values[field.name];
    const [least, most] = [field.least ?? 0, field.most ?? 0];
    const set = (value) => this.#set({ field, values }, Math.max(least, Math.min(most, value)));
    if (most - least < BUTTONS) {
      const all = Array.from({ length: most - least + 1 }, (_, step) => least + step);
      return [row(all.map((value) => button(value, () => set(value), { "data-key": `${name} ${value}`, "aria-pressed": String(value === now) })))];
    }
    const step = (by) => button(by > 0 ? `+${by}` : `−${-by}`, () => set((now ?? least) + by), { "data-key": `${name} ${by}` });
    const value = html("output", { class: "hm-value" }, String(now ?? least));
    const enter = button("That many", () => this.onSend({ ...this.body, [field.name]: now ?? least }), { class: "hm-button hm-main", "data-key": `${name} enter` });
    return [row([step(-10), step(-1), value, step(1), step(10), ...(this.#isShort ? [enter] : [])])];
  }

  pickPart({ field, values, name }) {
    const options = this.#options({ field, values });
    if (!options.length) return [html("p", { class: "hm-none" }, field.once ? "None is left that it would help with." : "None is near enough.")];
    return [row(options.map(({ option }, index) =>
      button(option.label, () => this.#pick({ field, values }, option), {
        "data-key": `${name} ${index}`,
        "aria-pressed": String(values[field.name] !== undefined && alike(values[field.name], option.value)),
      })))];
  }

  picksPart({ field, values, name }) {
    const now = values[field.name] ?? [];
    const [least, most] = this.#bounds(field, values);
    const count = html("p", { class: "hm-count" }, least === most ? `${now.length} of ${most}` : `${now.length} chosen, ${least} to ${most}`);
    const options = row(this.#options({ field, values }).map(({ option }, index) => {
      const isIn = now.some((value) => alike(value, option.value));
      const node = button(option.label, () => this.#pick({ field, values }, option), {
        "data-key": `${name} ${index}`,
        ...(field.again ? {} : { "aria-pressed": String(isIn) }),
      });
      node.disabled = now.length >= most && (field.again || !isIn);
      return node;
    }));
    if (!field.again) return [count, options];
    const entered = html("p", { class: "hm-entered" }, now.length ? now.join(", ") : "—");
    return [count, options, row([entered, this.#back({ field, values }, name)])];
  }

  pathPart({ field, values, name }) {
    const now = values[field.name] ?? [];
    const names = now.map((at) => this.map.nameOf(at)).join(", ");
    return [row([html("p", { class: "hm-entered" }, names || "No space yet"), this.#back({ field, values }, name)])];
  }

  entriesPart({ field, values, name }) {
    const now = values[field.name] ?? [];
    const most = this.#bounds(field, values)[1];
    const list = html("ol", { class: "hm-uses" }, ...now.map((entry) => html("li", {}, told(field, entry))));
    const add = field.forms.map((form, index) => {
      const node = button(form.label, () => this.#begin(form), { "data-key": `${name} ${index}`, "aria-expanded": String(this.#entry?.form === form) });
      node.disabled = now.length >= most;
      return node;
    });
    return [html("p", { class: "hm-count" }, `${now.length} of up to ${most}`), list, row(add), row([this.#back({ field, values }, name)])];
  }

  #back({ field, values }, name) {
    const now = values[field.name] ?? [];
    const node = button("Take back", () => this.#set({ field, values }, now.slice(0, -1)), { "data-key": `${name} back` });
    node.disabled = !now.length;
    return node;
  }

  #entryPart() {
    const { form, values } = this.#entry;
    const open = form.fields.findIndex((field) => !this.#isFilled(field, values));
    const set = html("div", { class: "hm-entry" }, html("p", { class: "hm-count" }, form.label));
    for (const field of form.fields.slice(0, open + 1)) set.append(this.#part(field, values, `entry ${field.name}`));
    set.append(row([button("Not this", () => this.#begin(null), { "data-key": "entry cancel" })]));
    return set;
  }

  #begin(form) {
    this.#entry = form && { form, values: {} };
    this.#changed();
  }

  #pick({ field, values }, option) {
    if (field.kind === "pick") {
      this.#set({ field, values }, option.value);
      return;
    }
    const now = values[field.name] ?? [];
    const most = this.#bounds(field, values)[1];
    const isIn = !field.again && now.some((value) => alike(value, option.value));
    if (isIn) this.#set({ field, values }, now.filter((value) => !alike(value, option.value)));
    else if (now.length < most) this.#set({ field, values }, [...now, option.value]);
  }

  #set({ field, values }, value) {
    values[field.name] = value;
    for (const other of this.choice.fields) {
      if (other.limit === field.name && values[other.name]) values[other.name] = values[other.name].slice(0, value);
    }
    if (this.#entry && this.#entry.form.fields.every((one) => this.#isFilled(one, this.#entry.values))) {
      const list = this.choice.fields.find((one) => one.kind === "entries");
      this.values[list.name] = [...(this.values[list.name] ?? []), this.#entry.values];
      this.#entry = null;
    }
    if (this.#isShort && (field.kind === "pick" || (field.most ?? 0) - (field.least ?? 0) < BUTTONS)) this.onSend(this.body);
    else this.#changed();
  }

  #changed() {
    this.render();
    this.onChange();
  }

  #bounds(field, values) {
    const most = field.limit ? Math.min(field.most, values[field.limit] ?? field.most) : (field.most ?? 0);
    return [field.fill ? most : (field.least ?? 0), most];
  }

  #isFilled(field, values) {
    const value = values[field.name];
    if (field.kind === "number" || field.kind === "pick") return value !== undefined;
    if (field.kind === "path") return value?.length > 0;
    const [least, most] = this.#bounds(field, values);
    const count = value?.length ?? 0;
    return field.limit && values[field.limit] === undefined ? false : count >= least && count <= most;
  }

  // The options that can be picked now, each with the space that means it.
  #options({ field, values }) {
    if (!field.options) return [];
    const at = (id) => this.#positions().get(id);
    const from = field.around && this.#pieceOf(field.around, values);
    const list = field.once && this.choice.fields.find(({ kind }) => kind === "entries");
    const picked = ((list && this.values[list.name]) ?? []).map((entry) => entry[field.name]);
    return field.options
      .filter((option) => !picked.some((value) => alike(value, option.value)))
      .filter((option) => {
        if (!field.near) return true;
        const steps = distance(at(option.piece), at(field.near.piece));
        return steps >= field.near.least && steps <= field.near.most;
      })
      .map((option) => {
        if (option.at) return { option, at: option.at };
        if (option.piece) return { option, at: at(option.piece) };
        if (from && DIRECTIONS.includes(option.value)) return { option, at: neighbour(at(from), option.value) };
        return { option, at: null };
      });
  }

  #pieceOf(name, values) {
    const fields = this.#entry?.form.fields ?? this.choice.fields;
    const field = fields.find((one) => one.name === name);
    return field.options.find((option) => alike(option.value, values[name]))?.piece;
  }

  #beside({ field, values }) {
    const here = (values[field.name] ?? []).at(-1) ?? field.start;
    return DIRECTIONS.map((direction) => neighbour(here, direction)).filter((at) => this.map.spaces.has(key(at)));
  }

  #positions() {
    const found = new Map(this.map.pieces.map((piece) => [piece.id, piece.at]));
    for (const [id, at] of this.#moved()) found.set(id, at);
    return found;
  }

  // Where the entries so far put their pieces: onto a space of the board that holds none of the same kind.
  #moved() {
    const moved = new Map();
    const field = this.choice.fields.find(({ kind }) => kind === "entries");
    for (const entry of (field && this.values[field.name]) ?? []) {
      const form = formOf(field, entry);
      if (!form?.shifts) continue;
      const [name, to] = form.shifts;
      const id = form.fields.find((one) => one.name === name).options.find((option) => alike(option.value, entry[name])).piece;
      const mover = this.map.pieces.find((piece) => piece.id === id);
      const at = neighbour(moved.get(id) ?? mover.at, entry[to]);
      const isTaken = this.map.pieces.some((piece) => piece.kind === mover.kind && same(moved.get(piece.id) ?? piece.at, at));
      if (this.map.spaces.has(key(at)) && !isTaken) moved.set(id, at);
    }
    return moved;
  }
}

const row = (nodes) => html("div", { class: "hm-row" }, ...nodes);
const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const formOf = (field, entry) => field.forms.find((form) => form.fields.every(({ name }) => name in entry));

function told(field, entry) {
  const form = formOf(field, entry);
  const picked = form.fields.map((one) => one.options.find((option) => alike(option.value, entry[one.name]))?.label);
  return `${form.label}: ${picked.join(", ")}`;
}

function wrapped(fields, values) {
  return Object.fromEntries(
    fields.map((field) => {
      const value = values[field.name] ?? (["picks", "entries", "path"].includes(field.kind) ? [] : undefined);
      return [field.name, field.nested ? [value] : value];
    }),
  );
}
