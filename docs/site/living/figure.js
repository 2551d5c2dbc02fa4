// A figure: a queue, its drawing, what one can do with it, and what the queue has counted.

import { DRAWINGS, LEAST_NAMED } from "./places.js";
import { SHOWN, curves, strip } from "./plot.js";
import { Queue, measure } from "./queue.js";
import { colourOf, html, nameOf, pictureOf, svg, text } from "./svg.js";

// Milliseconds from tick to tick.
const PACE = 420;
// How long a timer that has gone is still seen.
const FADES = 400;
const SEED = 7;
// The height of a plot before it is drawn.
const AWAITED = 290;
// Pixels from which on there is room for something beside a drawing, and what such a drawing takes.
const SIDE_BY_SIDE = 700;
const BESIDE = 400;
// Drawings that need no more.
const NARROW = new Set(["ring", "tree"]);

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const counted = (key, value, said) => html("span", {}, `${said} `, html("b", { "data-count": key }, String(value)));

export class Figure {
  constructor(name, spec, place, described) {
    Object.assign(this, { name, spec });
    this.queue = spec.draw ? new Queue() : null;
    this.settings = Object.fromEntries(Object.entries(spec.settings).map(([key, it]) => [key, it.value]));
    this.elements = new Map();
    this.timer = null;
    this.isSeen = false;
    this.build(place, described);
    this.again();
    new ResizeObserver(() => this.fit()).observe(this.body);
    const observer = new IntersectionObserver(([entry]) => {
      this.isSeen = entry.isIntersecting;
      if (this.isSeen) this.plotCurves();
    }, { rootMargin: "300px" });
    observer.observe(this.body);
  }

  // What is in it.
  build(place, described) {
    const { spec } = this;
    this.described = described;
    this.body = html("figure", { class: "living", id: `figure-${this.name}`, "aria-label": described });
    const drawings = html("div", { class: "drawings" });
    if (spec.draw) {
      this.still = svg("g", { "aria-hidden": "true" });
      this.moving = svg("g");
      this.drawing = svg("svg", { role: "group", "aria-label": "The queue now" }, this.still, this.moving);
      this.drawing.addEventListener("keydown", (event) => this.key(event));
      drawings.append(html("div", { class: "drawing" }, this.drawing));
    }
    if (spec.strip || spec.curves) {
      this.plot = svg("svg", { role: "img", "aria-label": spec.plotted });
      drawings.append(html("div", { class: "plot" }, this.plot));
    }
    this.said = html("p", { class: "said", role: "status" });
    this.counted = html("p", { class: "counts" });
    this.body.append(drawings, this.counted, this.said, this.controls(), html("figcaption", {}, spec.hint));
    if (!spec.draw) this.said.hidden = true;
    place.replaceWith(this.body);
  }

  controls() {
    const bar = html("div", { class: "controls" });
    const button = (words, act, id) => {
      const made = html("button", { type: "button", "data-does": id }, words);
      made.addEventListener("click", act);
      bar.append(made);
      return made;
    };
    if (this.spec.draw) {
      if (!this.spec.load) button("Start a timer", () => this.startOne(), "start");
      button("Tick", () => this.act(() => this.tick()), "tick");
      this.runs = button("Run", () => this.toggle(), "run");
      button("Start over", () => this.again(), "again");
    }
    for (const [key, setting] of Object.entries(this.spec.settings)) bar.append(this.setting(key, setting));
    return bar;
  }

  // A slider, or a choice.
  setting(key, setting) {
    if (setting.choices) {
      const options = Object.entries(setting.choices).map(([value, words]) => html("option", { value }, words));
      const select = html("select", { "data-setting": key }, ...options);
      select.value = setting.value;
      select.addEventListener("change", () => this.set(key, select.value));
      return html("label", {}, `${setting.says} `, select);
    }
    const powers = setting.powers ?? false;
    const [least, most] = powers ? [Math.log2(setting.least), Math.log2(setting.most)] : [setting.least, setting.most];
    const shown = html("output", {}, String(setting.value));
    const input = html("input", {
      type: "range", min: least, max: most, step: 1, value: powers ? Math.log2(setting.value) : setting.value,
      "data-setting": key,
    });
    const tell = () => {
      const value = powers ? 2 ** input.value : Number(input.value);
      shown.textContent = value;
      input.setAttribute("aria-valuetext", String(value));
      return value;
    };
    tell();
    input.addEventListener("input", () => this.set(key, tell()));
    return html("label", {}, `${setting.says} `, input, shown);
  }

  set(key, value) {
    this.settings[key] = value;
    if (!this.spec.settings[key].later) this.again();
    else this.showPlot();
    this.plotCurves();
  }

  // Begins anew: as the text has it, or with n timers.
  again() {
    this.pause();
    const { spec, settings, queue } = this;
    if (!spec.draw) return;
    queue.make(spec.make(settings), SEED);
    Object.assign(this, { started: new Map(), work: [], looked: new Set(), sum: 0, last: 0, lastStart: 0, starts: 0,
      interrupts: 0, free: 0, chosen: undefined });
    if (spec.load) {
      for (let name = 0; name < settings.n; name += 1) {
        // Begun at different times, also where all intervals are the same.
        const part = { spread: "uniform", T: Math.ceil(settings.T / 2) };
        this.start(spec.first ? spec.first(name, settings) : queue.draw(part), name);
      }
    }
    const begin = spec.begin?.(settings) ?? [];
    for (const step of begin) {
      if (step === "tick") this.tick();
      else this.start(Math.min(step, queue.counts().longest));
    }
    if (spec.says) this.say(spec.says);
    this.show();
  }

  // Starts a timer and remembers what that has cost.
  start(interval, name = this.unused()) {
    const before = this.queue.counts();
    const places = this.queue.places();
    if (!this.queue.start(interval, name)) return null;
    const { now, searched } = this.queue.counts();
    this.started.set(name, now);
    this.lastStart = searched - before.searched;
    this.starts += 1;
    this.looked = this.spec.path ? this.spec.path(places, this.queue.places(), name, this.lastStart, this.settings)
      : new Set();
    return name;
  }

  // The interval of a timer that follows another one.
  next() {
    return this.spec.next ? this.spec.next(this.settings) : this.queue.draw(this.settings);
  }

  unused() {
    const used = new Set(this.queue.places().map(({ name }) => name));
    let name = this.free;
    while (used.has(name)) name += 1;
    this.free = (name + 1) % 26;
    return name;
  }

  startOne() {
    const { interval } = this.settings;
    const wanted = this.spec.interval ? this.spec.interval(this) : interval;
    const name = this.start(wanted);
    if (name === null) {
      const { longest } = this.queue.counts();
      this.say(`Refused: the longest interval is ${longest} ticks.`);
    } else {
      const passed = this.spec.path ? ` The start looked at ${plural(this.lastStart, "timer")}.` : "";
      this.say(`${nameOf(name)} started, due at tick ${this.queue.counts().now + wanted}.${passed}`);
    }
    this.show();
  }

  stop(name) {
    this.queue.stop(name);
    this.started.delete(name);
    this.looked = new Set();
    let words = `${nameOf(name)} stopped.`;
    if (this.spec.load) {
      this.start(this.next(), name);
      words = `${nameOf(name)} stopped, and started again.`;
    }
    this.say(words);
    this.show();
  }

  act(what) {
    this.pause();
    what();
    this.show();
  }

  // Time goes on by a tick.
  tick() {
    const { queue, spec } = this;
    const places = queue.places();
    const before = queue.counts();
    const expired = queue.tick();
    const after = queue.counts();
    this.last = this.worked(before, after);
    this.sum += this.last;
    this.work.push(this.last);
    if (this.work.length > SHOWN) this.work.shift();
    if (after.examined > before.examined) this.interrupts += 1;
    this.looked = spec.looked ? spec.looked(places, queue.places(), after.now, this.settings) : new Set();
    const words = expired.length > 0 ? `${expired.map(nameOf).join(", ")} expired` : "nothing is due";
    const moved = after.moved - before.moved;
    const migrated = moved > 0 ? `, ${plural(moved, "timer")} migrated` : "";
    for (const name of expired) {
      this.started.delete(name);
      if (spec.load) {
        const looked = this.looked;
        this.start(this.next(), name);
        this.looked = looked;
      }
    }
    this.say(`Tick ${after.now}: ${words}${migrated}.`);
  }

  worked(before, after) {
    const kind = this.spec.works ?? "examined";
    return after[kind] - before[kind];
  }

  say(words) {
    this.said.textContent = words;
  }

  toggle() {
    if (this.timer !== null) {
      this.pause();
      return;
    }
    this.runs.textContent = "Pause";
    this.said.setAttribute("aria-live", "off");
    this.timer = setInterval(() => {
      if (!this.isSeen) return;
      this.tick();
      this.show();
    }, PACE);
  }

  pause() {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.runs.textContent = "Run";
    this.said.removeAttribute("aria-live");
  }

  // As wide as there is room.
  fit() {
    const width = this.body.clientWidth;
    if (width === this.fitted || width === 0) return;
    this.fitted = width;
    const both = Boolean(this.drawing && this.plot) && width >= SIDE_BY_SIDE;
    const beside = !this.plot && NARROW.has(this.spec.draw) && width >= SIDE_BY_SIDE;
    this.body.classList.toggle("wide", both);
    this.body.classList.toggle("beside", beside);
    this.width = beside ? BESIDE : Math.floor((both ? (width - 44) / 2 : width - 26));
    // Room for curves that are still to be counted.
    if (this.spec.curves) this.size(this.plot, this.width, AWAITED);
    this.show();
    this.plotCurves();
  }

  show() {
    if (!this.width) return;
    if (this.drawing) {
      this.draw();
      this.count();
    }
    this.showPlot();
  }

  draw() {
    const { queue, spec, settings, width } = this;
    const { now } = queue.counts();
    const places = queue.places();
    const state = { places, now, started: this.started };
    const made = DRAWINGS[spec.draw](state, width, { ...spec.drawn?.(settings), ...spec.make(settings) });
    this.size(this.drawing, width, Math.ceil(made.height));
    this.still.replaceChildren(...made.still);
    for (const bar of this.still.querySelectorAll("[data-name]")) {
      bar.style.fill = colourOf(Number(bar.dataset.name));
    }
    const focused = this.moving.contains(document.activeElement) ? Number(document.activeElement.dataset.name) : null;
    for (const place of places) {
      const at = made.at.get(place.name);
      if (at) this.place(place, at, now);
    }
    for (const [name, element] of this.elements) {
      if (!made.at.has(name)) this.leave(name, element);
    }
    // One of them is reached by Tab, the others by the arrows.
    const names = places.map(({ name }) => name);
    this.order = names;
    if (!names.includes(this.chosen)) this.chosen = names[0];
    for (const [name, element] of this.elements) element.tabIndex = name === this.chosen ? 0 : -1;
    if (focused !== null && !names.includes(focused)) this.elements.get(this.chosen)?.focus();
  }

  size(drawing, width, height) {
    drawing.setAttribute("width", width);
    drawing.setAttribute("height", height);
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  // A timer at its place: it goes there from where it was.
  place({ name, due }, at, now) {
    let element = this.elements.get(name);
    if (!element) {
      element = svg("g", { class: "timer", role: "button", "data-name": name });
      element.addEventListener("click", () => this.stop(name));
      element.addEventListener("focus", () => this.choose(name));
      this.elements.set(name, element);
      this.moving.append(element);
    }
    const { x, y, size, laps = 0, below, before, after } = at;
    element.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    const left = laps > 0 ? `, ${plural(laps, "lap")} left` : "";
    element.setAttribute("aria-label", `Timer ${nameOf(name)}, due in ${plural(due - now, "tick")}${left}: stop it`);
    element.classList.toggle("looked", this.looked.has(name));
    const circle = svg("circle", { r: size });
    circle.style.fill = colourOf(name, laps);
    const parts = [svg("title", {}, `${nameOf(name)}: due at ${due}${left}. Click to stop it.`), circle];
    if (size >= LEAST_NAMED) {
      parts.push(text(0, 4, nameOf(name), { class: size > 10 && name < 26 ? "name" : "name small" }));
    }
    if (laps > 0 && size >= LEAST_NAMED) {
      parts.push(svg("circle", { cx: size * 0.9, cy: -size * 0.75, r: size > 10 ? 7 : 6, class: "badge" }));
      parts.push(text(size * 0.9, -size * 0.75 + 3.5, laps, { class: "laps" }));
    }
    if (below !== undefined) parts.push(text(0, size + 13, below, { class: "quiet middle" }));
    if (before !== undefined) parts.push(text(-size - 4, 4, before, { class: "inside end" }));
    if (after !== undefined) parts.push(text(size + 5, 4, after, { class: "quiet" }));
    element.replaceChildren(...parts);
  }

  leave(name, element) {
    this.elements.delete(name);
    if (STILL.matches) {
      element.remove();
      return;
    }
    element.classList.add("gone");
    element.setAttribute("aria-hidden", "true");
    element.tabIndex = -1;
    for (const unused of ["role", "aria-label"]) element.removeAttribute(unused);
    setTimeout(() => element.remove(), FADES);
  }

  choose(name) {
    this.chosen = name;
    for (const [other, element] of this.elements) element.tabIndex = name === other ? 0 : -1;
  }

  key(event) {
    const at = this.order.indexOf(this.chosen);
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    if (event.key in steps && this.order.length > 0) {
      const next = this.order[(at + steps[event.key] + this.order.length) % this.order.length];
      this.choose(next);
      this.elements.get(next).focus();
      event.preventDefault();
    } else if (["Enter", " ", "Delete"].includes(event.key) && at >= 0) {
      this.stop(this.chosen);
      this.elements.get(this.chosen)?.focus();
      event.preventDefault();
    }
  }

  // What the queue has counted.
  count() {
    const counts = this.queue.counts();
    const { words } = this.spec;
    const shown = [["now", counts.now, "now"], ["outstanding", counts.outstanding, "n"]];
    if (this.spec.path) {
      shown.push(["start", this.lastStart, "the last start looked at"], ["searched", counts.searched, "all starts"]);
    }
    if (words) {
      const average = counts.now > 0 ? (this.sum / counts.now).toFixed(2) : "0";
      shown.push(["last", this.last, `this tick ${words}`], ["sum", this.sum, "all ticks"],
        ["average", average, "average a tick"]);
    }
    if (this.spec.interrupts) shown.push(["interrupts", this.interrupts, "interrupts"]);
    this.counted.replaceChildren(...shown.flatMap(([key, value, said]) => [counted(key, value, said), " "]));
  }

  showPlot() {
    if (!this.spec.strip || !this.width) return;
    const { now } = this.queue.counts();
    const made = strip(this.width, {
      work: this.work, average: now > 0 ? this.sum / now : 0, label: this.spec.strip.label,
      wanted: this.spec.strip.wanted?.(this.settings),
    });
    this.size(this.plot, this.width, made.height);
    this.plot.replaceChildren(...made.still);
  }

  // Curves that queues of their own have counted, when they are seen.
  plotCurves(now = false) {
    const { spec, settings, width } = this;
    if (!spec.curves || !width || !(this.isSeen || now)) return;
    const wanted = JSON.stringify([settings, width]);
    if (this.plotted === wanted) return;
    this.plotted = wanted;
    this.curves = spec.curves(settings, measure);
    const made = curves(width, this.curves);
    this.size(this.plot, width, made.height);
    this.plot.replaceChildren(...made.still);
    const values = this.curves.each.filter(({ here }) => here !== undefined)
      .map(({ name, here }) => `${name}: ${here.toFixed(2)}`);
    this.plot.setAttribute("aria-label", `${spec.plotted}. ${values.join("; ")}`);
    if (!spec.draw) {
      this.counted.replaceChildren(...this.curves.each.flatMap(({ name, here }, number) => here === undefined ? []
        : [counted(`curve-${number}`, here.toFixed(2), name), " "]));
    }
  }

  // As a picture for a page without scripts.
  picture() {
    this.plotCurves(true);
    return pictureOf([this.drawing, this.plot].filter(Boolean));
  }
}
