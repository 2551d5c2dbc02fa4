// The connection to the laboratory. A frame is asked for when the one before has been drawn, so a slow page gets fewer.

const decoder = new TextDecoder();

// The fields of a frame, and what it says of each slot.
function read(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const frame = JSON.parse(decoder.decode(new Uint8Array(buffer, 4, length)));
  let at = 4 + length;
  const bytes = new Uint8Array(buffer);
  for (const wheel of frame.wheels) {
    const size = 2 * Math.ceil(wheel.slots / 16);
    wheel.bits = bytes.subarray(at, at + size);
    at += size;
  }
  for (const wheel of frame.wheels) {
    wheel.counts = bytes.subarray(at, at + wheel.slots);
    at += wheel.slots;
  }
  return frame;
}

// The token of this run, which `carillon lab` prints as a part of the address. Kept, as a jump within the page takes
// its place there.
export function token() {
  const [found] = location.hash.match(/^#[0-9a-f]{32}$/) ?? [];
  if (found) sessionStorage.setItem("token", found.slice(1));
  return sessionStorage.getItem("token") ?? "";
}

export class Link {
  // `on` has greeting(object), frame(object), refused(text) and connected(boolean).
  constructor(on) {
    this.on = on;
    this.open();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/ws?token=${token()}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    const ask = () => requestAnimationFrame(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send("frame");
    });
    socket.onopen = () => {
      this.on.connected(true);
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
      this.on.connected(false, await this.isThere());
      setTimeout(() => this.open(), 1000);
    };
  }

  // Whether there is a laboratory, which then has refused the token.
  async isThere() {
    try {
      return (await fetch("/icon.svg")).ok;
    } catch {
      return false;
    }
  }

  send(name, rest = {}) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: name, ...rest }));
  }
}
