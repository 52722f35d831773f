// Elements, made in one line each.

/** An element with attributes, listeners (`onclick`) and children. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return element;
}

/** An element of a drawing. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

let next = 0;

/** A name that no other element has. */
export const fresh = (name) => `${name}-${(next += 1)}`;

/** A control with its label above it. */
export function field(label, control) {
  control.id ||= fresh("field");
  return h("div", { class: "field" }, h("label", { for: control.id }, h("span", {}, label)), control);
}

/** A list to choose from: pairs of a value and its words. */
export function choice(options, onchange, value) {
  const items = options.map(([value, words]) => h("option", { value }, words));
  const select = h("select", { onchange: () => onchange(select.value) }, items);
  if (value !== undefined) select.value = value;
  return select;
}

/** Buttons of which one is pressed. */
export function chips(label, options, onpick, value) {
  const group = h("div", { class: "chips", role: "group", "aria-label": label });
  const press = (value) => {
    for (const button of group.children) {
      button.setAttribute("aria-pressed", String(button.dataset.value === String(value)));
    }
  };
  for (const [value, words] of options) {
    const onclick = () => {
      press(value);
      onpick(value);
    };
    group.append(h("button", { type: "button", "data-value": String(value), onclick }, words));
  }
  press(value);
  group.press = press;
  return group;
}

/** Digits in groups of three. */
export const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** Hands a file over to the visitor. */
export function download(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The address of a drawing. It is shown as an image, in which nothing can be run. */
export function drawing(svg) {
  return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

/** Says something in passing, to eyes and ears. */
export function toast(words) {
  document.querySelector(".toast")?.remove();
  const line = h("div", { class: "toast", role: "status" }, words);
  document.body.append(line);
  setTimeout(() => line.remove(), 3500);
}
