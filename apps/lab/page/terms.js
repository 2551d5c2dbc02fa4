// What the page's words mean: shown by the pointer, by the keyboard's focus and by a touch.

import { prose } from "./words.js";

const TERMS = {
  now: "The chip's time, counted in ticks. The hand points at the slot of this tick.",
  cursor: "The last tick that the chip has finished: so far it has looked through the wheel. It follows `now`, and " +
    "waits where the event FIFO is full, so that no slot is missed.",
  busy: "The chip has one bit for each slot. The host sets it when it puts a timer there. This is all that the chip " +
    "knows of timers.",
  timers: "The timers themselves are in the host's memory, a list for each slot. Each has its number and its colour; " +
    "the small number, and how pale it is, tell the laps that it still waits. Of very many a bar tells how many.",
  wheel: "A ring of slots. At each tick the wheel turns by one slot; a timer waits in the slot of its tick.",
  slot: "One place of a wheel, for all ticks that leave the same remainder. Its timers can be stopped here, and one " +
    "can be started that is due when the cursor next comes to it.",
  tick: "The unit of the chip's time: so many clocks. Intervals are counted in ticks.",
  scheme: "How the host keeps its timers, by the numbers of the paper. It decides for which slots the chip interrupts.",
  room: "The host's memory for timers. One more than this is refused.",
  chip_beside: "A chip that keeps all timers itself, in a memory of its own. It gets the same timers, to compare.",
  lists: "The timer chip has a list for each slot in a memory of its own: the slot's head, then the records of its " +
    "timers, each with a link to the next one, and back to the head. The slot that is visited next comes first.",
  engine: "It does one thing at a time: a command of the host's, or the visit of one record. A visit reads the " +
    "record; a timer that is due is taken out of the list, the others stay for another lap.",
  fifo: "The events that the host has not acknowledged yet, the oldest one first.",
  irq: "The interrupt line to the host. It is high while an event waits.",
  sleep: "While it sleeps the host takes no interrupt. The chip keeps what it finds until the host is awake.",
  hold: "With HOLD the cursor waits at an event of an upper wheel until the host has served it. So a timer that " +
    "moves to a lower wheel is never late there.",
  laps: "Rounds of the wheel that a timer still has to wait. In each of them its slot comes by once, and the host " +
    "looks at it in vain.",
  overdue: "Where the cursor has fallen behind, slots are overdue that `now` has passed already.",
  outstanding: "Timers that were started, and have neither been stopped nor expired.",
  stopped: "Timers that were stopped before they were due.",
  expired: "Timers that the driver has handed out, as they were due.",
  interrupts: "How often the host was interrupted. It may serve several events each time.",
  events: "Busy slots that the cursor has met, and the host has acknowledged.",
  empty_events: "Events of slots without a timer: the last one had been stopped meanwhile.",
  late_events: "Events of timers that came into their slot when the cursor had just passed it. The chip notices that.",
  examined: "Timers that the host has looked at in the slots of events, whether they were due or not.",
  migrated: "Timers that were moved from one wheel to a finer one, as their time came near.",
  transfers: "Registers that the host has read and written, without those that started the chip.",
  late_most: "Ticks between the due tick of a timer and the moment in which it was handed out, at most.",
  refused: "Timers that were asked for and refused, for want of room or as the interval is too long. One that was to " +
    "follow another is then gone for good.",
  wrong: "Timers handed out too early, twice, or for another tick than asked for. Anything but 0 is a fault.",
  diagram: "Clock by clock: the interrupt line, the driver's transfers on the bus (written: full, read: empty), what " +
    "the host does, `now`, the cursor, the busy bit of the slot that is chosen, and the events in the FIFO.",
  prescale: "Clocks of the chip in one tick of its time.",
  stall: "Lets clocks pass between the host's read of `now` and its write that arms the slot, as an interrupt of " +
    "something else would. Then the slot may be armed too late.",
};

export class Terms {
  constructor(box) {
    this.box = box;
    const term = (event) => event.target.closest?.("[data-term]");
    document.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.show(term(event));
    });
    document.addEventListener("focusin", (event) => this.show(term(event)));
    document.addEventListener("focusout", () => this.show(null));
    document.addEventListener("click", (event) => this.show(term(event)));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.show(null));
    document.addEventListener("scroll", () => this.show(null), true);
    this.mark(document);
  }

  // What is explained can be reached by the keyboard.
  mark(root) {
    for (const it of root.querySelectorAll("[data-term]:not([tabindex])")) it.tabIndex = 0;
  }

  show(term) {
    if (term === this.term) return;
    this.term?.removeAttribute("aria-describedby");
    this.term = term;
    const text = term && TERMS[term.dataset.term];
    this.box.hidden = !text;
    if (!text) return;
    this.box.replaceChildren(...prose(text));
    term.setAttribute("aria-describedby", this.box.id);
    const { left, top, bottom } = term.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = this.box;
    this.box.style.left = `${Math.max(6, Math.min(left, document.documentElement.clientWidth - wide - 6))}px`;
    this.box.style.top = `${bottom + high + 8 > innerHeight ? top - high - 6 : bottom + 6}px`;
  }
}
