// Running until something happens: a tick, the end of a timer, an event, something wrong.

import { count, whole } from "./words.js";

const at = (id) => document.getElementById(id);
const SAYS = {
  tick: (tick) => `runs until tick ${whole(tick)}`,
  timer: (id) => `runs until timer ${id} has ended`,
  event: () => "runs until the next event",
  wrong: (late) => `runs until something is wrong, or a timer is ${count(late, "tick")} late`,
};
// What the number is at first.
const FIRST = { tick: 1000, timer: 1, wrong: 32 };

export class Until {
  constructor(send) {
    this.form = at("until-form");
    const { kind, number } = this.form.elements;
    kind.addEventListener("change", () => this.kind());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const goal = kind.value === "event" ? "event" : { [kind.value]: Math.trunc(Number(number.value)) };
      send("until", { goal });
    });
    this.kind();
  }

  // An event has no number.
  kind() {
    const { kind, number } = this.form.elements;
    number.hidden = kind.value === "event";
    number.disabled = kind.value === "event";
    number.value = FIRST[kind.value] ?? "";
  }

  show({ until }) {
    const [kind, number] = typeof until === "string" ? [until] : Object.entries(until ?? {})[0] ?? [];
    at("until-text").textContent = kind ? SAYS[kind](number) : "";
  }
}
