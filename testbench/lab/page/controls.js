// Everything that steers: clock, speed, timers, generator, host, capture, chip; and the keys for them.

import { capture, wave } from "./link.js";
import { count, part, plain, prose, whole } from "./words.js";

const at = (id) => document.getElementById(id);
const number = (form, name) => Math.trunc(Number(form.elements[name].value));
// The right end of the slider.
const FLAT_OUT = 7.5;

// Clocks a second for a place of the slider; 0 is flat out.
const clocks = (place) => Number(place) >= FLAT_OUT ? 0 : Math.round(10 ** Number(place));

function inShort(rate) {
  for (const [unit, name] of [[1e6, "MHz"], [1e3, "kHz"]]) {
    if (rate >= unit) return `${(rate / unit).toLocaleString("en", { maximumSignificantDigits: 3 })} ${name}`;
  }
  return `${whole(rate)} Hz`;
}

// What a narrow window leaves out.
function wide(text) {
  const made = document.createElement("span");
  made.className = "wide";
  made.textContent = text;
  return made;
}

const seconds = (number) => number < 100 ? `${whole(number)} s` : number < 6000 ? `${whole(number / 60)} minutes`
  : number < 172_800 ? `${whole(number / 3600)} hours` : `${whole(number / 86_400)} days`;
const micro = (number) => number < 1000 ? `${number} µs` : number < 1e6 ? `${number / 1000} ms` : `${number / 1e6} s`;

// How far a replay is and how long it still takes; or what it would be.
function replayed({ replay, offer, capture, clock, speed, measured, running }) {
  if (replay) {
    const [done, all, end] = replay;
    const rate = measured || speed;
    const wait = running ? "" : "when it runs ";
    const left = end > clock && rate > 0 ? `, ${wait}${seconds((end - clock) / rate)} to go` : "";
    return `${whole(done)} of ${count(all, "operation")}${left}`;
  }
  if (!offer) return capture === null ? "" : count(capture, "timer");
  const idle = offer.left_out > 0 ? ` (${part(offer.left_out)} s without anything are left out)` : "";
  return `${count(capture, "timer")} in ${part(offer.lasts)} s${idle}; on chip ${offer.model}, ` +
    `${count(offer.slots, "slot")}, ticks of ${micro(offer.tick)}, it takes ${seconds(offer.takes)}`;
}

export class Controls {
  constructor(send, tell) {
    this.send = send;
    this.tell = tell;
    this.running = false;
    this.asleep = false;
    this.clock();
    this.timers();
    this.capture();
    this.chip();
    this.keys();
  }

  clock() {
    at("run").addEventListener("click", () => this.send(this.running ? "pause" : "run"));
    for (const button of document.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.send("step", { unit: button.dataset.step }));
    }
    for (const button of document.querySelectorAll("[data-back]")) {
      button.addEventListener("click", () => this.send("back", { seconds: Number(button.dataset.back) }));
    }
    at("speed").addEventListener("input", () => this.send("speed", { clocks: clocks(at("speed").value) }));
  }

  timers() {
    const submit = (id, act) => at(id).addEventListener("submit", (event) => {
      event.preventDefault();
      act(event.target, event.submitter);
    });
    submit("start-form", (form) => {
      this.send("start", { interval: number(form, "interval"), stall: number(form, "stall") });
    });
    submit("timer-form", (form, button) => {
      const id = number(form, "id");
      const start = at("start-form");
      if (button?.name === "restart" && !start.reportValidity()) return;
      if (button?.name === "restart") this.send("restart", { id, interval: number(start, "interval") });
      else this.send("stop", { id });
    });
    submit("generator-form", (form) => this.send("generate", {
      number: number(form, "number"),
      every: number(form, "every"),
      mean: number(form, "mean"),
      stops: number(form, "stops"),
      distribution: form.elements.distribution.value,
      renew: form.elements.renew.checked,
    }));
    at("generator-end").addEventListener("click", () => this.send("end_generate"));
    at("stop-all").addEventListener("click", () => this.send("stop_all"));
    at("sleep").addEventListener("click", () => this.send(this.asleep ? "wake" : "sleep"));
    at("replay").addEventListener("click", () => this.send(at("replay-here").checked ? "capture" : "replay"));
    at("wave-clocks").addEventListener("input", () => {
      this.wave();
    });
    // A link has no form that would check it.
    at("wave").addEventListener("click", (event) => {
      if (!at("wave-clocks").reportValidity()) event.preventDefault();
    });
  }

  wave() {
    at("wave").href = wave(Math.trunc(Number(at("wave-clocks").value)) || 1);
  }

  capture() {
    at("captures").addEventListener("change", () => {
      const name = at("captures").value;
      at("capture-file").value = "";
      if (name) this.load(name);
    });
    at("capture-file").addEventListener("change", () => {
      const [file] = at("capture-file").files;
      at("captures").value = "";
      if (file) this.load(file.name, file);
    });
  }

  async load(name, file) {
    this.reads(`reading ${name}`);
    try {
      const wrong = await capture(name, file);
      this.tell(wrong && `${name}: ${wrong}`);
    } catch {
      this.tell(`${name} could not be sent`);
    }
    this.reads(null);
  }

  // What is read now. No frame comes while nothing changes, so the text does not wait for one.
  reads(loading) {
    this.loading = loading;
    this.showReplay();
  }

  showReplay() {
    at("replay-text").textContent = this.loading ?? (this.frame ? replayed(this.frame) : "");
  }

  chip() {
    const wheels = at("chip-form").elements.wheels;
    wheels.addEventListener("input", () => {
      const sizes = wheels.value.split(",").map(Number);
      const fit = sizes.every((slots) => slots >= 2 && slots <= 2 ** 20);
      wheels.setCustomValidity(fit || wheels.validity.patternMismatch ? "" : "A wheel has 2 to 1048576 slots.");
    });
    at("chip-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const form = event.target;
      this.send("configure", {
        config: {
          model: form.elements.model.value,
          scheme: form.elements.scheme.value,
          wheels: form.elements.wheels.value.split(",").map((slots) => Math.trunc(Number(slots))),
          prescale: number(form, "prescale"),
          timers: number(form, "timers"),
          hold: form.elements.hold.checked,
          beside: form.elements.beside.checked,
        },
      });
    });
  }

  // A button that is disabled does nothing.
  click(which) {
    document.querySelector(which).click();
  }

  // What the chip cannot do is disabled, and the reason stands there; of a board, above all else.
  limit(cannot, board) {
    at("board").hidden = !board;
    at("board").replaceChildren(...(board ? Object.values(cannot) : []).map((reason) => {
      const line = document.createElement("p");
      line.append(...prose(reason));
      return line;
    }));
    for (const part of document.querySelectorAll("[data-needs]")) {
      const reason = cannot[part.dataset.needs];
      part.classList.toggle("off", Boolean(reason));
      part.title = plain(reason ?? "");
      for (const it of part.querySelectorAll("button, input")) it.disabled = Boolean(reason);
    }
    at("wave").toggleAttribute("inert", "wave" in cannot);
    at("chip-form").elements.beside.disabled = board;
  }

  keys() {
    const press = {
      r: () => at("run").click(),
      c: () => this.click('[data-step="clock"]'),
      t: () => this.click('[data-step="tick"]'),
      e: () => this.click('[data-step="event"]'),
      b: () => this.click('[data-back="1"]'),
      z: () => at("sleep").click(),
      n: () => at("scene-next").click(),
      p: () => at("scene-previous").click(),
      l: () => at("lecture").click(),
    };
    // The question that waits: what has been written is the answer, or there is none.
    const answer = () => {
      const form = at("question");
      if (form.elements.guess.value && form.checkValidity()) form.requestSubmit();
      else at("question-skip").click();
    };
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      // As the devices of lecturers send them, also where a question's field has the focus.
      const isTurn = ["PageDown", "PageUp"].includes(event.key);
      if (isTurn && document.documentElement.classList.contains("lecture")) {
        event.preventDefault();
        return event.key === "PageUp" ? press.p() : at("question").hidden ? press.n() : answer();
      }
      // A slider and a box to tick take no letters.
      const writing = event.target.closest('input:not([type="range"], [type="checkbox"]), select, textarea');
      if (writing) return;
      if (/^[1-9]$/.test(event.key)) at("scene-list").children[event.key - 1]?.click();
      press[event.key.toLowerCase()]?.();
    });
  }

  build({ models, left_out, config, captures, cannot, board }) {
    this.limit(cannot, board);
    this.wave();
    at("captures").length = 1;
    at("captures").append(...captures.map((name) => new Option(name, name)));
    const form = at("chip-form");
    form.elements.model.replaceChildren(...models.map((model) => {
      const sizes = [model.wheels > 1 && `${model.wheels} wheels`, count(model.slots, "slot"), `FIFO ${model.fifo}`];
      const features = [...sizes, model.hold && "HOLD", model.alarm && "alarm"];
      return new Option(`${model.name}: ${features.filter(Boolean).join(", ")}`, model.name);
    }));
    for (const name of ["model", "scheme", "prescale", "timers"]) form.elements[name].value = config[name];
    form.elements.wheels.value = config.wheels.join(", ");
    form.elements.hold.checked = config.hold;
    form.elements.beside.checked = config.beside;
    at("left-out").textContent = left_out.length === 0 || board ? "" :
      `Left out of this build (CARILLON_MODELS): ${left_out.join(", ")}.`;
  }

  show(frame) {
    this.running = frame.running;
    this.asleep = frame.asleep;
    at("run").textContent = frame.running ? "Pause" : "Run";
    if (at("sleep").dataset.asleep !== String(frame.asleep)) {
      at("sleep").dataset.asleep = frame.asleep;
      const [before, word, after] = frame.asleep ? ["", "Wake", " the host"] : ["Put the host to ", "sleep", ""];
      at("sleep").replaceChildren(wide(before), word, wide(after));
    }
    if (document.activeElement !== at("speed")) {
      const place = Math.log10(Math.max(frame.speed, 10));
      at("speed").value = frame.speed === 0 ? FLAT_OUT : Math.min(place, FLAT_OUT - 0.25);
    }
    const speed = frame.speed === 0 ? "flat out" : `${inShort(frame.speed)} clock`;
    at("speed-text").textContent = at("speed").disabled ? "of the board" : speed;
    at("speed").setAttribute("aria-valuetext", at("speed-text").textContent);
    const measured = frame.measured > 0 ? `, ${inShort(frame.measured)}` : "";
    at("measured").textContent = `clock ${whole(frame.clock)}${measured}`;
    const [plan, left] = frame.generator ?? [null, 0];
    const refused = frame.counters.refused > 0 ? `; ${whole(frame.counters.refused)} refused, see what happened` : "";
    at("generator-text").textContent = !plan ? "" :
      (left > 0 ? `${whole(left)} to start` : plan.renew ? "all started; each is followed by another" : "all started") +
      refused;
    at("replay").disabled = frame.capture === null;
    this.frame = frame;
    this.showReplay();
    at("replay-doubts").hidden = !frame.offer?.doubts.length;
    at("replay-doubts").textContent = frame.offer?.doubts.join(" ") ?? "";
  }
}
