// The queues of `carillon-article`, as WebAssembly: the same code that programs use.

/* global EMBEDDED */

// What a scheme has for its number.
export const SCHEMES = {
  list: 0, front: 1, rear: 2, unbalanced: 3, balanced: 4, endorder: 5, leftist: 6, basic: 7, ordered: 8, hashed: 9,
  hierarchy: 10,
};
export const SPREADS = { equal: 0, uniform: 1, exponential: 2 };

let exported = null;
let made = 0;

// Compiles the WebAssembly that is part of the script.
export async function load() {
  const packed = Uint8Array.from(atob(EMBEDDED.article), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  exported = (await WebAssembly.instantiate(bytes, {})).instance.exports;
}

function numbers(count) {
  return Array.from(new Float64Array(exported.memory.buffer, exported.output(), count));
}

function rows(flat, width) {
  return Array.from({ length: flat.length / width }, (_, row) => flat.slice(row * width, (row + 1) * width));
}

// What it costs on average to keep n timers of T ticks outstanding; `null` if there is no such queue.
export function measure({ scheme, slots = 0, wheels = 0 }, { n, T, spread }) {
  const count = exported.measure(SCHEMES[scheme], slots, wheels, n, SPREADS[spread], T);
  if (count === 0) return null;
  const [start, tick, moved, expired, most] = numbers(count);
  return { start, tick, moved, expired, most };
}

export class Queue {
  constructor() {
    this.id = made;
    made += 1;
  }

  // Begins anew; false, and nothing is done, if there is no such queue.
  make({ scheme, slots = 0, wheels = 0 }, seed) {
    return exported.make(this.id, SCHEMES[scheme], slots, wheels, seed) === 1;
  }

  start(interval, name) {
    return exported.start(this.id, interval, name) === 1;
  }

  stop(name) {
    return exported.stop(this.id, name) === 1;
  }

  // The names of the timers that expire.
  tick() {
    return rows(numbers(exported.tick(this.id)), 2).map(([name]) => name);
  }

  draw({ spread, T }) {
    return exported.draw(this.id, SPREADS[spread], T);
  }

  counts() {
    const [now, outstanding, examined, moved, searched, longest] = numbers(exported.counts(this.id));
    return { now, outstanding, examined, moved, searched, longest };
  }

  // Where each timer is: in the order of the lists, or from the root down.
  places() {
    const named = (number) => number < 0 ? null : number;
    return rows(numbers(exported.places(this.id)), 5).map(([name, due, slot, above, right]) =>
      ({ name, due, slot: named(slot), above: named(above), right: right === 1 }));
  }

  sound() {
    return exported.sound(this.id) === 1;
  }
}
