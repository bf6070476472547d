// The line to the prop: server-sent events that come back by themselves, and know when they hear nothing.

const SILENCE_MS = 2500; // the prop gives a beat each second

/** Follow the prop: `onLook(changed, all)` at each change, `onLink("live" | "lost")` when that changes. */
export function follow(address, { onLook, onLink }) {
  let all = {};
  let heardMs = 0;
  let link = "";
  let source = null;

  const tell = (now) => {
    if (now === link) return;
    link = now;
    onLink(now);
  };
  const heard = () => {
    heardMs = performance.now();
    tell("live");
  };
  const open = () => {
    source?.close();
    all = {};
    source = new EventSource(address);
    source.addEventListener("look", (event) => {
      const changed = JSON.parse(event.data);
      all = { ...all, ...changed };
      heard();
      onLook(changed, all);
    });
    source.addEventListener("beat", heard);
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(reopen, 2000);
    });
  };
  // A closed line is one that was refused: signed out, or the prop is just starting.
  const reopen = async () => {
    try {
      const answer = await fetch("/api/v1/status", { signal: AbortSignal.timeout(3000) });
      if (answer.status === 401 && address.startsWith("/api/")) return location.assign("/sign-in");
    } catch { /* no answer: tried again below */ }
    open();
  };
  setInterval(() => {
    if (performance.now() - heardMs > SILENCE_MS) tell("lost");
  }, 250);
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("pagehide", () => source?.close());
  open();
}
