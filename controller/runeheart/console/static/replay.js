// A game that was played, step by step: of the Heart what could be seen, of a game on a board its map.

const root = document.querySelector("#replay");
const slider = document.querySelector("#slider");
const rows = [...document.querySelectorAll("#steps li")];
const game = root.dataset.game;
const steps = await told(`/api/v1/games/${game}`).then((answer) => answer?.steps ?? []);
let map = null;
let shown = -1;

async function told(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function clock(leftS) {
  if (leftS === null || leftS === undefined) return "";
  const s = Math.ceil(leftS);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

function fill(list, nodes) {
  list.replaceChildren(...nodes);
}

function item(text, className = "") {
  const node = document.createElement("li");
  node.textContent = text;
  node.className = className;
  return node;
}

function showHeart(heart) {
  document.querySelector("#heart").hidden = !heart;
  if (!heart) return;
  document.querySelector("#left").textContent = clock(heart.left_s);
  fill(document.querySelector("#places"), heart.slots.map((rune) => item(rune ?? "open", rune ? `rune ${rune}` : "open")));
  const most = heart.max_mistakes === null ? "" : ` of ${heart.max_mistakes}`;
  document.querySelector("#mistakes").textContent = `Mistakes: ${heart.mistakes}${most}`;
  fill(document.querySelector("#hand"), heart.hand.map(({ card, text }) => {
    const node = item(text);
    node.value = card;
    return node;
  }));
}

async function showMap(number) {
  const found = await told(`/api/v1/games/${game}/maps/${number + 1}`);
  if (!found || shown !== number) return;
  if (!map) {
    const { HexMap } = await import("/web/hexmap.js");
    map ??= new HexMap(document.querySelector("#map"), { onCommand: async () => ({ result: "refused", why: "this game is over" }) });
  }
  map.show(found);
}

function show(number) {
  const step = steps[number - 1];
  shown = number;
  slider.value = number;
  slider.setAttribute("aria-valuetext", step ? `${number} of ${steps.length}: ${step.what}` : "The beginning");
  document.querySelector("#step").textContent = step
    ? `${number} of ${steps.length} · ${step.what} · ${step.who}${step.undone ? " · undone later" : ""}${(step.lines ?? []).map((line) => ` · ${line}`).join("")}`
    : "The beginning";
  for (const row of rows) row.removeAttribute("aria-current");
  rows[number - 1]?.setAttribute("aria-current", "step"); // an empty value means: not current
  const row = rows[number - 1];
  if (row) row.parentNode.scrollTop = row.offsetTop - row.parentNode.offsetTop - 60;
  showHeart(step?.heart ?? (steps[0]?.heart && { ...steps[0].heart, left_s: null, mistakes: 0, hand: [], slots: steps[0].heart.slots.map(() => null) }));
  if (root.dataset.maps === "yes") showMap(number);
}

function go(where) {
  const to = { first: 0, back: shown - 1, on: shown + 1, last: steps.length }[where];
  show(Math.max(0, Math.min(steps.length, to)));
}

root.hidden = false;
slider.addEventListener("input", () => show(Number(slider.value)));
for (const node of root.querySelectorAll("[data-go]")) node.addEventListener("click", () => go(node.dataset.go));
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea, .log, #map *") || event.ctrlKey || event.altKey || event.metaKey) return;
  const where = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (!where) return;
  event.preventDefault();
  go(where);
});
show(0);
