// Sessions and scenes as files and addresses, and what happened as a table.

import { capture, refusal, secret } from "./link.js";
import { ask } from "./scenes.js";

const at = (id) => document.getElementById(id);
// A message may have 65,536 bytes; quotes in it take two.
const MOST_BYTES = 50_000;
const COLUMNS = ["number", "tick", "clock", "what", "timer", "interval", "due", "text", "transfers"];

function download(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// Text for an address, and back.
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(letters) {
  const packed = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

export class Share {
  constructor(send, tell, bus) {
    this.send = send;
    this.tell = tell;
    this.bus = bus;
    at("session-save").addEventListener("click", () => this.ask("session", ({ session }) =>
      download("session.json", "application/json", JSON.stringify(session))));
    at("session-share").addEventListener("click", () => this.ask("session", ({ session }) => this.address(session)));
    addEventListener("hashchange", () => this.follow());
    at("csv-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const happened = Math.trunc(Number(event.target.elements.clocks.value));
      this.ask({ happened }, (saved) => download("carillon.csv", "text/csv", this.table(saved.happened)));
    });
    at("open").addEventListener("change", () => this.openFile(at("open").files[0]));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (event.target.closest("input")) return;
      event.preventDefault();
      this.openFile(event.dataTransfer.files[0]);
    });
  }

  ask(what, then) {
    this.then = then;
    this.after = this.saves;
    this.send("save", { what });
  }

  // What was asked for comes with a frame, unless it was refused.
  show({ saved, saves }) {
    this.saves = saves;
    const then = this.then;
    if (!saved || !then || saves === this.after) return;
    this.then = null;
    then(saved);
  }

  async address(session) {
    const packed = await pack(JSON.stringify(session));
    const before = secret() ? `${secret()}&` : "#";
    at("session-address").value = `${location.href.split(/[?#]/)[0]}${before}session=${packed}`;
    at("session-address").hidden = false;
    at("session-address").select();
  }

  // The session that the address has, once.
  async follow() {
    const [whole, letters] = location.hash.match(/[#&]session=([\w-]+)$/) ?? [];
    if (!letters) return;
    const refused = refusal();
    history.replaceState(null, "", location.href.slice(0, -whole.length));
    if (refused) return this.tell(refused);
    try {
      this.open("the address", await unpack(letters));
    } catch {
      this.tell("The address has no whole session: copy it again from its beginning to its end.");
    }
  }

  async openFile(file) {
    if (!file) return;
    at("open").value = "";
    if (file.name.endsWith(".json")) return this.open(file.name, await file.text());
    const wrong = await capture(file.name, file);
    this.tell(wrong && `${file.name}: ${wrong}; scenes and sessions end with .json`);
  }

  open(name, text) {
    let read = null;
    try {
      read = JSON.parse(text);
    } catch (error) {
      return this.tell(`${name} is no JSON: ${error.message}`);
    }
    if (text.length > MOST_BYTES) return this.tell(`${name} has more than ${MOST_BYTES} bytes: make it shorter.`);
    if (read?.steps) {
      ask(this.send);
      this.send("own_scene", { text, goes_on: at("goes-on").checked });
    } else if (read?.acts) this.send("session", { text });
    else this.tell(`${name} is neither a scene, which has "steps", nor a session, which has "acts".`);
  }

  table(lines) {
    const quoted = (value) => /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
    const row = (line) => COLUMNS.map((name) =>
      quoted(String({ ...line, timer: line.id, transfers: this.bus.all(line) }[name] ?? ""))).join(",");
    return [COLUMNS.join(","), ...lines.map(row)].map((line) => `${line}\r\n`).join("");
  }
}
