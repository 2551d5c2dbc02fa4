// One slot, chosen in a wheel or by its number: its timers are seen, started and stopped.

import { colour } from "./timers.js";
import { count, whole } from "./words.js";

const at = (id) => document.getElementById(id);

export class Slot {
  constructor(send, drum) {
    this.send = send;
    this.form = at("slot-form");
    this.buttons = new Map();
    this.form.addEventListener("submit", (event) => event.preventDefault());
    for (const name of ["wheel", "slot"]) {
      this.form.elements[name].addEventListener("input", () => this.form.checkValidity() && this.look());
    }
    drum.canvas.addEventListener("click", (event) => {
      const found = drum.slotAt(event);
      if (!found) return;
      this.form.elements.wheel.value = found.wheel;
      this.form.elements.slot.value = found.slot;
      this.look();
    });
    drum.canvas.addEventListener("pointermove", (event) => {
      drum.canvas.style.cursor = drum.slotAt(event) ? "pointer" : "";
    });
    at("slot-start").addEventListener("click", () => this.send("start_in", this.place()));
  }

  place() {
    const number = (name) => Math.trunc(Number(this.form.elements[name].value));
    return { wheel: number("wheel"), slot: number("slot") };
  }

  look() {
    this.send("look", this.place());
  }

  // Another machine has begun.
  build({ config: { wheels } }) {
    this.wheels = wheels;
    this.form.elements.wheel.max = wheels.length - 1;
    at("slot-wheel").hidden = wheels.length === 1;
    if (wheels.length === 1) this.form.elements.wheel.value = 0;
  }

  show({ chosen, now, epoch, wheels }) {
    const inputs = this.form.elements;
    inputs.slot.max = (this.wheels[inputs.wheel.value] ?? this.wheels[0]) - 1;
    at("slot-start").disabled = !chosen;
    // Somebody else may have chosen it.
    for (const name of chosen ? ["wheel", "slot"] : []) {
      if (document.activeElement !== inputs[name]) inputs[name].value = chosen[name];
    }
    at("slot-text").textContent = !chosen ? "" : [
      chosen.busy ? "busy" : "not busy",
      chosen.ahead < 0 ? `overdue by ${count(-chosen.ahead, "tick")}` : `comes in ${count(chosen.ahead, "tick")}`,
      chosen.count === 0 ? "no timer" : count(chosen.count, "timer"),
    ].join(", ");
    const timers = chosen?.timers ?? [];
    for (const [id, button] of this.buttons) {
      if (timers.some(([other]) => other === id)) continue;
      button.remove();
      this.buttons.delete(id);
    }
    for (const [id, due] of timers) {
      const left = due - now - epoch;
      const laps = wheels.length === 1 ? Math.max(0, Math.floor((left - 1) / wheels[0].slots)) : 0;
      this.button(id).textContent = `stop #${id}${laps > 0 ? `, ${count(laps, "lap")}` : ""}`;
      this.button(id).title = `timer ${id}, due at tick ${whole(due)}`;
    }
    const more = (chosen?.count ?? 0) - timers.length;
    at("slot-more").textContent = more > 0 ? `and ${whole(more)} more` : "";
  }

  // The button that stops a timer; the same one as long as the timer runs, so that it keeps the focus.
  button(id) {
    let button = this.buttons.get(id);
    if (button) return button;
    button = document.createElement("button");
    button.type = "button";
    button.className = `pill c${colour(id)}`;
    button.addEventListener("click", () => this.send("stop", { id }));
    at("slot-more").before(button);
    this.buttons.set(id, button);
    return button;
  }
}
