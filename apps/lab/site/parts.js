// What the laboratory is made of, as the server of this page has it. `from-a-disk.js` has it otherwise.

export const worker = () => new Worker("worker.js");

export const wasm = async () => (await fetch("lab.wasm")).arrayBuffer();

// The names of the captures, and one of them.
export const captures = async () => (await fetch("captures.json")).json();

export const capture = async (name) => (await fetch(`captures/${name}`)).arrayBuffer();
