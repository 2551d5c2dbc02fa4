// Numbers in words.

export const whole = (number) => number.toLocaleString("en", { maximumFractionDigits: 0 });
export const part = (number) => number.toLocaleString("en", { maximumFractionDigits: 2 });

// A number of things: 1 slot, 2 slots.
export const count = (number, thing) => `${whole(number)} ${thing}${number === 1 ? "" : "s"}`;

// A text of the program's, in which code stands between backticks: as parts of the page, and without them.
export const prose = (text) => text.split("\x60").map((part, index) =>
  index % 2 === 0 ? part : Object.assign(document.createElement("code"), { textContent: part }));
export const plain = (text) => text.replaceAll("\x60", "");
