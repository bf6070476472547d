// Small hands for making nodes: HTML and SVG, with attributes, classes and children. No markup in strings.

const SVG = "http://www.w3.org/2000/svg";

export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

export function button(label, onClick, attributes = {}) {
  const node = html("button", { type: "button", class: "hm-button", ...attributes }, label);
  node.addEventListener("click", onClick);
  return node;
}

// Write an attribute only where it changes: what did not change is not told again by a screen reader.
export function put(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) put(node, name, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}
