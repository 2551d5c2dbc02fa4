// The connection to the laboratory of `carillon lab`. A frame is asked for when the one before has been drawn, so a
// slow page gets fewer.

import { read } from "./frame.js";

// The token with which the page is connected.
let connected = "";

// The token of this run, which `carillon lab` prints as a part of the address. Kept, as a jump within the page takes
// its place there.
function token() {
  if (connected) return connected;
  const [, found] = location.hash.match(/^#([0-9a-f]{32})(?=&|$)/) ?? [];
  if (found) sessionStorage.setItem("token", found);
  return sessionStorage.getItem("token") ?? "";
}

// Where the last clocks are to be had as a wave.
export const wave = (clocks) => `wave.vcd?clocks=${clocks}&token=${token()}`;

// What is added to the address of a step of a scene, and stands before a session in one.
export const secret = () => `#${token()}`;

// Why the session in the address is not opened; nothing if it may be. Any page can lead here, but none knows the token.
export const refusal = () => connected && location.hash.startsWith(`#${connected}&`) ? "" :
  "The session was not opened: put &session=… behind the whole address that carillon lab has printed.";

// Has the laboratory read a capture: one that it has, by name, or a file, of any size. Returns what is wrong with it.
export async function capture(name, file) {
  const query = new URLSearchParams({ ...(file ? {} : { name }), token: token() });
  const answer = await fetch(`capture?${query}`, { method: "POST", body: file ?? "" });
  return answer.ok ? "" : answer.text();
}

export class Link {
  // `on` has greeting(object), frame(object), refused(text), connected() and lost(text).
  constructor(on) {
    this.on = on;
    this.open();
  }

  open() {
    const used = token();
    const socket = new WebSocket(`ws://${location.host}/ws?token=${used}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    const ask = () => requestAnimationFrame(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send("frame");
    });
    socket.onopen = () => {
      connected = used;
      this.on.connected();
      ask();
    };
    socket.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) {
        this.on.frame(read(data));
        ask();
      } else if (data === "idle") {
        ask();
      } else {
        const said = JSON.parse(data);
        if (said.refused) this.on.refused(said.refused);
        else this.on.greeting(said);
      }
    };
    socket.onclose = async () => {
      connected = "";
      this.on.lost(await this.isThere()
        ? "refused: open the whole address that carillon lab has printed, with what follows its #"
        : "no connection; is carillon lab still running?");
      setTimeout(() => this.open(), 1000);
    };
  }

  // Whether there is a laboratory, which then has refused the token.
  async isThere() {
    try {
      return (await fetch("icon.svg")).ok;
    } catch {
      return false;
    }
  }

  send(name, rest = {}) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: name, ...rest }));
  }
}
