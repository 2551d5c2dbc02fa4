// Running until something happens: a tick, the end of a timer, an interrupt, an access, an error, a full FIFO,
// something wrong.

import { count, whole } from "./words.js";

const at = (id) => document.getElementById(id);
const SAYS = {
  tick: (tick) => `tick ${whole(tick)}`,
  timer: (id) => `timer ${id} has ended`,
  event: () => "the next event",
  error: () => "ERROR is set",
  full_fifo: () => "the event FIFO is full",
  wrong: (late) => `something is wrong, or a timer is ${count(late, "tick")} late`,
};
// What the number is at first; what is not here has none.
const FIRST = { tick: 1000, timer: 1, wrong: 32 };

export class Until {
  constructor(send, bus) {
    this.bus = bus;
    this.form = at("until-form");
    const { kind, number } = this.form.elements;
    kind.addEventListener("change", () => {
      number.value = FIRST[kind.value] ?? "";
      this.kind();
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const goal = kind.value === "access" ? { access: this.access() }
        : kind.value in FIRST ? { [kind.value]: Math.trunc(Number(number.value)) } : kind.value;
      send("until", { goal });
    });
    this.kind();
  }

  // The registers of the chip with their fields.
  build(registers) {
    const list = this.form.elements.register;
    const chosen = list.value;
    list.replaceChildren(...registers.map(({ name, offset, fields }) => {
      const group = document.createElement("optgroup");
      group.label = name;
      group.append(new Option(name, `${offset} 0 32`), ...fields.length < 2 ? [] : fields.map((it) =>
        new Option(`${name}.${it.name.toLowerCase()}`, `${offset} ${it.low} ${it.width}`)));
      return group;
    }));
    list.value = chosen;
    if (!list.value) list.value = [...list.options].find((it) => it.text === "ARM")?.value;
    this.kind();
  }

  // A register's bits and the way; of any value where none is given.
  access() {
    const { register, way, value } = this.form.elements;
    const [offset, low, width] = register.value.split(" ").map(Number);
    const mask = value.value === "" ? 0 : (2 ** width - 1) * 2 ** low;
    return {
      offset,
      mask,
      value: mask === 0 ? 0 : ((Number(value.value) & (2 ** width - 1)) << low) >>> 0,
      write: way.value === "" ? null : way.value === "write",
    };
  }

  kind() {
    const { kind, number, value } = this.form.elements;
    number.hidden = number.disabled = !(kind.value in FIRST);
    at("until-access").hidden = value.disabled = kind.value !== "access";
  }

  show({ until, reached }) {
    const [kind, goal] = typeof until === "string" ? [until] : Object.entries(until ?? {})[0] ?? [];
    const says = { ...SAYS, access: ({ offset, write, mask, value }) => `${this.bus.name(offset)} is ` +
      `${write === null ? "accessed" : write ? "written" : "read"}${mask ? ` (0x${value.toString(16)})` : ""}` };
    const met = reached && `stopped: ${reached.transfer ? this.bus.say(reached.transfer) : "the event FIFO is full"} ` +
      `at clock ${whole(reached.clock)}`;
    at("until-text").textContent = kind ? `runs until ${says[kind](goal)}` : met ?? "";
  }
}
