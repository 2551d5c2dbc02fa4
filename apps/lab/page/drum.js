// The wheels. The inner ring has the chip's busy bits, the bars outside it the host's timers.

import { laps, Timers, treeOf } from "./timers.js";
import { count as counted } from "./words.js";

const TURN = 2 * Math.PI;
// Cells of a ring at most; of larger wheels a cell stands for several slots.
export const MOST_CELLS = 512;
// Slots of a larger wheel that are drawn one by one below it, from the cursor on.
const ZOOMED = 128;
// How dark a cell of which one slot is busy is at least, where 1 is a cell of busy slots only.
const LEAST_SHADE = 0.16;
// Where the ring of busy bits begins, by the radius.
const INNER = 0.62;
// The radius of a hand's end.
export const KNOB = 4.5;
// The strip of those slots: pixels.
const STRIP = 60;

const isBusy = (wheel, slot) => (wheel.bits[slot >> 3] & (1 << (slot & 7))) !== 0;

// Joins slots into at most `most` cells: the share of slots that are busy, and the most timers in one.
export function cells(wheel, most = MOST_CELLS) {
  const count = Math.min(wheel.slots, most);
  const busy = new Float32Array(count);
  const timers = new Uint16Array(count);
  const sizes = new Uint32Array(count);
  for (let slot = 0; slot < wheel.slots; slot += 1) {
    const cell = count === wheel.slots ? slot : Math.floor(slot * count / wheel.slots);
    sizes[cell] += 1;
    if (isBusy(wheel, slot)) busy[cell] += 1;
    if (wheel.counts[slot] > timers[cell]) timers[cell] = wheel.counts[slot];
  }
  for (let cell = 0; cell < count; cell += 1) busy[cell] /= sizes[cell];
  return { count, busy, timers };
}

// The shade of a cell with this share of busy slots.
export const shade = (share) => share === 0 ? 0 : LEAST_SHADE + (1 - LEAST_SHADE) * share;

// A wheel's ring of busy bits, where the cursor's hand begins, and inside of it the middles of the slots' numbers, and
// their size.
export function ringOf(radius, slots, letters) {
  const inner = radius * INNER;
  const hand = inner - 2;
  const size = Math.max(11 * letters, inner * 0.05);
  const wide = Math.max(0.5, 0.3 * String(slots - 1).length) * size;
  return { inner, ring: radius * 0.1, hand, size, wide, numbers: hand - KNOB - 2 - wide };
}

export class Drum {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.frame = null;
    this.timers = new Timers();
    const again = () => {
      this.colours = null;
      if (this.frame) this.draw(this.frame);
    };
    // It is as large as what is around it leaves room for.
    const around = new ResizeObserver(again);
    const parts = ["bar", "scenes", "side", "lists"].map((id) => document.getElementById(id));
    for (const part of [canvas.parentElement, ...parts]) {
      around.observe(part);
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  }

  // Another machine has begun.
  build({ config }) {
    this.timers.clear();
    this.timers.prescale = config.prescale;
    this.isTree = config.scheme === "scheme3";
  }

  readColours() {
    const style = getComputedStyle(document.documentElement);
    const named = (name) => [name, style.getPropertyValue(`--${name}`).trim()];
    this.colours = Object.fromEntries(
      ["ink", "quiet", "idle", "line", "busy", "timers", "now", "cursor", "panel"].map(named));
    this.font = getComputedStyle(document.body).fontFamily;
    // Letters grow with those of the page.
    this.letters = parseFloat(style.fontSize) / 15;
  }

  // Where each wheel goes: middle and radius. As large as they can be without scrolling.
  places(count, width) {
    const strip = this.frame.wheels.some((wheel) => wheel.slots > MOST_CELLS) ? STRIP : 0;
    // What stands below in a narrow window is to be seen too.
    const side = document.getElementById("side");
    const stacked = side.offsetTop > this.canvas.offsetTop + 10;
    const below = stacked ? side.offsetHeight + 14 : 0;
    const form = document.getElementById("slot-form").offsetHeight;
    const lists = document.getElementById("lists").offsetHeight;
    const under = below + (stacked || lists === 0 ? 0 : lists + 10);
    const least = stacked ? 130 : lists > 0 ? 320 : 200;
    const room = Math.max(least, innerHeight - this.canvas.offsetTop - 26 - strip - form - under);
    const sizeOf = (columns) => Math.min(width / columns, room / Math.ceil(count / columns));
    const choices = Array.from({ length: count }, (_, index) => index + 1);
    const columns = choices.reduce((best, one) => sizeOf(one) > sizeOf(best) ? one : best);
    const size = Math.max(sizeOf(columns), Math.min(width / columns, 200));
    const rows = Math.ceil(count / columns);
    const places = [];
    for (let index = 0; index < count; index += 1) {
      const row = Math.floor(index / columns);
      const inRow = Math.min(columns, count - row * columns);
      places.push({
        x: width / 2 + (index % columns - (inRow - 1) / 2) * (width / columns),
        y: (row + 0.5) * size,
        radius: size / 2 - 6,
      });
    }
    return { places, height: rows * size + strip };
  }

  draw(frame) {
    this.frame = frame;
    if (!this.colours) this.readColours();
    const scale = devicePixelRatio || 1;
    const width = this.canvas.clientWidth;
    // The page has not been laid out yet, or is being left.
    if (width === 0) return;
    const { places, height } = this.places(frame.wheels.length, width);
    this.laid = { places, height, width };
    if (this.canvas.width !== Math.round(width * scale) || this.canvas.height !== Math.round(height * scale)) {
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(height * scale);
      this.canvas.style.height = `${height}px`;
    }
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.context.clearRect(0, 0, width, height);
    if (this.isTree) {
      this.tree(frame, width, height);
      return this.move();
    }
    this.homes = frame.wheels.map((wheel, index) => this.homeOf(wheel, places[index]));
    frame.wheels.forEach((wheel, index) => this.wheel(frame, wheel, index, places[index]));
    this.timers.take(frame, this.timersAt(frame, places), (visit) => this.visitAt(visit));
    this.timers.draw(this.context, this.colours, this.font);
    this.move();
    const large = frame.wheels.findIndex((wheel) => wheel.slots > MOST_CELLS);
    if (large >= 0) this.strip(frame.wheels[large], large, width, height - STRIP);
  }

  // Draws again as long as something moves.
  move() {
    if (this.again || !this.timers.moving) return;
    this.again = requestAnimationFrame(() => {
      this.again = 0;
      this.draw(this.frame);
    });
  }

  // Where the timers of a wheel are drawn: their size, the middle of the first in a slot, and how many have room.
  homeOf(wheel, { x, y, radius }) {
    const from = radius * (INNER + 0.1) + 2;
    const size = this.timers.radius(wheel.slots, from, radius - from);
    return { x, y, from: from + size, size, room: Math.max(1, (radius - from) / (2 * size + 1)), slots: wheel.slots };
  }

  place(home, slot, depth, deepest) {
    const angle = (slot + 0.5) / home.slots * TURN - TURN / 4;
    const each = (2 * home.size + 1) * Math.min(1, home.room / deepest);
    const from = home.from + depth * each;
    return { x: home.x + Math.cos(angle) * from, y: home.y + Math.sin(angle) * from, size: home.size, home };
  }

  timersAt(frame, places) {
    const inSlots = Map.groupBy(frame.timers.filter((it) => it.wheel !== null), (it) => `${it.wheel} ${it.slot}`);
    const at = new Map();
    for (const [key, timers] of inSlots) {
      const home = this.homes[timers[0].wheel];
      if (!home || home.size === 0) continue;
      timers.forEach(({ id, slot, due }, depth) =>
        at.set(id, { ...this.place(home, slot, depth, timers.length), key, laps: laps(due, frame) }));
    }
    return at;
  }

  // A slot that the host has looked into; what it found is said towards the middle of the wheel.
  visitAt({ wheel, slot }) {
    const home = this.homes[wheel];
    if (!home || home.size === 0) return null;
    const place = this.place(home, slot, 0, 1);
    const inwards = { x: (home.x - place.x) * 0.3, y: (home.y - place.y) * 0.3 };
    return { ...place, inwards };
  }

  // Scheme 3 has no wheel: the tree, the alarm at its first timer.
  tree(frame, width, height) {
    const context = this.context;
    const { ink, quiet, now, busy, line } = this.colours;
    const size = 15 * this.letters;
    const say = (text, x, y, colour, weight = 400) => {
      context.fillStyle = colour;
      context.font = `${weight} ${size}px ${this.font}`;
      context.fillText(text, x, y);
    };
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    say(`tick ${frame.now.toLocaleString("en")}`, 4, size + 2, now, 650);
    const [first] = frame.heap;
    context.textAlign = "right";
    const tick = first && (first[1] - frame.epoch).toLocaleString("en");
    say(first ? `alarm: tick ${tick}, for timer ${first[0]}` : "no alarm", width - 4, size + 2, ink);
    context.textAlign = "center";
    if (frame.counters.outstanding === 0) say("No timer runs.", width / 2, height / 2, quiet);
    else if (frame.tree.length === 0) say("Too many timers to draw them one by one.", width / 2, height / 2, quiet);
    const { places, links, wide } = treeOf(frame.tree, width, size * 2, height);
    context.strokeStyle = line;
    context.lineWidth = 2;
    for (const [from, to] of links) {
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
    }
    const at = new Map(frame.tree.map(({ id, due }) => {
      const place = places.get(id);
      const home = { x: place.x, y: size };
      return [id, { ...place, home, key: `${Math.round(place.x)} ${Math.round(place.y)}`, laps: 0,
        below: wide ? `${due - frame.epoch}` : "" }];
    }));
    this.timers.take(frame, at, () => null);
    this.timers.draw(context, this.colours, this.font);
    const earliest = first && places.get(first[0]);
    if (!earliest || this.timers.moving) return;
    context.strokeStyle = busy;
    context.lineWidth = 3;
    context.beginPath();
    context.arc(earliest.x, earliest.y, earliest.size + 3, 0, TURN);
    context.stroke();
  }

  // The slot at which a pointer is, if it is at one.
  slotAt({ offsetX, offsetY }) {
    if (this.isTree) return null;
    const { places, height, width } = this.laid ?? { places: [] };
    const { wheels } = this.frame ?? { wheels: [] };
    const large = wheels.findIndex((wheel) => wheel.slots > MOST_CELLS);
    if (large >= 0 && offsetY > height - STRIP) {
      const ahead = Math.floor(offsetX / width * ZOOMED);
      return { wheel: large, slot: (wheels[large].cursor + ahead) % wheels[large].slots };
    }
    const wheel = places.findIndex(({ x, y, radius }) => {
      const from = Math.hypot(offsetX - x, offsetY - y);
      return from <= radius + 4 && from >= radius * INNER;
    });
    if (wheel < 0 || !wheels[wheel]) return null;
    const { x, y } = places[wheel];
    const turned = (Math.atan2(offsetY - y, offsetX - x) / TURN + 1.25) % 1;
    return { wheel, slot: Math.floor(turned * wheels[wheel].slots) % wheels[wheel].slots };
  }

  // The slots from the cursor on, one by one.
  strip(wheel, index, width, top) {
    const context = this.context;
    const step = width / ZOOMED;
    const bits = 9;
    const bars = 26;
    const at = (ahead) => (wheel.cursor + ahead) % wheel.slots;
    const slots = Array.from({ length: ZOOMED }, (_, ahead) => at(ahead));
    const most = Math.max(4, ...slots.map((slot) => wheel.counts[slot]));
    context.save();
    context.translate(0, top + 18);
    context.font = `11px ${this.font}`;
    context.textBaseline = "alphabetic";
    context.textAlign = "left";
    context.fillStyle = this.colours.quiet;
    const name = (slot) => `slot ${slot.toLocaleString("en")}`;
    context.fillText(`${index > 0 ? `wheel ${index}, ` : ""}${name(at(0))} (cursor) and the next ones`, 0, -6);
    context.textAlign = "right";
    context.fillText(name(at(ZOOMED - 1)), width, -6);
    slots.forEach((slot, ahead) => {
      const wide = Math.max(1, step - 1);
      context.fillStyle = isBusy(wheel, slot) ? this.colours.busy : this.colours.idle;
      context.fillRect(ahead * step, bars, wide, bits);
      const timers = wheel.counts[slot];
      context.fillStyle = this.colours.timers;
      const length = timers === 0 ? 0 : Math.max(3, (bars - 3) * Math.sqrt(timers / most));
      context.fillRect(ahead * step, bars - 2 - length, wide, length);
    });
    const now = (wheel.now - wheel.cursor + wheel.slots) % wheel.slots;
    context.fillStyle = this.colours.cursor;
    context.fillRect(0, 0, 2, bars + bits);
    if (now < ZOOMED) {
      context.fillStyle = this.colours.now;
      context.fillRect(now * step, 0, 2, bars + bits);
    }
    context.restore();
  }

  wheel(frame, wheel, index, { x, y, radius }) {
    const context = this.context;
    const colours = this.colours;
    const { inner, ring, hand, numbers, size } = ringOf(radius, wheel.slots, this.letters);
    const bars = radius - inner - ring - 4;
    const { count, busy, timers } = cells(wheel, MOST_CELLS);
    const step = TURN / count;
    const gap = Math.min(step * 0.22, 1.2 / radius);
    const angle = (slot) => slot / wheel.slots * TURN - TURN / 4;
    const most = Math.max(4, ...timers);
    // Timers that are drawn one by one have no bar.
    const followed = frame.timers.length > 0 && this.homes[index].size > 0;
    context.save();
    context.translate(x, y);

    // From the cursor to now lies what the chip has still to look at.
    if (index === 0 && frame.backlog > 1) {
      context.globalAlpha = 0.16;
      context.fillStyle = colours.now;
      const wide = Math.min(frame.backlog / wheel.slots, 1) * TURN;
      this.sector(hand, radius, angle(wheel.cursor + 0.5), wide);
      context.globalAlpha = 1;
    }

    for (let cell = 0; cell < count; cell += 1) {
      // What is busy is wide enough to be seen.
      const marked = busy[cell] > 0 || timers[cell] > 0;
      const wide = marked ? Math.max(step - gap, 2.4 / inner) : step - gap;
      const from = (cell + 0.5) * step - TURN / 4 - wide / 2;
      context.fillStyle = colours.idle;
      if (busy[cell] < 1) this.sector(inner, inner + ring, from, wide);
      if (busy[cell] > 0) {
        context.globalAlpha = shade(busy[cell]);
        context.fillStyle = colours.busy;
        this.sector(inner, inner + ring, from, wide);
        context.globalAlpha = 1;
      }
      if (timers[cell] > 0 && !followed) {
        context.fillStyle = colours.timers;
        const length = bars * Math.sqrt(timers[cell] / most);
        this.sector(inner + ring + 2, inner + ring + 2 + Math.max(3, length), from, wide);
      }
    }
    // What is drawn below, slot by slot.
    if (wheel.slots > MOST_CELLS && index === frame.wheels.findIndex((it) => it.slots > MOST_CELLS)) {
      context.fillStyle = colours.quiet;
      const wide = Math.max(ZOOMED / wheel.slots * TURN, 2.4 / inner);
      this.sector(inner - 4, inner - 2, angle(wheel.cursor), wide);
    }
    if (frame.chosen?.wheel === index) {
      context.strokeStyle = colours.ink;
      context.lineWidth = 1.5;
      this.outline(inner - 2, radius, angle(frame.chosen.slot), Math.max(TURN / wheel.slots, 3 / inner));
    }
    this.numbers(wheel, numbers, size, angle);
    this.hand(angle(wheel.cursor + 0.5), hand, inner + ring, colours.cursor);
    this.hand(angle(wheel.now + 0.5), inner + ring * 0.6, radius, colours.now);
    this.middle(frame, wheel, index, inner);
    context.restore();
  }

  sector(from, to, angle, width) {
    this.ringPart(from, to, angle, width);
    this.context.fill();
  }

  outline(from, to, angle, width) {
    this.ringPart(from, to, angle, width);
    this.context.stroke();
  }

  ringPart(from, to, angle, width) {
    const context = this.context;
    context.beginPath();
    context.arc(0, 0, to, angle, angle + width);
    context.arc(0, 0, from, angle + width, angle, true);
    context.closePath();
  }

  hand(angle, from, to, colour) {
    const context = this.context;
    const at = (radius) => [Math.cos(angle) * radius, Math.sin(angle) * radius];
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = 2.5;
    context.beginPath();
    context.moveTo(...at(from));
    context.lineTo(...at(to));
    context.stroke();
    context.beginPath();
    context.arc(...at(from), KNOB, 0, TURN);
    context.fill();
  }

  numbers(wheel, radius, size, angle) {
    if (radius < 55) return;
    const context = this.context;
    const every = Math.max(1, 2 ** Math.round(Math.log2(wheel.slots / 16)));
    context.fillStyle = this.colours.quiet;
    context.font = `${size}px ${this.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let slot = 0; slot < wheel.slots - every / 2; slot += every) {
      const at = angle(slot + 0.5);
      context.fillText(slot, Math.cos(at) * radius, Math.sin(at) * radius);
    }
  }

  middle(frame, wheel, index, inner) {
    const context = this.context;
    const line = (text, y, size, colour, weight = 400) => {
      context.fillStyle = colour;
      context.font = `${weight} ${size}px ${this.font}`;
      context.fillText(text, 0, y);
    };
    context.textAlign = "center";
    context.textBaseline = "middle";
    const { ink, quiet, now, cursor } = this.colours;
    const size = Math.max(15, Math.min(inner * 0.21, 18 * this.letters), Math.min(inner * 0.17, 34 * this.letters));
    const least = Math.min(11 * this.letters, inner * 0.16);
    if (index === 0) {
      line(frame.wheels.length > 1 ? "wheel 0, tick" : "tick", -size * 1.5, Math.max(size * 0.5, least), quiet);
      line(frame.now.toLocaleString("en"), -size * 0.5, size, now, 650);
      line(`cursor ${frame.cursor.toLocaleString("en")}`, size * 0.5, Math.max(size * 0.56, least), cursor, 600);
      const behind = frame.now - frame.cursor;
      line(behind > 1 ? `${counted(behind, "tick")} behind` : counted(wheel.slots, "slot"),
        size * 1.35, Math.max(size * 0.5, least), quiet);
    } else {
      const small = Math.max(size * 0.56, least);
      line(`wheel ${index}`, -small * 1.5, Math.max(size * 0.65, 12), ink, 600);
      line(counted(wheel.slots, "slot"), 0, small, quiet);
      line(`of ${counted(wheel.period, "tick")}`, small * 1.35, small, quiet);
    }
  }
}
