// The last clocks as a timing diagram, and the time line on which one goes through those that are kept.

import { count, whole } from "./words.js";

const at = (id) => document.getElementById(id);
// Pixels: the names on the left, a row, its signal, and the clocks below.
const LEFT = 52;
const ROW = 30;
const HIGH = 20;
const BELOW = 20;
const ROWS = ["irq", "bus", "now", "cursor", "FIFO"];

export class Diagram {
  constructor(send, bus) {
    this.send = send;
    this.bus = bus;
    this.box = at("diagram");
    this.canvas = at("diagram-canvas");
    this.context = this.canvas.getContext("2d");
    this.box.addEventListener("toggle", () => this.ask());
    at("diagram-clocks").addEventListener("change", () => this.ask());
    at("seen").addEventListener("input", () => this.see(Number(at("seen").value)));
    at("seen-back").addEventListener("click", () => send("back_to", { clock: this.clock }));
    at("seen-end").addEventListener("click", () => send("pause"));
    const again = () => this.frame && this.show(this.frame);
    new ResizeObserver(again).observe(this.box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  }

  ask() {
    this.send("diagram", { clocks: this.box.open ? Number(at("diagram-clocks").value) : 0 });
  }

  // One at a time: the laboratory may have to go far back for it.
  see(clock) {
    this.wanted = clock;
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
    at("seen-text").textContent = `clock ${whole(clock)}, tick ${whole(frame.now)}; from clock ` +
      `${whole(earliest ?? 0)} on they are kept`;
    if (!diagram && frame.registers) {
      at("diagram-text").textContent = earliest === null ? "Of a board no clocks are kept."
        : "It is drawn while the clock stands, or makes at most 5,000 clocks a second.";
    }
    this.canvas.hidden = !diagram && Boolean(frame.registers);
    if (!diagram) return;
    this.draw(diagram);
    this.list(diagram);
  }

  list({ begin, end, transfers, samples }) {
    const text = JSON.stringify([end, transfers]);
    if (text === this.text) return;
    this.text = text;
    const interrupts = samples.filter((it, index) => index > 0 && it.irq && !samples[index - 1].irq).length;
    at("diagram-text").textContent = `Clocks ${whole(begin)} to ${whole(end)}: ${count(transfers.length, "transfer")}, ` +
      `${count(interrupts, "interrupt")}, the FIFO had at most ` +
      `${count(Math.max(...samples.map((it) => it.level)), "event")}.`;
    this.canvas.setAttribute("aria-label", `Timing diagram. ${at("diagram-text").textContent}`);
    at("diagram-list").replaceChildren(...transfers.map((transfer) => {
      const item = document.createElement("li");
      item.textContent = `${whole(transfer.begin)}: ${this.bus.say(transfer)}`;
      return item;
    }));
  }

  draw({ begin, end, samples, transfers }) {
    const width = this.canvas.clientWidth;
    if (width === 0) return;
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
    this.x = (clock) => LEFT + (clock - begin) / Math.max(1, end - begin) * (width - LEFT - 8);
    ROWS.forEach((name, row) => this.write(name, 0, row * ROW + ROW / 2, "ink", "left"));
    this.clocks(begin, end, width, ROWS.length * ROW);
    this.line(samples, end, 0);
    for (const transfer of transfers) this.transfer(transfer, ROW);
    this.values(samples, end, 2 * ROW, "now", "now");
    this.values(samples, end, 3 * ROW, "cursor", "cursor");
    this.values(samples, end, 4 * ROW, "level", "busy");
  }

  write(text, x, y, colour, align) {
    this.context.fillStyle = this.colour(colour);
    this.context.textAlign = align;
    this.context.fillText(text, x, y);
  }

  clocks(begin, end, width, bottom) {
    const most = Math.max(2, (width - LEFT) / 90);
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((it) => (end - begin) / it <= most) ?? 1000;
    this.context.strokeStyle = this.colour("line");
    for (let clock = Math.ceil(begin / step) * step; clock <= end; clock += step) {
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

  line(samples, end, top) {
    const y = ({ irq }) => top + (ROW - HIGH) / 2 + (irq ? 0 : HIGH);
    const points = samples.flatMap((it, index) => {
      const until = samples[index + 1]?.clock ?? end;
      return [[this.x(it.clock), y(it)], [this.x(until), y(it)]];
    });
    this.context.strokeStyle = this.colour("now");
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

  // A value for as long as it stays, where there is room for it.
  values(samples, end, top, name, colour) {
    const y = top + (ROW - HIGH) / 2;
    let first = 0;
    for (let next = 1; next <= samples.length; next += 1) {
      if (next < samples.length && samples[next][name] === samples[first][name]) continue;
      const [from, to] = [this.x(samples[first].clock), this.x(samples[next]?.clock ?? end)];
      this.context.strokeStyle = this.colour(colour);
      this.path([[from, y + HIGH], [from, y], [to, y], [to, y + HIGH], [from, y + HIGH]]);
      const text = whole(samples[first][name]);
      if (this.context.measureText(text).width + 4 < to - from) {
        this.write(text, (from + to) / 2, top + ROW / 2, "ink", "center");
      }
      first = next;
    }
  }
}
