// Words and numbers: FIFO, counters, queues, journal, and a summary for users who cannot see the wheels.

import { MOST_CELLS } from "./drum.js";
import { colour } from "./timers.js";
import { count, part, whole } from "./words.js";

const at = (id) => document.getElementById(id);
// The FIFO's places that are drawn.
const MOST_PLACES = 32;
// The summary is spoken so often at most while the clock runs, in milliseconds.
const SPEAK_EVERY = 4000;
// From here on, in ticks, the page says why the cursor is behind.
const MUCH_BEHIND = 32;

function element(name, text = "", classes = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (classes) made.className = classes;
  return made;
}

const COUNTERS = [
  ["outstanding", "timers run"],
  ["stopped", "stopped"],
  ["expired", "expired"],
  ["interrupts", "interrupts"],
  ["events", "events"],
  ["empty_events", "empty events"],
  ["late_events", "late events"],
  ["examined", "examined"],
  ["migrated", "migrated"],
  ["transfers", "bus transfers"],
  ["late_most", "latest, ticks"],
  ["refused", "refused"],
  ["wrong", "wrong"],
];
// Those that are 0 while all is well.
const ALARMING = ["refused", "wrong"];

// What the timer chip beside it counts as well.
const BESIDE_NAMES = ["outstanding", "stopped", "expired", "interrupts", "transfers", "wrong"];
const BESIDE = COUNTERS.filter(([name]) => BESIDE_NAMES.includes(name));

// What one sees.
const VISIT = "The cursor follows the time. At a busy slot (amber) the chip interrupts the host";
const WAITS = "Each timer waits in the slot of the tick at which it is due";
const SENTENCES = {
  scheme3: "The host keeps its timers in a tree, and sets the chip's alarm to the tick of the earliest one. It is " +
    "interrupted then.",
  scheme4: `${WAITS}. ${VISIT}, which hands out the slot's timers.`,
  scheme5: `${WAITS}, for some laps if that is far away. ` +
    `${VISIT}, which hands out those at the front of the slot's list that are due.`,
  scheme6: `${WAITS}, for some laps if that is far away. ` +
    `${VISIT}, which looks at the slot's timers and hands out those that are due.`,
  scheme7: "Each timer waits on the finest wheel that reaches its tick; each wheel is slower than the one " +
    `before. ${VISIT}, which moves the slot's timers to a finer wheel or hands them out.`,
  ticked: "Here the chip does not help: it interrupts the host at every tick, and the host turns the wheel itself.",
};

// What the paper says of the events that a timer takes.
const PAPER = {
  scheme3: "the alarm stands at the earliest timer: at most about 1",
  scheme4: "one visit, when it is due: at most 1",
  scheme5: "T/M (the interval by the number of slots), at least 1 for a timer that expires",
  scheme6: "T/M (the interval by the number of slots), at least 1 for a timer that expires",
  scheme7: "at most m, the number of wheels",
  ticked: "T, an interrupt for every tick that a timer runs",
};

// A few of them, and how many more there are.
const few = (all, say) => [...all.slice(0, 3).map(say), ...all.length > 3 ? [`and ${whole(all.length - 3)} more`] : []];

// What the host has done at an interrupt besides handing out timers.
function served(visits) {
  const stays = ([id, laps]) => `timer ${id} stays, ${laps > 0 ? `${count(laps, "lap")} left` : "due in its next lap"}`;
  const moves = ([id, wheel, slot]) => `timer ${id} moves to wheel ${wheel}, slot ${slot}`;
  const said = visits.map(({ wheel, slot, late, ...visit }) => {
    const done = [...late ? ["armed after its visit and reported late"] : [], ...few(visit.stays, stays),
      ...few(visit.moves, moves)];
    return done.length > 0 && `slot ${slot}${wheel > 0 ? ` of wheel ${wheel}` : ""}: ${done.join("; ")}`;
  }).filter(Boolean);
  return said.join(". ") || "the interrupt was served";
}

export class Panels {
  constructor(send, bus) {
    this.send = send;
    this.bus = bus;
    this.spoken = 0;
    this.places = [];
    this.values = new Map();
    for (const [name, text] of COUNTERS) {
      const box = element("div");
      const value = element("dd", "0");
      const heading = element("dt", text);
      heading.dataset.term = name;
      box.append(heading, value);
      at("counter-list").append(box);
      this.values.set(name, { box, value });
    }
    // The timers of the queues' table; it may be written anew between press and release.
    at("queue").addEventListener("pointerdown", (event) => this.choose(event));
    at("queue").addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.choose(event);
    });
  }

  choose(event) {
    const pill = event.target.closest("[data-timer]");
    if (pill) at("timer-form").elements.id.value = pill.dataset.timer;
  }

  build(greeting) {
    this.config = greeting.config;
    // A board's busy bits, and the events behind the head, cannot be read.
    this.isBoard = greeting.board;
    at("busy-legend").textContent = this.isBoard ? "busy (by the host's queues)" : "busy bit (chip)";
    at("busy-heading").textContent = this.isBoard ? "busy (host)" : "busy";
    at("registers-text").textContent = this.isBoard
      ? "As last read over the cable, one after the other. Writing takes a transfer."
      : "What a host would read now. Reading them here takes no clock; writing takes a transfer.";
    this.queueText = null;
    this.lag = [];
    const { model, scheme, wheels, prescale, hold } = greeting.config;
    at("stage").classList.toggle("several", wheels.length > 1);
    for (const it of document.querySelectorAll("#slot-form, .legend .busy, .legend .cursor")) {
      it.hidden = scheme === "scheme3";
    }
    at("drums-title").textContent = scheme === "scheme3" ? "Tree" : "Wheels";
    at("sentence").textContent = SENTENCES[scheme];
    const slots = wheels.length === 1 ? count(wheels[0], "slot") : `wheels of ${wheels.join(", ")} slots`;
    const together = Math.ceil(Math.max(...wheels) / MOST_CELLS);
    at("drum-text").hidden = together === 1;
    at("drum-text").textContent = `A cell of the largest ring stands for ${whole(together)} slots: the more of them ` +
      "are busy, the darker it is.";
    const name = scheme === "ticked" ? "Scheme 6, ticked" : `Scheme ${scheme.slice(-1)}`;
    const ticks = `${count(prescale, "clock")} a tick${hold ? ", HOLD" : ""}`;
    at("what").textContent = `${this.isBoard ? model : `chip ${model}`}, ${name}, ${slots}, ${ticks}`;
  }

  show(frame) {
    this.fifo(frame.fifo);
    this.counters(frame.counters);
    this.beside(frame);
    this.queue(frame);
    this.journal(frame.journal);
    this.behind(frame);
    this.summary(frame);
    at("irq").textContent = frame.irq ? "irq high" : "irq low";
    at("irq").classList.toggle("on", frame.irq);
    at("asleep").textContent = frame.asleep ? "host asleep" : "host awake";
    at("asleep").classList.toggle("on", frame.asleep);
  }

  // Why the cursor is far behind now.
  behind({ now, cursor, asleep, fifo, running, scene }) {
    const behind = now - cursor;
    const time = performance.now();
    this.lag = this.lag.filter((it) => time - it.time < 2000 && it.now <= now);
    const falls = this.lag.length > 0 && behind < this.lag[0].behind;
    if (running && !scene?.over) this.lag.push({ time, now, behind });
    at("behind").hidden = behind < MUCH_BEHIND || this.isBoard;
    if (at("behind").hidden) return;
    const far = `The cursor is ${count(behind, "tick")} behind the time`;
    const why = asleep ? fifo.level === fifo.depth
        ? ": the host sleeps and the event FIFO is full, so the chip waits."
        : ": the host sleeps, and the chip waits for it."
      : falls ? " and is catching up."
      : `. This is an overload: events come faster than the host can serve them over its bus. A tick has ` +
        `${count(this.config.prescale, "clock")}, and one access takes several. Longer ticks, fewer timers or, for ` +
        "long intervals, a larger wheel help.";
    at("behind").textContent = far + why;
  }

  fifo({ depth, level, events, more }) {
    const shown = this.isBoard ? 1 : Math.min(depth, MOST_PLACES);
    if (this.places.length !== shown) {
      this.places = Array.from({ length: shown }, () => element("li"));
      at("events").replaceChildren(...this.places);
    }
    this.places.forEach((place, index) => {
      const event = events[index];
      place.className = event ? `full${event.late ? " late" : ""}` : "";
      const text = event ? `slot ${event.slot}${event.wheel ? `, wheel ${event.wheel}` : ""}` : "";
      const small = event ? `${event.late ? "late, " : ""}tick ${whole(event.tick)}` : "";
      if (place.dataset.text !== text + small) {
        place.dataset.text = text + small;
        place.replaceChildren(text, element("small", small));
      }
    });
    const head = more ? "the head; more events follow" : "the head, the only event";
    at("fifo-text").textContent = this.isBoard
      ? `${events.length === 0 ? "no event" : head}; room for ${whole(depth)}`
      : level === depth
      ? `full: ${count(depth, "event")}; the cursor waits at the next busy slot`
      : `${whole(level)} of ${count(depth, "event")}`;
  }

  counters(counters) {
    for (const [name, { box, value }] of this.values) {
      value.textContent = whole(counters[name]);
      box.classList.toggle("wrong", ALARMING.includes(name) && counters[name] > 0);
    }
    const { scheme } = this.config ?? {};
    const measured = counters.events_a_timer;
    const said = counters.paper;
    const found = measured === null ? "none yet" : part(measured);
    at("paper").textContent = said === null ? "" :
      `Timers ran for T = ${part(counters.lived_mean)} ticks on average, of ${part(counters.interval_mean)} ` +
      `asked for. Events for each timer: ${found}. ` +
      `The paper: ${PAPER[scheme] ?? ""}, here ${part(said)}.`;
  }

  beside({ beside, counters }) {
    at("beside").hidden = !this.config?.beside;
    if (!this.config?.beside) return;
    at("beside-text").textContent = beside === null
      ? "The timer chip cannot go back in time. Begin anew to compare again, or to see its lists."
      : `The timer chip has also made ${count(beside.memory, "transfer")} on the bus of its own memory.`;
    if (beside === null) return at("beside-rows").replaceChildren();
    at("beside-rows").replaceChildren(...BESIDE.map(([name, text]) => {
      const row = element("tr");
      row.append(element("th", text), element("td", whole(counters[name])), element("td", whole(beside[name])));
      return row;
    }));
  }

  queue(frame) {
    const rows = frame.heap.length > 0
      ? frame.heap.map(([id, due]) => ["", "", due - frame.now - frame.epoch, [[id, due]], 1])
      : frame.queue.map(({ wheel, slot, busy, ahead, timers, count }) => {
        const place = frame.wheels.length > 1 ? `${wheel}: ${slot}` : slot;
        return [place, busy ? "●" : "", ahead, timers, count];
      });
    const text = JSON.stringify(rows);
    if (text !== this.queueText) {
      this.queueText = text;
      at("queue").replaceChildren(...rows.map((row) => this.row(row, frame)));
    }
    const due = frame.due.length > 0 ? `; ${count(frame.due.length, "timer")} due` : "";
    at("queue-text").textContent = rows.length === 0
      ? "no timers"
      : `busy: ${count(frame.busy_slots, "slot")}; those that come next are listed${due}`;
  }

  row([slot, busy, ahead, timers, all], frame) {
    const row = element("tr");
    const cell = element("td");
    for (const [id, due] of timers) {
      const left = due - frame.now - frame.epoch;
      const pill = element("button", `#${id}`, `pill c${colour(id)}`);
      pill.dataset.timer = id;
      const when = left < 0 ? `${count(-left, "tick")} ago` : `in ${count(left, "tick")}`;
      pill.title = `timer ${id}, due at tick ${whole(due)}, ${when}: choose it`;
      const laps = Math.floor((left - 1) / frame.wheels[0].slots);
      if (laps > 0 && frame.wheels.length === 1) pill.append(` ${count(laps, "lap")}`);
      cell.append(pill);
    }
    if (all > timers.length) cell.append(`and ${whole(all - timers.length)} more`);
    const comes = ahead < 0 ? `overdue by ${count(-ahead, "tick")}` : count(ahead, "tick");
    row.append(element("td", slot), element("td", busy, "dot"), element("td", comes), cell);
    return row;
  }

  journal(lines) {
    const newest = lines.at(-1)?.number ?? 0;
    if (newest === this.newest) return;
    this.newest = newest;
    const say = (line) => ({
      started: () => `timer ${line.id} started for ${count(line.interval, "tick")}`,
      stopped: () => `timer ${line.id} stopped`,
      expired: () => `timer ${line.id} expired, due at ${whole(line.due)}`,
      served: () => served(line.visits),
      said: () => line.text,
    })[line.what]();
    at("lines").replaceChildren(...lines.toReversed().map((line) => {
      const item = element("li");
      item.append(element("b", whole(line.tick)), ` ${say(line)} `);
      if (line.id) item.classList.add(`c${colour(line.id)}`);
      if (line.transfers.length > 0) item.append(element("code", this.bus.all(line)));
      return item;
    }));
  }

  summary(frame) {
    const still = !frame.running || frame.scene?.over;
    if (!still && performance.now() - this.spoken < SPEAK_EVERY) return;
    const behind = frame.now - frame.cursor;
    const text = `Tick ${whole(frame.now)}, cursor ${behind > 1 ? `${count(behind, "tick")} behind` : "up to date"}, ` +
      `${count(frame.counters.outstanding, "timer")} in ${count(frame.busy_slots, "busy slot")}, ` +
      `${frame.fifo.more ? `${whole(frame.fifo.level)} or more events` : count(frame.fifo.level, "event")} waiting, ` +
      `interrupt ${frame.irq ? "high" : "low"}.`;
    if (at("summary").textContent === text) return;
    this.spoken = performance.now();
    at("summary").textContent = text;
    at("drum").setAttribute("aria-label", `The wheels. ${text}`);
  }
}
