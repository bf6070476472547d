// Small helpers for building pages; text only ever goes in as text.

/** Make an element with text, attributes and children; null children are left out. */
export function node(name, text = "", attributes = {}, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter(Boolean));
  return made;
}

/** Put a text in place, only if it is another one: what did not change is not read out again. */
export function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Seconds as m:ss. */
export function clock(seconds) {
  const whole = Math.ceil(seconds - 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
