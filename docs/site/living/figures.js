// What each figure of the article shows and lets one change.

const slider = (says, least, value, most, more = {}) => ({ says, least, value, most, ...more });
const N = (value, most = 40) => slider("n, timers", 1, value, most);
const T = (value, most, more = {}) => slider("T, ticks", 2, value, most, more);
const INTERVAL = (value, most, least = 1) => slider("interval", least, value, most, { later: true });
const SPREAD = (value = "uniform") => ({
  says: "intervals", value, choices: { uniform: "uniform", exponential: "exponential", equal: "equal" },
});
const SHAPE = (value, choices) => ({ says: "tree", value, choices });
const TREES = { unbalanced: "unbalanced", balanced: "balanced", leftist: "leftist", endorder: "end-order" };

const HAND = "Click a timer, or choose it with the arrow keys and press Enter, to stop it.";
const LOAD = "Each timer that expires or is stopped is started again.";
const ticks = (count) => Array.from({ length: count }, () => "tick");
const names = (places) => new Set(places.map(({ name }) => name));

// Timers that a tick has looked at, as the scheme has it.
const all = (places) => names(places);
const inSlot = (places, _, now, { M }) => names(places.filter(({ slot }) => slot === now % M));
const taken = (places, _, now, { M }) => names(places.filter(({ slot, due }) => slot === now % M && due <= now));
const moved = (before, after) => {
  const slots = new Map(before.map(({ name, slot }) => [name, slot]));
  return names(after.filter(({ name, slot }) => slots.has(name) && slots.get(name) !== slot));
};
const earliest = (places) => {
  const first = Math.min(...places.map(({ due }) => due));
  return names(places.filter(({ due }) => due === first).slice(0, 1));
};

// Timers that a start has looked at: as many as the queue has counted.
const fromFront = (before, _, __, count) => names(before.slice(0, count));
const fromRear = (before, _, __, count) => count === 0 ? new Set() : names(before.slice(-count));
const fromEnd = (before, after, name, count, { end }) =>
  (end === "front" ? fromFront : fromRear)(before, after, name, count);
const inList = (before, after, name, count) => {
  const { slot } = after.find((place) => place.name === name);
  return fromRear(before.filter((place) => place.slot === slot), after, name, count);
};
const downTheTree = (_, after, name) => {
  const above = new Map(after.map((place) => [place.name, place.above]));
  const path = new Set();
  for (let at = above.get(name) ?? null; at !== null; at = above.get(at)) path.add(at);
  return path;
};

// A cost measured at each of some values of one setting, and at the present one.
function swept(values, here, cost) {
  const points = values.map((value) => [value, cost(value)]).filter(([, found]) => found !== null);
  return { points, here: cost(here) ?? undefined };
}
const line = (values, formula) => values.map((value) => [value, formula(value)]);
const up = (most, parts = 10) => Array.from({ length: parts }, (_, part) => Math.round(most * (part + 1) / parts));

const TREE_ROOM = { load: false, draw: "tree", path: downTheTree };
// Intervals that make a tree branch well.
const BRANCHING = [40, 22, 60, 12, 31, 50, 70, 8, 17];

export const FIGURES = {
  timer: {
    make: () => ({ scheme: "list" }), draw: "bars",
    settings: { interval: INTERVAL(9, 24) },
    begin: () => [14, "tick", 20, "tick", "tick", 6, "tick", 9],
    says: "D started at tick 4 with an interval of 9: it is due at tick 13.",
    hint: `Start timers and let time pass. ${HAND}`,
  },
  list: {
    make: () => ({ scheme: "list" }), draw: "list", load: true, looked: all, words: "looked at",
    settings: { n: N(6, 24), T: T(20, 60), spread: SPREAD() },
    begin: () => ticks(24), strip: { label: "timers looked at, each tick" },
    plotted: "Timers that each tick has looked at",
    hint: `Outlined: what the last tick has looked at. ${LOAD}`,
  },
  "list-cost": {
    settings: { n: N(24, 64), T: T(60, 200), spread: SPREAD() },
    plotted: "Timers that a tick looks at against n",
    curves: ({ n, T, spread }, measure) => {
      const values = up(64, 8);
      const cost = (n) => measure({ scheme: "list" }, { n, T, spread })?.tick ?? null;
      return {
        most: 64, across: "timers, n", up: "timers looked at a tick", here: { at: n },
        each: [{ name: "Scheme 1", ...swept(values, n, cost), says: "n", formula: line([0, ...values], (n) => n) }],
      };
    },
    hint: "Drag n. T changes nothing here. Each dot is counted by a queue that runs for some hundred ticks.",
  },
  ordered: {
    make: () => ({ scheme: "front" }), draw: "list", drawn: () => ({ order: "due" }), load: true,
    looked: (places) => names(places.slice(0, 1)), words: "took",
    settings: { n: N(6, 24), T: T(20, 60), spread: SPREAD() },
    begin: () => ticks(24), strip: { label: "timers taken off the front, each tick" },
    plotted: "Timers that each tick has taken off the front",
    hint: `A tick compares with the first timer only, and takes it if it is due. ${LOAD}`,
  },
  "ordered-start": {
    make: ({ end }) => ({ scheme: end }), draw: "list", drawn: () => ({ order: "due" }), path: fromEnd,
    looked: (places) => names(places.slice(0, 1)),
    settings: { interval: INTERVAL(19, 40), end: { says: "search", value: "front",
      choices: { front: "from the front", rear: "from the rear" } } },
    begin: () => [8, 14, 30, 36, 22, 17, 19], says: "G started, due at tick 19.",
    hint: `Outlined: what the start has looked at. Drag the interval, and start a timer. ${HAND}`,
  },
  "ordered-cost": {
    settings: { n: N(40, 64), spread: SPREAD() },
    plotted: "Timers that a start in an ordered list looks at against n",
    curves: ({ n, spread }, measure) => {
      const values = up(64, 8);
      const parts = { uniform: { front: [2 / 3, "2n/3"], rear: [1 / 3, "n/3"] },
        exponential: { front: [1 / 2, "n/2"], rear: [1 / 2, "n/2"] }, equal: {} }[spread];
      const each = ["front", "rear"].map((scheme) => {
        const cost = (n) => measure({ scheme }, { n, T: 1000, spread })?.start ?? null;
        const formula = parts[scheme];
        return { name: `from the ${scheme}`, ...swept(values, n, cost), says: formula?.[1],
          formula: formula && line([0, ...values], (n) => formula[0] * n) };
      });
      return { most: 64, across: "timers, n", up: "timers that a start looks at", here: { at: n }, each };
    },
    hint: "Choose the intervals, and drag n. T is 1,000 ticks.",
  },
  tree: {
    ...TREE_ROOM, make: ({ shape }) => ({ scheme: shape }), looked: earliest,
    settings: { interval: INTERVAL(26, 80), shape: SHAPE("unbalanced", TREES) },
    begin: () => [...BRANCHING, 26], says: "J started, due at tick 26.",
    hint: `Outlined: the timers from the root to the new one. ${HAND}`,
  },
  degenerate: {
    ...TREE_ROOM, make: ({ shape }) => ({ scheme: shape }), looked: earliest,
    settings: { interval: INTERVAL(40, 80), shape: SHAPE("unbalanced", TREES) },
    begin: () => [...Array.from({ length: 7 }, () => [40, "tick"]).flat(), 40],
    says: "All eight have an interval of 40.",
    hint: "Press Start a timer and Tick in turn. Then choose another tree.",
  },
  "tree-cost": {
    settings: { n: N(64, 128), spread: SPREAD("equal") },
    plotted: "Timers that a start in a tree looks at against n",
    curves: ({ n, spread }, measure) => {
      const values = up(128, 8);
      const each = [["unbalanced", "unbalanced"], ["balanced", "balanced"]].map(([scheme, name]) => {
        const cost = (n) => measure({ scheme }, { n, T: 1000, spread })?.start ?? null;
        return { name, ...swept(values, n, cost) };
      });
      each.push({ name: "log2 n", formula: line([1, 2, 4, 8, ...values], (n) => Math.log2(n)) });
      return { most: 128, across: "timers, n", up: "timers that a start looks at",
        here: { at: n }, each };
    },
    hint: "Choose the intervals, and drag n. What a balanced tree moves is counted too.",
  },
  slots: {
    make: ({ M }) => ({ scheme: "basic", slots: M }), draw: "row",
    settings: { interval: INTERVAL(7, 32), M: slider("M, slots", 8, 16, 32) },
    begin: () => [5, 9, 3, "tick", 6, "tick", 12],
    hint: `The triangle is the walk. At the end of the row it goes on at the beginning. ${HAND}`,
  },
  wheel: {
    make: ({ M }) => ({ scheme: "basic", slots: M }), draw: "ring", words: "looked at",
    settings: { interval: INTERVAL(7, 64), M: slider("M, slots", 4, 16, 64) },
    begin: () => [5, 9, 3, "tick", 6, "tick", 12, 14],
    hint: `A timer goes as many slots ahead of the cursor as its interval has ticks. ${HAND}`,
  },
  fifo: {
    make: () => ({ scheme: "basic", slots: 8 }), draw: "ring",
    interval: ({ queue }) => (5 - queue.counts().now % 8 + 8) % 8 || 8,
    settings: {}, begin: () => [5, "tick", 4, "tick", 3],
    says: "A, B and C wait in slot 5, and leave in this order.",
    hint: `Each start here is for slot 5. The timer next to the slot is the first to leave. ${HAND}`,
  },
  lap: {
    make: ({ M }) => ({ scheme: "hashed", slots: M }), draw: "ring", looked: inSlot, words: "looked at",
    settings: { interval: INTERVAL(20, 100), M: slider("M, slots", 4, 8, 32) },
    begin: () => [20], says: "A is due at tick 20, in slot 20 mod 8 = 4. Until then the cursor comes by twice.",
    hint: `The number at a timer says how many laps are left; a paler colour, that there are some. ${HAND}`,
  },
  scheme5: {
    make: ({ M }) => ({ scheme: "ordered", slots: M }), draw: "ring", path: inList, looked: taken, words: "looked at",
    settings: { interval: INTERVAL(13, 100), M: slider("M, slots", 4, 8, 32) },
    begin: () => [21, 5, 3, 11, 6, 14, 13], says: "G started, due at tick 13: behind B, and before A of a later lap.",
    hint: `In each slot the timer that is due first is next to the slot. ${HAND}`,
  },
  scheme6: {
    make: ({ M }) => ({ scheme: "hashed", slots: M }), draw: "ring", load: true, looked: inSlot, words: "looked at",
    settings: { n: N(16, 60), T: T(80, 200), M: slider("M, slots", 4, 16, 64), spread: SPREAD() },
    begin: () => ticks(71),
    strip: { label: "timers looked at, each tick", wanted: ({ n, M }) => ({ says: "n/M", value: n / M }) },
    plotted: "Timers that each tick has looked at",
    hint: `Outlined: what the last tick has looked at. ${LOAD}`,
  },
  hash: {
    make: ({ M }) => ({ scheme: "hashed", slots: M }), draw: "ring", load: true, looked: inSlot, words: "looked at",
    first: (name, { M, where }) => where === "one" ? M * (1 + name % 3) : 1 + (name * 7) % (3 * M),
    // Each stays in its slot.
    next: ({ M }) => 3 * M,
    settings: {
      n: N(12, 40), M: slider("M, slots", 4, 16, 64),
      where: { says: "timers", value: "one", choices: { one: "all in one slot", spread: "spread" } },
    },
    begin: () => ticks(70),
    strip: { label: "timers looked at, each tick", wanted: ({ n, M }) => ({ says: "n/M", value: n / M }) },
    plotted: "Timers that each tick has looked at",
    hint: "Change where the timers are: the peaks differ, the average does not.",
  },
  "scheme6-cost": {
    settings: { n: N(32, 64), T: T(256, 1024), M: slider("M, slots", 4, 16, 128, { powers: true }), spread: SPREAD() },
    plotted: "Timers that a tick of Scheme 6 looks at against M",
    curves: ({ n, T, M, spread }, measure) => {
      const values = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];
      const cost = (slots) => measure({ scheme: "hashed", slots }, { n, T, spread })?.tick ?? null;
      return {
        least: 4, most: 128, across: "slots, M", up: "timers looked at a tick", here: { at: M },
        each: [{ name: "Scheme 6", ...swept(values, M, cost), says: "n/M", formula: line(values, (M) => n / M) }],
      };
    },
    hint: "Drag M, n and T. With short intervals the dots are above n/M: the last look at a timer counts in full.",
  },
  scheme7: {
    make: ({ M }) => ({ scheme: "hierarchy", slots: M, wheels: 3 }), draw: "rings", looked: moved, works: "moved",
    words: "moved",
    settings: { interval: INTERVAL(84, 300), M: slider("slots of a wheel", 4, 8, 16) },
    begin: () => [84, 21, 5, "tick", "tick"],
    says: "A waits on wheel 2, B on wheel 1, C on wheel 0.",
    hint: `Press Run, and follow A from wheel to wheel. ${HAND}`,
  },
  choose: {
    settings: {
      n: N(32, 64), T: slider("T, ticks", 8, 128, 1024, { powers: true }),
      M: slider("M, slots in all", 16, 64, 128, { powers: true }),
      m: { says: "m, wheels", value: "2", choices: { 2: "2", 4: "4" } },
    },
    plotted: "Timers that a tick looks at or moves against T",
    curves: ({ n, T, M, m }, measure) => {
      const wheels = Number(m);
      const slots = M / wheels;
      const longest = Math.min(1024, Math.floor((slots ** wheels - slots ** (wheels - 1)) / 2));
      const values = [8, 16, 32, 64, 128, 256, 384, 512, 768, 1024].filter((value) => value <= 1024);
      const load = (T) => ({ n, T, spread: "uniform" });
      const hashed = (T) => measure({ scheme: "hashed", slots: M }, load(T))?.tick ?? null;
      const hierarchy = (T) => {
        const cost = T > longest ? null : measure({ scheme: "hierarchy", slots, wheels }, load(T));
        return cost && cost.moved + cost.expired;
      };
      return {
        least: 8, most: 1024, across: "mean interval, T", up: "timers looked at or moved a tick", here: { at: T },
        each: [
          { name: "Scheme 6", ...swept(values, T, hashed), says: "n/M", formula: line(values, () => n / M) },
          { name: "Scheme 7", ...swept(values, T, hierarchy), says: "n m/T, the most",
            formula: line([8, 10, 12, 14, 16, 20, 24, ...values.slice(2)], (T) => n * wheels / T) },
        ],
      };
    },
    hint: "Drag T, n and M. A look and a move count alike here. Two wheels of few slots take no long intervals.",
  },
  busy: {
    make: ({ M }) => ({ scheme: "hashed", slots: M }), draw: "ring", load: true, looked: inSlot, interrupts: true,
    settings: { n: N(4, 24), T: T(60, 200), M: slider("M, slots", 8, 32, 64), spread: SPREAD() },
    begin: () => ticks(40), strip: { label: "timers looked at by the host, each tick" },
    plotted: "Timers that the host has looked at in each tick",
    hint: "Filled slots are busy bits that are set. Gaps in the plot are ticks at which the host slept.",
  },
};
