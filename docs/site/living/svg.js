// Elements of a drawing, and the names and colours of timers.

const SPACE = "http://www.w3.org/2000/svg";
const HUES = [210, 30, 120, 330, 265, 55, 180, 0, 90, 295, 155, 235];
const LETTERS = 26;
// What a picture takes from the page's style, and what need not be said.
const OF_SHAPES = { stroke: "none", "stroke-width": "1px", "stroke-dasharray": "none", opacity: "1", fill: null };
const OF_TEXT = { fill: null, "font-size": null, "font-weight": "400", "text-anchor": "start" };

export function svg(name, attributes = {}, ...inside) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, typeof value === "number" ? Math.round(value * 100) / 100 : value);
  }
  made.append(...inside);
  return made;
}

export function html(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

export const text = (x, y, words, more = {}) => svg("text", { x, y, ...more }, String(words));

// A, B, ... Z, A1, B1, ...
export function nameOf(number) {
  const letter = String.fromCharCode(65 + number % LETTERS);
  return number < LETTERS ? letter : `${letter}${Math.floor(number / LETTERS)}`;
}

// A timer's own colour; paler with each lap that is left.
export function colourOf(number, laps = 0) {
  const hue = HUES[number % HUES.length];
  if (laps === 0) return `hsl(${hue}, 75%, 72%)`;
  return laps === 1 ? `hsl(${hue}, 60%, 82%)` : `hsl(${hue}, 45%, 90%)`;
}

// The drawings as one picture for a page without scripts, with the style that they have now.
export function pictureOf(drawings) {
  const width = Math.max(...drawings.map((it) => Number(it.getAttribute("width"))));
  const height = drawings.reduce((sum, it) => sum + Number(it.getAttribute("height")), 0);
  const whole = svg("svg", {
    xmlns: SPACE, width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "sans-serif",
  }, svg("rect", { width, height, fill: "#ffffff" }));
  let y = 0;
  for (const drawing of drawings) {
    const copy = drawing.cloneNode(true);
    const originals = [drawing, ...drawing.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((element, at) => {
      const style = getComputedStyle(originals[at]);
      const isShape = element.matches("rect, circle, path, line, polyline");
      const taken = isShape ? OF_SHAPES : element.matches("text") ? OF_TEXT : {};
      for (const [property, usual] of Object.entries(taken)) {
        const value = style.getPropertyValue(property);
        if (value !== usual) element.setAttribute(property, value);
      }
      for (const unused of ["class", "style", "tabindex", "role", "aria-label", "aria-hidden", "data-name"]) {
        element.removeAttribute(unused);
      }
    });
    copy.setAttribute("y", y);
    y += Number(drawing.getAttribute("height"));
    whole.append("\n", copy);
  }
  return `${new XMLSerializer().serializeToString(whole)}\n`;
}
