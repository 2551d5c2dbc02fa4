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

export class Link {
  // `on` has greeting(object), frame(object), refused(text) and connected(boolean).
  constructor(on) {
    this.on = on;
    this.open();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/ws`);
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
    socket.onclose = () => {
      this.on.connected(false);
      setTimeout(() => this.open(), 1000);
    };
  }

  send(name, rest = {}) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: name, ...rest }));
  }
}
