// One gesture does one thing: the second click of a double click and a key that repeats mean nothing new.

// Stop, before they reach anything in `root`, clicks that go on with a gesture which began at another question, and
// keys that repeat. `seen()` tells which question is shown; without it each gesture is one click.
export function oneByOne(root, seen) {
  let first;
  root.addEventListener("click", (event) => {
    if (event.detail < 2) first = seen?.();
    else if (!seen || first !== seen()) stop(event);
  }, true);
  root.addEventListener("keydown", (event) => {
    if (event.repeat && (event.code === "Enter" || event.code === "NumpadEnter" || event.code === "Space")) stop(event);
  }, true);
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
