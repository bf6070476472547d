// The virtual prop: shows what the pins and the screen say, and says what the hands do. It knows no rules.

import { Hands } from "./hands.js";
import { Line } from "./line.js";
import { Glass } from "./oled.js";
import { Voice } from "./sound.js";
import { Table } from "./table.js";
import { Tray } from "./tray.js";

const LIGHTS = ["nature", "fire", "water", "storm", "moon", "sun", "heart"];
const COLOURS = [[120, 226, 110], [255, 112, 48], [72, 176, 255], [190, 140, 255], [206, 222, 255], [255, 200, 60], [255, 70, 80]];
const STILL_MS = 700; // a light that keeps so long is told to those who do not see it
const LINKS = { live: "Connected", lost: "No connection", ended: "Stopped" };

const find = (selector) => document.querySelector(selector);
const canvas = find("#oled");
const glass = new Glass(canvas);
const voice = new Voice();
const plug = find("#plug"); // not there on a prop without a screen
const lamps = LIGHTS.map((name) => document.querySelectorAll(`[data-light="${name}"]`));

const line = new Line({
  onNews(news, state) {
    if (news.page && news.page !== document.body.dataset.edition) location.reload(); // another prop is here now
    if (news.lights) showLights(news.lights);
    if (news.held) showHeld(news.held);
    if ("picture" in news || "contrast" in news) glass.show(state.picture, state.contrast);
    if ("plugged" in news) showPlugged(news.plugged);
    if (news.words || "plugged" in news) showWords(state.plugged || !plug ? state.words : ["The screen is unplugged"]);
    if ("buzzer_hz" in news) find(".buzzer").classList.toggle("sounding", news.buzzer_hz > 0);
    if (news.tones) voice.play(news.tones);
    table?.show(news, state);
    if (news.tray) tray?.show(news.tray);
  },
  onLink(link) {
    document.body.dataset.link = link;
    find("#link").textContent = LINKS[link];
    const notice = find(".lost");
    notice.hidden = link === "live";
    if (link === "live") return;
    notice.replaceChildren(find(`#${link}`).content.cloneNode(true));
    hands.releaseAll();
    voice.hush();
  },
});
const table = find("#table") && new Table(line); // a self-test has no game
const tray = find("#tray") && new Tray(line); // and no dice
const hands = new Hands(document, (button, down, at_ms) => line.send({ do: "press", button, down, at_ms }));

// An eye sees half the light as three quarters as bright: the square root undoes what the drivers square.
function showLights(levels) {
  const shine = [0, 0, 0];
  levels.forEach((level, index) => {
    const seen = Math.sqrt(level);
    for (const lamp of lamps[index]) {
      lamp.style.setProperty("--seen", seen.toFixed(3));
      lamp.dataset.level = level;
    }
    if (LIGHTS[index] !== "heart") tell(LIGHTS[index], seen);
    COLOURS[index].forEach((part, channel) => (shine[channel] += (part * seen) / 3));
  });
  const heart = find(".heart");
  heart.style.setProperty("--shine", `rgb(${shine.map((part) => Math.min(255, Math.round(part))).join(" ")})`);
}

// A rune says by itself whether it is lit, when somebody comes to it; blinking would only chatter.
const settling = new Map();

function tell(name, seen) {
  const node = hands.buttons.get(name);
  const words = seen >= 0.5 ? "bright" : seen > 0.05 ? "dim" : "dark";
  const now = settling.get(name);
  if (!node || now?.words === words) return;
  clearTimeout(now?.timer);
  const wait = now ? STILL_MS : 0;
  settling.set(name, { words, timer: setTimeout(() => node.setAttribute("aria-description", words), wait) });
}

// A line of the screen as a sentence: one mark at its end.
const closed = (line) => (/[.!?…:]$/.test(line) ? line : `${line}.`);

function showHeld(held) {
  for (const [name, node] of hands.buttons) node.setAttribute("aria-pressed", String(held.includes(name)));
}

function showPlugged(plugged) {
  document.body.classList.toggle("unplugged", !plugged);
  plug?.setAttribute("aria-pressed", String(plugged));
}

// The clock would talk all the time: a reader hears everything but it, and may look at the picture's name.
function showWords(words) {
  canvas.setAttribute("aria-label", words.map(closed).join(" ") || "The screen is dark");
  const news = words.filter((text) => !/^\d+:\d\d(\.\d)?( left)?$/.test(text)).map(closed).join(" ");
  const spoken = find("#words");
  if (spoken.textContent !== news) spoken.textContent = news;
}

const sound = find("#sound");
sound.setAttribute("aria-pressed", String(!voice.muted));
sound.addEventListener("click", () => {
  voice.mute(!voice.muted);
  sound.setAttribute("aria-pressed", String(!voice.muted));
});
plug?.addEventListener("click", () => {
  line.send({ do: "plug", plugged: plug.getAttribute("aria-pressed") !== "true" });
});
