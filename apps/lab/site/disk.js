// What the laboratory is made of, where there is no server that could be asked. EMBEDDED is in the same script, which
// make.py puts together.

export const worker = () => new Worker(URL.createObjectURL(new Blob([EMBEDDED.worker], { type: "text/javascript" })));

export async function wasm() {
  const bytes = Uint8Array.from(atob(EMBEDDED.wasm), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}

// There are only those that one chooses as files.
export const captures = async () => [];

export const capture = async () => new ArrayBuffer(0);
