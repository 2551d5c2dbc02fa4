// Every register with its fields; each can be opened, read about and written.

import { plain, prose } from "./words.js";

const hex = (word, digits = 8) => `0x${word.toString(16).toUpperCase().padStart(digits, "0")}`;
const mask = (field) => field.width === 32 ? 0xFFFFFFFF : 2 ** field.width - 1;
const value = (word, field) => (word >>> field.low & mask(field)) >>> 0;

// The fields of a word that are not 0; of a slot that there is, also slot 0.
export function inShort({ fields }, word) {
  const isValid = fields.every((field) => field.name !== "VALID" || value(word, field) !== 0);
  return fields
    .filter((field) => fields.length === 1 || value(word, field) !== 0 || (isValid && field.name === "SLOT"))
    .map((field) => field.width === 1 ? field.name.toLowerCase()
      : `${field.name.toLowerCase()} ${value(word, field).toLocaleString("en")}`)
    .join(" · ");
}

function element(name, text = "", classes = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (classes) made.className = classes;
  return made;
}

export class Registers {
  constructor(list, send) {
    this.list = list;
    this.send = send;
    this.rows = [];
  }

  build(registers) {
    const open = new Set(this.rows.filter((row) => row.details.open).map((row) => row.register.name));
    this.rows = registers.map((register) => this.row(register));
    for (const row of this.rows) row.details.open = open.has(row.register.name);
    this.list.replaceChildren(...this.rows.map((row) => row.details));
  }

  row(register) {
    const details = element("details");
    const summary = element("summary");
    const code = element("code", "…");
    const set = element("span", "", "set");
    summary.append(element("span", register.name), code, set);
    summary.title = plain(register.doc.split(". ")[0]);
    const body = element("div", "", "body");
    const told = element("p");
    told.append(...prose(`${hex(register.offset, 3)}, ${register.access}. ${register.doc}`));
    body.append(told);
    const table = element("table");
    const fields = register.fields.map((field) => {
      const line = element("tr");
      const shown = element("td", "…");
      let input = null;
      const cell = element("td");
      if (field.writable) {
        input = element("input");
        input.type = "number";
        input.min = 0;
        input.max = mask(field);
        input.placeholder = "new";
        input.setAttribute("aria-label", `${register.name} ${field.name}, new value`);
        cell.append(input);
      }
      const doc = element("td");
      doc.append(...prose(field.doc));
      line.append(element("td", field.name.toLowerCase()), shown, cell, doc);
      table.append(line);
      return { field, shown, input };
    });
    body.append(table);
    const row = { register, details, code, set, fields, word: null };
    if (register.access !== "RO") {
      const write = element("button", `Write ${register.name}`);
      write.addEventListener("click", () => this.write(row));
      body.append(write);
    }
    details.append(summary, body);
    // Closed ones are brought up to date when they are opened.
    details.addEventListener("toggle", () => this.fill(row));
    return row;
  }

  // Fields without a new value keep theirs, except where writing 1 does something.
  write(row) {
    const { access, offset } = row.register;
    let word = access === "RW" ? row.word ?? 0 : 0;
    if (row.fields.some(({ input }) => input && !input.reportValidity())) return;
    for (const { field, input } of row.fields) {
      if (!input || input.value === "") continue;
      const bits = Math.min(Math.max(Math.trunc(Number(input.value)) || 0, 0), mask(field));
      const clear = ~(mask(field) << field.low);
      word = ((word & clear) | (bits << field.low)) >>> 0;
      input.value = "";
    }
    this.send("write", { offset, value: word >>> 0 });
  }

  show(words) {
    words.forEach((word, index) => {
      const row = this.rows[index];
      if (!row) return;
      row.details.classList.toggle("fresh", row.word !== null && row.word !== word);
      if (row.word === word) return;
      row.word = word;
      row.code.textContent = word === null ? "bus error" : hex(word);
      row.set.textContent = word === null ? "" : inShort(row.register, word);
      this.fill(row);
    });
  }

  fill({ details, fields, word }) {
    if (!details.open || word === null) return;
    for (const { field, shown } of fields) shown.textContent = value(word, field).toLocaleString("en");
  }
}
