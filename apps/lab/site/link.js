// The laboratory in this page itself: in a worker, on the reference model. The other half of `worker.js`.

import { read } from "./frame.js";
import * as parts from "./parts.js";

const worker = parts.worker();
const waiting = [];

// There are no waves.
export const wave = () => "";

// What is added to the address of a step of a scene, and stands before a session in one.
export const secret = () => "";

// Why the session in the address is not opened: it always is.
export const refusal = () => "";

// Has the laboratory read a capture of the site's, by name, or a file. Returns what is wrong with it.
export async function capture(name, file) {
  let bytes = await (file ? file.arrayBuffer() : parts.capture(name));
  const [first, second] = new Uint8Array(bytes);
  if (first === 0x1f && second === 0x8b) {
    try {
      const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      bytes = await new Response(whole).arrayBuffer();
    } catch {
      return "is cut off, or is no whole gzip file: decompress it with gunzip";
    }
  }
  worker.postMessage({ capture: bytes }, [bytes]);
  return new Promise((resolve) => waiting.push(resolve));
}

export class Link {
  // `on` has greeting(object), frame(object), refused(text), connected() and lost(text).
  constructor(on) {
    const ask = () => requestAnimationFrame(() => worker.postMessage({ frame: true }));
    worker.onmessage = ({ data }) => {
      if (data.greeting) on.greeting(JSON.parse(data.greeting));
      if (data.refused) on.refused(data.refused);
      if (data.ready) on.connected();
      if (data.captured !== undefined) waiting.shift()?.(data.captured);
      if (data.frame) on.frame(read(data.frame));
      if (data.ready || data.frame) ask();
    };
    const failed = () => on.lost("the laboratory does not run, or has failed; reload the page");
    worker.onerror = failed;
    Promise.all([parts.wasm(), parts.captures()])
      .then(([wasm, captures]) => worker.postMessage({ begin: { wasm, captures } }, [wasm]), failed);
  }

  send(name, rest = {}) {
    worker.postMessage({ message: JSON.stringify({ do: name, ...rest }) });
  }
}
