// Where everything is in a drawing of some width: what stands still, and a place for each timer.

import { svg, text } from "./svg.js";

const TURN = 2 * Math.PI;
const CELL = 56;
const LEVEL = 46;
// The smallest letters, and the smallest circle that has room for a name.
export const LEAST_NAMED = 8;

const due = ({ due }, now) => `${due - now} left`;

// A tick as the time of day, where ticks are seconds.
export function timeOf(tick) {
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  return `${two(tick % 86400 / 3600)}:${two(tick % 3600 / 60)}:${two(tick % 60)}`;
}

// Chips one behind the other, in rows.
function list({ places, now }, width, { order }) {
  const across = Math.max(3, Math.floor(width / CELL));
  const at = new Map();
  const still = [];
  const each = Math.min(CELL + 8, width / across);
  places.forEach((place, number) => {
    const x = (number % across) * each + each / 2;
    const y = Math.floor(number / across) * 58 + 24;
    at.set(place.name, { x, y, size: 15, below: order === "due" ? `due ${place.due}` : due(place, now) });
    if (number % across > 0) {
      still.push(svg("line", { x1: x - each + 17, x2: x - 17, y1: y, y2: y, class: "link" }));
    }
  });
  const lines = Math.max(1, Math.ceil(places.length / across));
  if (places.length === 0) still.push(text(width / 2, 30, "No timer is outstanding.", { class: "quiet middle" }));
  return { at, still, height: lines * 58 + 6 };
}

// A bar for each timer, from its start to the tick at which it is due; now stands still, and time goes by.
function bars({ places, now, started }, width) {
  const [before, after] = [10, 26];
  const each = (width - 24) / (before + after);
  const x = (tick) => 12 + (tick - now + before) * each;
  const at = new Map();
  const still = [];
  const sorted = [...places].sort((one, other) => one.name - other.name);
  const bottom = Math.max(sorted.length, 4) * 32 + 26;
  for (let tick = Math.max(0, Math.ceil((now - before) / 5) * 5); tick <= now + after; tick += 5) {
    still.push(svg("line", { x1: x(tick), x2: x(tick), y1: 18, y2: bottom, class: "grid" }));
    still.push(text(x(tick), bottom + 14, tick, { class: "quiet middle" }));
  }
  sorted.forEach((place, row) => {
    const y = row * 32 + 38;
    const from = Math.max(x(started.get(place.name) ?? now), 2);
    const to = Math.min(x(place.due), width - 2);
    still.push(svg("rect", { x: from, y: y - 7, width: Math.max(to - from, 1), height: 14, rx: 4, class: "bar",
      "data-name": place.name }));
    at.set(place.name, { x: to - 14, y, size: 12, before: due(place, now) });
  });
  still.push(svg("line", { x1: x(now), x2: x(now), y1: 16, y2: bottom, class: "now" }));
  still.push(text(x(now), 12, `now ${now}`, { class: "strong middle" }));
  return { at, still, height: bottom + 22 };
}

// A tree of links, the root above.
function tree({ places }, width) {
  const below = new Map(places.map(({ name }) => [name, [null, null]]));
  let root = null;
  for (const { name, above, right } of places) {
    if (above === null) root = name;
    else below.get(above)[right ? 1 : 0] = name;
  }
  const order = [];
  const walk = (name, depth) => {
    if (name === null) return;
    walk(below.get(name)[0], depth + 1);
    order.push([name, depth]);
    walk(below.get(name)[1], depth + 1);
  };
  walk(root, 0);
  const ticks = new Map(places.map((place) => [place.name, place.due]));
  const each = Math.min(46, (width - 20) / Math.max(order.length, 1));
  const left = (width - each * order.length) / 2;
  const deepest = Math.max(0, ...order.map(([, depth]) => depth));
  const level = deepest > 6 ? 30 : LEVEL;
  const size = Math.max(Math.min(14, each * 0.75), LEAST_NAMED);
  const at = new Map();
  order.forEach(([name, depth], number) => {
    at.set(name, { x: left + each * (number + 0.5), y: depth * level + 22, size,
      below: each >= 30 && level === LEVEL ? ticks.get(name) : undefined,
      after: each >= 30 && level < LEVEL ? ticks.get(name) : undefined });
  });
  const still = places.filter(({ above }) => above !== null).map(({ name, above }) => {
    const [from, to] = [at.get(above), at.get(name)];
    return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "link" });
  });
  if (places.length === 0) still.push(text(width / 2, 30, "No timer is outstanding.", { class: "quiet middle" }));
  return { at, still, height: (deepest + 1) * level + 22 };
}

// The slots of a wheel as an array, the timers below.
function row({ places, now }, width, { slots }) {
  const each = Math.min(44, (width - 8) / slots);
  const left = (width - each * slots) / 2;
  const at = new Map();
  const still = [];
  const cursor = now % slots;
  const size = Math.max(Math.min(13, each * 0.45), LEAST_NAMED);
  const filled = new Map();
  for (const place of places) {
    const depth = filled.get(place.slot) ?? 0;
    filled.set(place.slot, depth + 1);
    at.set(place.name, { x: left + each * (place.slot + 0.5), y: 82 + depth * (2 * size + 3), size });
  }
  for (let slot = 0; slot < slots; slot += 1) {
    const busy = filled.has(slot) ? " busy" : "";
    const here = slot === cursor ? " here" : "";
    still.push(svg("rect", { x: left + each * slot + 1, y: 36, width: each - 2, height: 26, rx: 3,
      class: `slot${busy}${here}` }));
    still.push(text(left + each * (slot + 0.5), 54, slot, { class: "number middle" }));
  }
  const x = left + each * (cursor + 0.5);
  still.push(svg("path", { d: `M${x - 7} 22 L${x + 7} 22 L${x} 33 Z`, class: "cursor" }));
  still.push(text(Math.min(Math.max(x, 26), width - 26), 14, `now ${now}`, { class: "strong middle" }));
  const deepest = Math.max(3, ...filled.values());
  return { at, still, height: 82 + deepest * (2 * size + 3) };
}

// One wheel around (cx, cy): its slots in the inner ring, the timers outside, the first one of a slot innermost.
function round({ still, at }, { cx, cy, radius, slots, first, step, unit, label, least }, places, now) {
  const inner = Math.round(radius * (slots <= 8 ? 0.37 : slots <= 16 ? 0.45 : 0.52));
  const thick = Math.round(Math.max(15, radius * 0.13));
  const angle = (slot) => (slot + 0.5) / slots * TURN - TURN / 4;
  const point = (slot, r) => [cx + r * Math.cos(angle(slot)), cy + r * Math.sin(angle(slot))];
  const of = new Map();
  for (const place of places) {
    const slot = place.slot - first;
    if (slot < 0 || slot >= slots) continue;
    of.set(slot, [...(of.get(slot) ?? []), place]);
  }
  const cursor = step % slots;
  // Where there is no room for all numbers.
  const apart = (every) => TURN * (inner - 11) * every / slots;
  const marked = [5, 6, 8, 15, 16].find((every) => slots % every === 0 && apart(every) >= 22) ?? slots;
  const half = TURN / slots / 2;
  const begin = inner + thick;
  const arc = TURN * (begin + 12) / slots;
  const size = Math.max(Math.min(12, arc * 0.48), least ?? 4.5);
  for (let slot = 0; slot < slots; slot += 1) {
    const corner = (r, side) => {
      const turn = angle(slot) + side * half * 0.94;
      return `${(cx + r * Math.cos(turn)).toFixed(1)} ${(cy + r * Math.sin(turn)).toFixed(1)}`;
    };
    const path = `M${corner(inner, -1)} A${inner} ${inner} 0 0 1 ${corner(inner, 1)} L${corner(begin, 1)} `
      + `A${begin} ${begin} 0 0 0 ${corner(begin, -1)} Z`;
    const busy = of.has(slot) ? " busy" : "";
    const here = slot === cursor ? " here" : "";
    still.push(svg("path", { d: path, class: `slot${busy}${here}` }));
    if (TURN * inner / slots > 15) {
      const [x, y] = point(slot, inner + thick / 2);
      still.push(text(x, y + 4, slot, { class: "number middle" }));
    } else if (slot % marked === 0) {
      const [x, y] = point(slot, inner - 11);
      still.push(text(x, y + 4, slot, { class: "number middle" }));
    }
  }
  const [x, y] = point(cursor, inner - 3);
  still.push(svg("line", { x1: cx, y1: cy, x2: x, y2: y, class: "hand" }));
  still.push(svg("circle", { cx, cy, r: 3, class: "cursor" }));
  for (const [slot, timers] of of) {
    const room = radius - begin - 2 * size;
    const between = Math.min(2 * size + 2, timers.length > 1 ? room / (timers.length - 1) : 0);
    // Smaller where they are close, but not so small that they lose their names.
    const fitting = timers.length > 1 ? Math.min(size, Math.max(between / 2 - 1, LEAST_NAMED)) : size;
    timers.forEach((place, depth) => {
      const [px, py] = point(slot, begin + size + 2 + depth * between);
      const laps = unit === 1 ? Math.max(0, Math.ceil((place.due - now) / slots) - 1) : 0;
      at.set(place.name, { x: px, y: py, size: fitting, laps });
    });
  }
  if (label) still.push(text(cx, cy + radius + 12, label, { class: "quiet middle" }));
}

function ring({ places, now }, width, { slots }) {
  const radius = Math.min(width, 350) / 2 - 4;
  const drawn = { still: [], at: new Map() };
  const where = { cx: width / 2, cy: radius + 22, radius, slots, first: 0, step: now, unit: 1 };
  round(drawn, where, places, now);
  drawn.still.push(text(width / 2, 14, `now ${now}`, { class: "strong middle" }));
  return { ...drawn, height: 2 * radius + 34 };
}

// The wheels of a hierarchy, the highest one first.
function rings({ places, now }, width, { slots, wheels }) {
  const most = 300;
  const across = Math.max(1, Math.min(wheels, Math.floor(width / 140)));
  const each = Math.min(most, width / across);
  const radius = each / 2 - 8;
  const left = (width - each * across) / 2;
  const drawn = { still: [], at: new Map() };
  for (let wheel = 0; wheel < wheels; wheel += 1) {
    const place = wheels - 1 - wheel;
    const unit = slots ** wheel;
    const label = wheel === 0 ? "wheel 0: a slot is a tick" : `wheel ${wheel}: a slot is ${unit} ticks`;
    round(drawn, {
      cx: left + each * (place % across + 0.5), cy: 24 + Math.floor(place / across) * (each + 16) + radius,
      radius, slots, first: wheel * slots, step: Math.floor(now / unit), unit: wheel === 0 ? 0 : unit, label,
    }, places, now);
  }
  drawn.still.push(text(width / 2, 14, `now ${now}`, { class: "strong middle" }));
  return { ...drawn, height: 24 + Math.ceil(wheels / across) * (each + 16) };
}

// The paper's wheels of hours, minutes and seconds; that of days stands still in its example.
function clock({ places, now }, width) {
  const wheels = [
    { slots: 24, first: 120, step: Math.floor(now / 3600), unit: 3600, label: "hours" },
    { slots: 60, first: 60, step: Math.floor(now / 60), unit: 60, label: "minutes" },
    { slots: 60, first: 0, step: now, unit: 0, label: "seconds" },
  ];
  const across = width >= 600 ? 3 : 2;
  const each = Math.min(300, width / across);
  const radius = each / 2 - 8;
  const left = (width - each * across) / 2;
  const drawn = { still: [], at: new Map() };
  wheels.forEach((wheel, number) => {
    round(drawn, { ...wheel, radius, least: 11, cx: left + each * (number % across + 0.5),
      cy: 24 + Math.floor(number / across) * (each + 16) + radius }, places, now);
  });
  const words = `day ${Math.floor(now / 86400)}, ${timeOf(now)}`;
  drawn.still.push(text(width / 2, 14, words, { class: "strong middle" }));
  return { ...drawn, height: 24 + Math.ceil(3 / across) * (each + 16) };
}

export const DRAWINGS = { list, bars, tree, row, ring, rings, clock };
