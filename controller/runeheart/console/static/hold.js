// Buttons that must not be pressed by mistake: held for a second, or confirmed where nothing can be held.

const HOLD_MS = 1000;

/** Call `act` after a hold; a click without one (keyboard, switch, screen reader) asks in the dialog first. */
export function onHold(button, act, { dialog, onEnd = () => {} }) {
  let timer = 0;
  let held = false;
  button.classList.add("hold");

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = false;
    button.setPointerCapture(event.pointerId);
    button.classList.add("holding");
    timer = setTimeout(() => {
      held = true;
      button.classList.remove("holding");
      act();
    }, HOLD_MS);
  });
  const release = () => {
    clearTimeout(timer);
    button.classList.remove("holding");
    if (held) onEnd();
  };
  button.addEventListener("pointerup", release);
  button.addEventListener("pointercancel", release);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", async (event) => {
    if (event.detail > 0) return; // a pointer: it holds
    if (await isSure(dialog, `${button.textContent.trim()}?`)) {
      await act();
      setTimeout(onEnd, 4000);
    }
  });
}

function isSure(dialog, question) {
  dialog.querySelector("p").textContent = question;
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclick = (event) => event.target.value && dialog.close(event.target.value);
    dialog.onclose = () => {
      resolve(dialog.returnValue === "yes");
      dialog.returnValue = "";
    };
  });
}
