// The laboratory in a worker: lets its clock run, does what the page asks for, and sends the frames that it wants.

// Milliseconds for which the clock runs before the page has a turn.
const TURN = 7;
// From one reading of the registers to the next while the clock runs, in milliseconds.
const REGISTERS_EVERY = 100;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const asked = [];
let lab = null;
let wanted = false;
// What is shown is not what is so.
let stale = true;
let generation = -1;
let last = performance.now();
let registersRead = 0;

const memory = () => lab.memory.buffer;
const output = (length) => new Uint8Array(memory(), lab.output(), length).slice();

function put(bytes) {
  const at = lab.input(bytes.length);
  new Uint8Array(memory(), at, bytes.length).set(bytes);
}

function take({ message, capture }) {
  if (message !== undefined) {
    put(encoder.encode(message));
    if (!lab.take()) postMessage({ refused: "that is no message of the page's" });
  } else if (capture) {
    put(new Uint8Array(capture));
    postMessage({ captured: decoder.decode(output(lab.capture())) });
  } else {
    wanted = true;
    return;
  }
  stale = true;
}

function show(now) {
  if (lab.generation() !== generation) {
    generation = lab.generation();
    postMessage({ greeting: decoder.decode(output(lab.greeting())) });
  }
  const registers = !lab.runs() || now - registersRead >= REGISTERS_EVERY;
  if (registers) registersRead = now;
  const length = lab.frame(registers);
  if (length === 0) return;
  const frame = output(length).buffer;
  postMessage({ frame }, [frame]);
  wanted = false;
  // The last frame before the clock stands still has the registers.
  stale = Boolean(lab.runs());
}

// Browsers wait some milliseconds at each timer, but not at each message.
const soon = new MessageChannel();
soon.port1.onmessage = turn;

function turn() {
  const now = performance.now();
  stale ||= Boolean(lab.runs());
  lab.advance(Math.min(now - last, 100), TURN);
  last = now;
  if (wanted && stale) show(now);
  const runs = lab.runs();
  if (runs === 2) soon.port2.postMessage(0);
  else setTimeout(turn, runs === 1 ? 3 : 20);
}

async function begin({ wasm, captures }) {
  lab = (await WebAssembly.instantiate(wasm, { page: { now: () => performance.now() } })).instance.exports;
  put(encoder.encode(JSON.stringify(captures)));
  if (!lab.begin()) throw new Error("the laboratory does not begin");
  asked.forEach(take);
  postMessage({ ready: true });
  turn();
}

// The first message says what the laboratory is made of.
onmessage = ({ data }) => {
  // What goes wrong is an error of the worker's, of which the page hears.
  if (data.begin) begin(data.begin).catch((error) => setTimeout(() => { throw error; }));
  else if (lab) take(data);
  else asked.push(data);
};
