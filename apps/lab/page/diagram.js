// The last clocks as a timing diagram that can be zoomed and measured, and the time line on which one goes through
// those that are kept.

import { count, whole } from "./words.js";

const at = (id) => document.getElementById(id);
// Pixels: the names on the left, what is free on the right, a row, its signal, and the clocks below.
const LEFT = 52;
const RIGHT = 8;
const ROW = 30;
const HIGH = 20;
const BELOW = 20;
const ROWS = ["irq", "bus", "host", "now", "cursor", "slot", "FIFO"];
// A mark within so many pixels of a change is put at it.
const NEAR = 6;
// The fewest clocks that are shown.
const CLOSEST = 10;

const kind = (host) => typeof host === "string" ? host : Object.keys(host)[0];
const HOST = {
  idle: () => "",
  asleep: () => "asleep",
  serves: () => "interrupt routine",
  starts: (id) => `start ${id}`,
  stops: (id) => `stop ${id}`,
};
const hostDoes = ({ host }) => HOST[kind(host)](host[kind(host)]);

export class Diagram {
  constructor(send, bus) {
    this.send = send;
    this.bus = bus;
    this.box = at("diagram");
    this.canvas = at("diagram-canvas");
    this.context = this.canvas.getContext("2d");
    // The clocks that are shown, all of them unless zoomed; the one that is looked at; up to two marks.
    this.view = null;
    this.looked = null;
    this.marks = [];
    this.box.addEventListener("toggle", () => this.ask());
    at("diagram-clocks").addEventListener("change", () => this.ask());
    at("seen").addEventListener("input", () => this.see(Number(at("seen").value)));
    at("seen-back").addEventListener("click", () => send("back_to", { clock: this.clock }));
    at("seen-end").addEventListener("click", () => send("pause"));
    at("diagram-in").addEventListener("click", () => this.zoom(0.5));
    at("diagram-out").addEventListener("click", () => this.zoom(2));
    at("diagram-all").addEventListener("click", () => this.showClocks(null));
    at("diagram-marks").addEventListener("click", () => this.showClocks(this.between()));
    at("diagram-see").addEventListener("click", () => this.see(this.looked));
    this.pointer();
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    const again = () => this.frame && this.show(this.frame);
    new ResizeObserver(again).observe(this.box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  }

  // One looks by moving the pointer, puts a mark by pressing, and two by drawing.
  pointer() {
    const clock = (event, whole) => whole(this.clockAt(event.offsetX));
    this.canvas.addEventListener("pointermove", (event) => {
      this.look(clock(event, Math.floor));
      if (event.buttons === 1 && this.pressed !== undefined) {
        const here = this.snapped(event.offsetX);
        if (Math.abs(event.offsetX - this.pressed.x) > 3) this.mark([this.pressed.clock, here]);
      }
    });
    this.canvas.addEventListener("pointerdown", (event) => {
      this.pressed = { x: event.offsetX, clock: this.snapped(event.offsetX) };
      this.look(clock(event, Math.floor));
      this.add(this.pressed.clock);
    });
    addEventListener("pointerup", () => { this.pressed = undefined; });
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.7 : 1 / 0.7, this.clockAt(event.offsetX));
    }, { passive: false });
  }

  key(event) {
    if (!this.data || event.altKey || event.metaKey || event.ctrlKey) return;
    const { begin, end } = this.data;
    const now = this.looked ?? end;
    const far = Math.max(1, Math.round((this.to - this.from) / 10));
    const keys = {
      ArrowLeft: () => event.shiftKey ? this.changes().findLast((it) => it < now) ?? begin : now - 1,
      ArrowRight: () => event.shiftKey ? this.changes().find((it) => it > now) ?? end : now + 1,
      PageUp: () => now - far,
      PageDown: () => now + far,
      Home: () => begin,
      End: () => end,
    };
    const acts = {
      Enter: () => this.add(now),
      " ": () => this.add(now),
      Escape: () => this.mark([]),
      "+": () => this.zoom(0.5),
      "-": () => this.zoom(2),
    };
    const move = keys[event.key];
    if (!move && !acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    if (move) this.look(move(), true);
    else acts[event.key]();
  }

  // The clocks at which something changes.
  changes() {
    const { samples, transfers } = this.data;
    const all = [...samples.map((it) => it.clock), ...transfers.flatMap((it) => [it.begin, it.end])];
    return [...new Set(all)].sort((one, other) => one - other);
  }

  clockAt(x) {
    if (!this.data) return 0;
    const part = (x - LEFT) / Math.max(1, this.width - LEFT - RIGHT);
    return Math.min(Math.max(this.from + part * (this.to - this.from), this.data.begin), this.data.end);
  }

  // The change beside a place, or the clock there.
  snapped(x) {
    if (!this.data) return 0;
    const near = this.changes().map((clock) => [Math.abs(this.x(clock) - x), clock]);
    const [away, clock] = near.reduce((best, it) => it[0] < best[0] ? it : best, [NEAR + 1, 0]);
    return away <= NEAR ? clock : Math.round(this.clockAt(x));
  }

  look(clock, follow = false) {
    if (!this.data) return;
    this.looked = Math.min(Math.max(clock, this.data.begin), this.data.end);
    if (follow && this.view) {
      const by = Math.min(0, this.looked - this.from) + Math.max(0, this.looked - this.to);
      if (by !== 0) this.view = [this.from + by, this.to + by];
    }
    this.draw(this.data);
  }

  // A third mark is the first one of a new measurement.
  add(clock) {
    this.mark(this.marks.length === 1 ? [...this.marks, clock] : [clock]);
  }

  mark(marks) {
    this.marks = marks;
    if (this.data) this.draw(this.data);
  }

  between() {
    const [one, other] = this.marks;
    return other === undefined || one === other ? null : [Math.min(one, other), Math.max(one, other)];
  }

  showClocks(view) {
    this.view = view;
    if (this.data) this.draw(this.data);
  }

  // About the clock that is looked at, or the middle.
  zoom(by, about = this.looked ?? (this.from + this.to) / 2) {
    if (!this.data) return;
    const { begin, end } = this.data;
    const wide = Math.max(CLOSEST, (this.to - this.from) * by);
    if (wide >= end - begin) return this.showClocks(null);
    const part = Math.min(Math.max((about - this.from) / (this.to - this.from), 0), 1);
    const from = Math.min(Math.max(about - part * wide, begin), end - wide);
    this.showClocks([Math.round(from), Math.round(from + wide)]);
  }

  ask() {
    this.send("diagram", { clocks: this.box.open ? Number(at("diagram-clocks").value) : 0 });
  }

  // One at a time: the laboratory may have to go far back for it.
  see(clock) {
    this.wanted = clock ?? undefined;
    if (this.asked === undefined) this.askToSee();
  }

  askToSee() {
    this.asked = this.wanted;
    this.wanted = undefined;
    if (this.asked !== undefined) this.send("see", { clock: this.asked });
  }

  show(frame) {
    this.frame = frame;
    const { diagram, earliest, last, seen, clock } = frame;
    this.clock = clock;
    const past = seen !== null && seen < last;
    at("past").hidden = !past;
    at("past-text").textContent = past ? `You see clock ${whole(clock)}, ${count(last - clock, "clock")} ago.` : "";
    if (this.asked !== undefined && (seen === this.asked || seen === null)) this.askToSee();
    if (!this.box.open) return;
    const slider = at("seen");
    slider.disabled = earliest === null;
    slider.min = earliest ?? 0;
    slider.max = last;
    if (document.activeElement !== slider || !past) slider.value = clock;
    slider.setAttribute("aria-valuetext", `clock ${whole(clock)}, tick ${whole(frame.now)}`);
    at("seen-text").textContent = `clock ${whole(clock)}, tick ${whole(frame.now)}; kept from clock ` +
      `${whole(earliest ?? 0)} on`;
    if (!diagram && frame.registers) {
      at("diagram-text").textContent = earliest === null ? "Of a board no clocks are kept."
        : "It is drawn while the clock stands, or makes at most 5,000 clocks a second.";
    }
    this.canvas.hidden = at("diagram-tools").hidden = !diagram && Boolean(frame.registers);
    if (!diagram) return;
    this.take(diagram);
    this.draw(diagram);
    this.list(diagram);
  }

  // A view at the end stays there; what is no longer kept is looked at no more.
  take(diagram) {
    const moved = this.data && this.view && this.view[1] >= this.data.end ? diagram.end - this.data.end : 0;
    this.data = diagram;
    if (this.view) this.view = this.view.map((it) => it + moved);
    const there = (clock) => clock >= diagram.begin && clock <= diagram.end;
    if (this.view && !this.view.every(there)) this.view = null;
    if (this.looked !== null && !there(this.looked)) this.looked = null;
    if (!this.marks.every(there)) this.marks = [];
  }

  list({ begin, end, transfers, samples }) {
    const text = JSON.stringify([end, transfers]);
    if (text === this.text) return;
    this.text = text;
    const interrupts = samples.filter((it, index) => index > 0 && it.irq && !samples[index - 1].irq).length;
    const made = count(transfers.length, "transfer");
    at("diagram-text").textContent = `Clocks ${whole(begin)} to ${whole(end)}: ${made}, ` +
      `${count(interrupts, "interrupt")}, the FIFO had at most ` +
      `${count(Math.max(...samples.map((it) => it.level)), "event")}.`;
    this.canvas.setAttribute("aria-label", `Timing diagram. ${at("diagram-text").textContent}`);
    at("diagram-list").replaceChildren(...transfers.map((transfer) => {
      const item = document.createElement("li");
      item.textContent = `${whole(transfer.begin)}: ${this.bus.say(transfer)}`;
      return item;
    }));
  }

  sampleAt(clock) {
    return this.data.samples.findLast((it) => it.clock <= clock) ?? this.data.samples[0];
  }

  slot() {
    const { chosen, wheels } = this.frame;
    return chosen && `slot ${chosen.slot}${wheels.length > 1 ? ` of wheel ${chosen.wheel}` : ""}`;
  }

  // What is so at the clock that is looked at, and what lies between the marks.
  tell() {
    const { begin, end, transfers } = this.data;
    const clock = this.looked ?? end;
    const it = this.sampleAt(clock);
    const transfer = transfers.find((one) => one.begin <= clock && clock < one.end);
    const said = [
      `irq ${it.irq ? "high" : "low"}`,
      transfer ? `${this.bus.say(transfer)} (${count(transfer.end - transfer.begin, "clock")})` : "bus idle",
      `host: ${hostDoes(it) || "not in the driver"}`,
      `now ${whole(it.now)}, cursor ${whole(it.cursor)}`,
      ...it.busy === null ? [] : [`${this.slot()} ${it.busy ? "busy" : "not busy"}`],
      `${count(it.level, "event")} in the FIFO`,
    ].join("; ");
    const text = `Clock ${whole(clock)}: ${said}.`;
    at("diagram-at").textContent = text;
    const marked = this.between();
    const ticks = marked && this.sampleAt(marked[1]).now - this.sampleAt(marked[0]).now;
    at("diagram-measured").textContent = marked
      ? `From clock ${whole(marked[0])} to ${whole(marked[1])}: ${count(marked[1] - marked[0], "clock")}, ` +
        `${count(ticks, "tick")}.`
      : this.marks.length > 0 ? `Marked: clock ${whole(this.marks[0])}. A second mark measures.`
      : "Press or draw in the diagram to measure.";
    at("diagram-marks").disabled = !marked;
    at("diagram-see").disabled = this.looked === null;
    const values = { min: begin, max: end, now: clock, text };
    for (const [name, value] of Object.entries(values)) this.canvas.setAttribute(`aria-value${name}`, value);
  }

  draw(data) {
    this.tell();
    const width = this.canvas.clientWidth;
    if (width === 0) return;
    const { begin, end, samples, transfers } = data;
    [this.from, this.to] = this.view ?? [begin, end];
    this.width = width;
    const height = ROWS.length * ROW + BELOW;
    const scale = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.height = `${height}px`;
    const style = getComputedStyle(document.documentElement);
    this.colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const context = this.context;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = "middle";
    context.lineWidth = 1.5;
    // A clock's place; the last one is seen too.
    const room = width - LEFT - RIGHT;
    this.x = (clock) => LEFT + (clock - this.from) / Math.max(1, this.to - this.from) * room;
    ROWS.forEach((name, row) => this.write(name, 0, row * ROW + ROW / 2, "ink", "left"));
    this.clocks(width, ROWS.length * ROW);
    context.save();
    context.beginPath();
    context.rect(LEFT - 1, 0, room + 2, height);
    context.clip();
    this.line(samples, end, 0, "irq", "now");
    for (const transfer of transfers) this.transfer(transfer, ROW);
    this.values(samples, end, 2 * ROW, hostDoes, "timers");
    this.values(samples, end, 3 * ROW, (it) => whole(it.now), "now");
    this.values(samples, end, 4 * ROW, (it) => whole(it.cursor), "cursor");
    if (samples[0].busy === null) {
      this.write("choose a slot in the wheel", LEFT + 4, 5.5 * ROW, "quiet", "left");
    } else {
      this.line(samples, end, 5 * ROW, "busy", "busy");
      this.write(this.slot(), LEFT + 4, 5.5 * ROW, "quiet", "left");
    }
    this.values(samples, end, 6 * ROW, (it) => whole(it.level), "busy");
    this.pointed(ROWS.length * ROW);
    context.restore();
  }

  // The marks, the clock that is looked at, and the one at which what one ran until was met.
  pointed(bottom) {
    const context = this.context;
    const marked = this.between();
    if (marked) {
      context.globalAlpha = 0.12;
      context.fillStyle = this.colour("accent");
      context.fillRect(this.x(marked[0]), 0, this.x(marked[1]) - this.x(marked[0]), bottom);
      context.globalAlpha = 1;
    }
    const upright = (clock, colour, dashes = []) => {
      context.strokeStyle = this.colour(colour);
      context.setLineDash(dashes);
      this.path([[this.x(clock), 0], [this.x(clock), bottom]]);
      context.setLineDash([]);
    };
    for (const mark of this.marks) upright(mark, "accent");
    if (this.frame.reached) upright(this.frame.reached.clock, "bad", [6, 3]);
    if (this.looked !== null) upright(this.looked, "quiet", [2, 2]);
  }

  write(text, x, y, colour, align) {
    this.context.fillStyle = this.colour(colour);
    this.context.textAlign = align;
    this.context.fillText(text, x, y);
  }

  clocks(width, bottom) {
    const most = Math.max(2, (width - LEFT) / 90);
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((it) => (this.to - this.from) / it <= most) ?? 1000;
    this.context.strokeStyle = this.colour("line");
    for (let clock = Math.ceil(this.from / step) * step; clock <= this.to; clock += step) {
      const x = this.x(clock);
      this.path([[x, 0], [x, bottom]]);
      this.write(whole(clock), x, bottom + 10, "quiet", x > width - 30 ? "right" : "center");
    }
  }

  path(points) {
    this.context.beginPath();
    points.forEach(([x, y]) => this.context.lineTo(x, y));
    this.context.stroke();
  }

  line(samples, end, top, name, colour) {
    const y = (it) => top + (ROW - HIGH) / 2 + (it[name] ? 0 : HIGH);
    const points = samples.flatMap((it, index) => {
      const until = samples[index + 1]?.clock ?? end;
      return [[this.x(it.clock), y(it)], [this.x(until), y(it)]];
    });
    this.context.strokeStyle = this.colour(colour);
    this.path(points);
  }

  // What is written is full, what is read is empty.
  transfer({ begin, end, write, offset }, top) {
    const from = this.x(begin);
    const wide = Math.max(2, this.x(end) - from);
    const y = top + (ROW - HIGH) / 2;
    this.context.fillStyle = this.context.strokeStyle = this.colour("accent");
    if (write) this.context.fillRect(from, y, wide, HIGH);
    else this.context.strokeRect(from, y, wide, HIGH);
    const name = this.bus.name(offset);
    if (this.context.measureText(name).width + 6 < wide) {
      this.write(name, from + wide / 2, top + ROW / 2, write ? "on-accent" : "ink", "center");
    }
  }

  // A text for as long as it stays, where there is room for it; a line where there is none to write.
  values(samples, end, top, say, colour) {
    const y = top + (ROW - HIGH) / 2;
    let first = 0;
    for (let next = 1; next <= samples.length; next += 1) {
      const text = say(samples[first]);
      if (next < samples.length && say(samples[next]) === text) continue;
      const [from, to] = [this.x(samples[first].clock), this.x(samples[next]?.clock ?? end)];
      this.context.strokeStyle = this.colour(colour);
      if (text) this.path([[from, y + HIGH], [from, y], [to, y], [to, y + HIGH], [from, y + HIGH]]);
      else this.path([[from, y + HIGH], [to, y + HIGH]]);
      const [left, right] = [Math.max(from, LEFT), Math.min(to, this.width - RIGHT)];
      if (this.context.measureText(text).width + 4 < right - left) {
        this.write(text, (left + right) / 2, top + ROW / 2, "ink", "center");
      }
      first = next;
    }
  }
}
