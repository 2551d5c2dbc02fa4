// Puts the parts of the page together.

import { Bus } from "./bus.js";
import { Controls } from "./controls.js";
import { Diagram } from "./diagram.js";
import { Drum } from "./drum.js";
import { Link } from "./link.js";
import { Lists } from "./lists.js";
import { Panels } from "./panels.js";
import { Registers } from "./registers.js";
import { Scenes } from "./scenes.js";
import { Share } from "./share.js";
import { Slot } from "./slot.js";
import { Terms } from "./terms.js";
import { Until } from "./until.js";
import { prose } from "./words.js";

// Text changes so often at most, in milliseconds; the wheels with every frame.
const TEXT_EVERY = 100;

const at = (id) => document.getElementById(id);
const send = (name, rest) => link.send(name, rest);

const drum = new Drum(at("drum"));
const bus = new Bus();
const panels = new Panels(send, bus);
const registers = new Registers(at("register-list"), send);
const scenes = new Scenes(send);
const controls = new Controls(send, tell);
const slot = new Slot(send, drum);
const until = new Until(send, bus);
const lists = new Lists();
const diagram = new Diagram(send, bus);
const share = new Share(send, tell, bus);
const terms = new Terms(at("explained"));

let last = null;
let written = 0;
let problems = null;

// For tests and the curious: the frames drawn, the milliseconds that drawing them took, where wheels and timers are
// drawn.
window.carillon = { frames: 0, drawing: 0, frame: null, send, middle: (wheel) => drum.laid.places[wheel],
  timers: () => drum.timers };

function tell(text) {
  at("problem").hidden = !text;
  at("problem").replaceChildren(...prose(text ?? ""));
}

function write(frame) {
  written = performance.now();
  panels.show(frame);
  scenes.show(frame);
  controls.show(frame);
  slot.show(frame);
  until.show(frame);
  lists.show(frame);
  diagram.show(frame);
  share.show(frame);
  if (frame.registers) registers.show(frame.registers);
  if (problems !== null && frame.problems !== problems) tell(frame.problem);
  problems = frame.problems;
}

function connected(yes) {
  at("connection").classList.toggle("lost", !yes);
  document.body.classList.toggle("lost-connection", !yes);
}

const link = new Link({
  connected() {
    at("connection").textContent = "connected";
    connected(true);
  },
  lost(why) {
    at("connection").textContent = why;
    connected(false);
  },
  greeting(greeting) {
    bus.build(greeting.registers);
    drum.build(greeting);
    registers.build(greeting.registers);
    scenes.build(greeting.scenes);
    controls.build(greeting);
    panels.build(greeting);
    slot.build(greeting);
    until.build(greeting.registers);
    terms.mark(document);
    at("about").replaceChildren(...prose(greeting.about));
    tell("");
    scenes.follow(greeting.cannot);
    share.follow();
  },
  refused: tell,
  frame(frame) {
    const begun = performance.now();
    drum.draw(frame);
    const changed = !last || frame.running !== last.running || frame.scene?.over !== last.scene?.over;
    // Registers come with every frame that stands still, and with some of the others.
    if (changed || frame.registers || performance.now() - written >= TEXT_EVERY) write(frame);
    last = frame;
    window.carillon.frames += 1;
    window.carillon.drawing += performance.now() - begun;
    window.carillon.frame = frame;
  },
});

// Large type, and only what a scene is about. `?lecture` in the address begins with it.
function lecture(yes) {
  document.documentElement.classList.toggle("lecture", yes);
  // The lecturer goes on.
  if (yes) at("goes-on").checked = false;
  at("lecture").setAttribute("aria-pressed", String(yes));
  dispatchEvent(new Event("resize"));
}
at("lecture").addEventListener("click", () => lecture(at("lecture").getAttribute("aria-pressed") !== "true"));
const asked = new URLSearchParams(location.search);
if (asked.has("lecture")) lecture(true);
// In a document: a scene without anything else. It asks nothing, as it is begun by a click.
if (asked.has("embedded")) {
  document.documentElement.classList.add("embedded");
  at("asks").checked = false;
  at("goes-on").checked = false;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("button")) tell("");
}, true);
