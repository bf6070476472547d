// The line to the prop: server-sent events that come back by themselves, and know when they hear nothing.

const SILENCE_MS = 2400; // the prop tells something each second; a second beat may be late by radio
const ANEW_MS = 4000; // a line that hears nothing for so long is opened anew

/** Follow the prop: `onLook(changed, all)` at each change, `onLink("live" | "lost")` when that changes. */
export function follow(address, { onLook, onLink }) {
  let all = {};
  let heardMs = Date.now(); // not performance.now(): that stands still while a phone sleeps
  let openedMs = 0;
  let link = "";
  let source = null;

  const tell = (now) => {
    if (now === link) return;
    link = now;
    onLink(now);
  };
  const heard = () => {
    heardMs = Date.now();
    tell("live");
  };
  const open = () => {
    source?.close();
    openedMs = Date.now();
    const mine = new EventSource(address);
    source = mine;
    let isFirst = true;
    mine.addEventListener("look", (event) => {
      if (mine !== source) return;
      const changed = JSON.parse(event.data);
      all = isFirst ? changed : { ...all, ...changed };
      isFirst = false;
      heard();
      onLook(changed, all);
    });
    mine.addEventListener("beat", () => mine === source && heard());
    mine.addEventListener("error", () => mine.readyState === EventSource.CLOSED && refused());
  };
  // A closed line is one that was refused: signed out, or the prop is just starting. `open` tries again below.
  const refused = async () => {
    if (!address.startsWith("/api/")) return;
    try {
      const answer = await fetch("/api/v1/status", { signal: AbortSignal.timeout(3000) });
      if (answer.status === 401) location.assign("/sign-in");
    } catch { /* nobody there */ }
  };
  const look = () => {
    const now = Date.now();
    if (now - heardMs > SILENCE_MS || now < heardMs) tell("lost");
    if (link !== "live" && now - openedMs > ANEW_MS) open();
  };
  setInterval(look, 250);
  // A page that slept shows what was, until it has heard what is.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - heardMs < SILENCE_MS) return;
    tell("lost");
    open();
  });
  addEventListener("pageshow", (event) => event.persisted && (tell("lost"), open()));
  addEventListener("pagehide", () => source?.close());
  open();
}
