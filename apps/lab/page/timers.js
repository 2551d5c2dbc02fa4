// Timers one by one: each keeps its name and its colour, says how many laps it still waits, and moves from place to
// place.

import { count } from "./words.js";

const TURN = 2 * Math.PI;
// White letters can be read on each of them; `style.css` has the same.
export const COLOURS = ["#23527c", "#b4531a", "#2e7d32", "#8e3b8a", "#a8323e", "#5b5bb0", "#00717a", "#7a6200"];
// The least radius of a timer that is drawn by itself.
const LEAST = 5;
// The least that has room for its laps beside its name.
const ROOMY = 8.5;
// Milliseconds of a way, of a mark, and of a word beside it.
const WAY = 700;
const MARK = 900;
const WORD = 1600;
// Lines of what happened that can be followed from one frame to the next.
const MOST_LINES = 8;
// Ticks a second up to which one can follow.
const FOLLOWED = 12;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const ease = (part) => part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
const between = (from, to, part) => from + (to - from) * part;

export const colour = (id) => id % COLOURS.length;

// Laps before the one in which a timer is due, on one wheel.
export const laps = (due, { now, epoch, wheels }) =>
  wheels.length > 1 ? 0 : Math.max(0, Math.floor((due - now - epoch - 1) / wheels[0].slots));

export class Timers {
  constructor() {
    this.known = new Map();
    this.marks = [];
    this.newest = 0;
    // How many marks there have been.
    this.marked = 0;
  }

  // Another machine: nothing moves there from the one before.
  clear() {
    this.known.clear();
    this.marks = [];
    this.newest = 0;
  }

  // Whether something moves, so that it is to be drawn again.
  get moving() {
    const time = performance.now();
    return this.marks.some((mark) => time < mark.until) ||
      [...this.known.values()].some((it) => time < it.until);
  }

  // The radius of the timers of a wheel, whose slots begin at `inner`; 0 where they are too narrow.
  radius(slots, inner, room) {
    const size = Math.min(TURN / slots * inner * 0.46, room / 2.2, 16);
    return size < LEAST ? 0 : size;
  }

  // Takes what is new. `at` gives the place of each timer: x, y, size; `slotAt` that of a slot.
  take(frame, at, slotAt) {
    const time = performance.now();
    const ticks = frame.speed === 0 ? Infinity : frame.speed / this.prescale;
    const newest = frame.journal.at(-1)?.number ?? 0;
    // Going back is no motion.
    if (newest < this.newest) this.clear();
    // What a fast clock has done is not followed when it stands, but what a step does is.
    const slow = ticks <= FOLLOWED || !frame.running && !this.ran;
    const moves = !still.matches && slow && newest - this.newest <= MOST_LINES;
    this.ran = frame.running;
    for (const [id, place] of at) {
      const old = this.known.get(id);
      const far = old && Math.hypot(old.x - place.x, old.y - place.y) > 1;
      if (old && !old.gone && !(far && place.key !== old.key)) {
        // The window has changed, or nothing.
        Object.assign(old, place);
        continue;
      }
      const from = old && !old.gone ? this.now(old, time) : { ...place, size: 0 };
      const until = moves && this.newest > 0 ? time + WAY : 0;
      this.known.set(id, { ...place, from, begun: time, until });
    }
    for (const [id, old] of this.known) {
      if (at.has(id) || old.gone && time < old.until) continue;
      if (old.gone || !moves) this.known.delete(id);
      else {
        const from = this.now(old, time);
        Object.assign(old, { from, x: old.home.x, y: old.home.y, size: 0, begun: time, until: time + WAY, gone: true });
      }
    }
    for (const line of frame.journal) {
      if (line.number <= this.newest || !line.visits || !moves || this.newest === 0) continue;
      for (const visit of line.visits) this.visited(visit, slotAt(visit), time);
    }
    this.marks = this.marks.filter((mark) => time < mark.until);
    this.newest = newest;
  }

  // The host has looked into a slot.
  visited({ stays, late }, place, time) {
    if (!place) return;
    const waits = (left) => left > 0 ? `${count(left, "lap")} left` : "next lap";
    const words = stays.slice(0, 3).map(([id, left]) => `#${id}: ${waits(left)}`);
    if (late) words.unshift("armed late");
    this.marked += 1;
    this.marks.push({ ...place, words, begun: time, until: time + (words.length > 0 ? WORD : MARK) });
  }

  now(it, time) {
    if (time >= it.until) return it;
    const part = ease(Math.min(1, (time - it.begun) / WAY));
    return { ...it, x: between(it.from.x, it.x, part), y: between(it.from.y, it.y, part),
      size: between(it.from.size, it.size, part) };
  }

  draw(context, colours, font) {
    const time = performance.now();
    context.save();
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const mark of this.marks) {
      if (time >= mark.begun + MARK) continue;
      const part = (time - mark.begun) / MARK;
      context.globalAlpha = 1 - part;
      context.strokeStyle = colours.now;
      context.lineWidth = 3;
      context.beginPath();
      context.arc(mark.x, mark.y, mark.size * (1 + part * 1.5), 0, TURN);
      context.stroke();
    }
    context.globalAlpha = 1;
    for (const [id, it] of this.known) this.timer(context, colours, font, id, this.now(it, time));
    for (const mark of this.marks) this.words(context, colours, font, mark, time);
    context.restore();
  }

  timer(context, colours, font, id, { x, y, size, laps, below }) {
    if (size < 1) return;
    context.beginPath();
    context.arc(x, y, size, 0, TURN);
    context.fillStyle = colours.panel;
    context.fill();
    // The more laps it waits, the paler it is.
    context.globalAlpha = laps > 0 ? Math.max(0.12, 0.5 - 0.1 * laps) : 1;
    context.fillStyle = COLOURS[colour(id)];
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = COLOURS[colour(id)];
    context.lineWidth = 1.5;
    context.stroke();
    if (size < LEAST + 1) return;
    const letters = String(id);
    context.fillStyle = laps > 0 ? colours.ink : "#ffffff";
    context.font = `650 ${Math.min(size * 1.2, size * 2.6 / letters.length)}px ${font}`;
    context.fillText(letters, x, y + 0.5);
    if (below) {
      context.fillStyle = colours.quiet;
      context.font = `${Math.max(11, size * 0.75)}px ${font}`;
      context.strokeStyle = colours.panel;
      context.lineWidth = 4;
      context.strokeText(below, x, y + size + Math.max(9, size * 0.6));
      context.fillText(below, x, y + size + Math.max(9, size * 0.6));
    }
    if (laps === 0 || size < ROOMY) return;
    const small = Math.max(size * 0.52, 6);
    const [left, top] = [x + size * 0.85, y - size * 0.85];
    context.beginPath();
    context.arc(left, top, small, 0, TURN);
    context.fillStyle = colours.ink;
    context.fill();
    context.fillStyle = colours.panel;
    context.font = `650 ${small * 1.5}px ${font}`;
    context.fillText(laps, left, top + 0.5);
  }

  words(context, colours, font, { x, y, size, words, begun, until, inwards }, time) {
    if (words.length === 0 || time >= until) return;
    const rise = 10 * ease((time - begun) / WORD);
    context.font = `650 ${Math.max(13, Math.min(size, 17))}px ${font}`;
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeStyle = colours.panel;
    context.fillStyle = colours.ink;
    words.forEach((word, row) => {
      const [left, top] = [x + inwards.x, y + inwards.y + row * 18 - rise];
      context.strokeText(word, left, top);
      context.fillText(word, left, top);
    });
  }
}

// The timers of a tree under each other, in a drawing of this width and height; the links between them; all from `top`.
export function treeOf(nodes, width, top, height) {
  const below = new Map(nodes.map(({ id }) => [id, [null, null]]));
  let root = null;
  for (const { id, above } of nodes) {
    if (above) below.get(above[0])[above[1] ? 1 : 0] = id;
    else root = id;
  }
  const order = [];
  const walk = (id, depth) => {
    if (id === null) return;
    walk(below.get(id)[0], depth + 1);
    order.push([id, depth]);
    walk(below.get(id)[1], depth + 1);
  };
  walk(root, 0);
  const deepest = Math.max(0, ...order.map(([, depth]) => depth));
  const each = Math.min(70, (width - 12) / Math.max(order.length, 1));
  const level = Math.min(80, (height - top) / (deepest + 1));
  const size = Math.max(LEAST, Math.min(16, each * 0.8, level * 0.3));
  const left = (width - each * order.length) / 2;
  const places = new Map(order.map(([id, depth], number) =>
    [id, { x: left + each * (number + 0.5), y: top + level * depth + size + 4, size }]));
  const links = nodes.filter(({ above }) => above).map(({ id, above }) => [places.get(above[0]), places.get(id)]);
  return { places, links, wide: each >= 34 && level >= 44 };
}
