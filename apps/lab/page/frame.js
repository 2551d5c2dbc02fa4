// What a message with a frame says.

const decoder = new TextDecoder();

// The fields of a frame, and what it says of each slot.
export function read(buffer) {
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
