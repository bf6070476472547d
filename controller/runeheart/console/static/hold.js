// Buttons that must not be pressed by mistake: held for a second, or confirmed where nothing can be held.

const HOLD_MS = 1000;
const SHORT_MS = 4000; // how long something is shown that a keyboard asked for

/** Call `act` after a hold, and `onEnd` when it is over; a click without one (keyboard, switch, screen reader) asks. */
export function onHold(button, act, { dialog, onEnd = () => {}, onShort = () => {} }) {
  let timer = 0;
  let state = ""; // "", "down" or "held"
  button.classList.add("hold");

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || button.disabled) return;
    state = "down";
    button.setPointerCapture(event.pointerId);
    button.classList.add("holding");
    timer = setTimeout(() => {
      state = "held";
      button.classList.remove("holding");
      act();
    }, HOLD_MS);
  });
  const release = () => {
    clearTimeout(timer);
    button.classList.remove("holding");
    if (state === "held") onEnd();
    else if (state === "down") onShort();
    state = "";
  };
  button.addEventListener("pointerup", release);
  button.addEventListener("pointercancel", release);
  button.addEventListener("lostpointercapture", release);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", async (event) => {
    if (event.detail > 0) return; // a pointer: it holds
    if (await isSure(dialog, `${button.textContent.trim()}?`)) {
      await act();
      setTimeout(onEnd, SHORT_MS);
    }
  });
}

/** Ask in the dialog; resolves to whether the answer was yes. */
export function isSure(dialog, question, yes = "Yes, do it") {
  dialog.querySelector("p").textContent = question;
  dialog.querySelector("[value=yes]").textContent = yes;
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclick = (event) => event.target.value && dialog.close(event.target.value);
    dialog.onclose = () => {
      resolve(dialog.returnValue === "yes");
      dialog.returnValue = "";
    };
  });
}
