// Transfers on the bus in words: the register, and its fields.

import { inShort } from "./registers.js";

export class Bus {
  build(registers) {
    this.registers = new Map(registers.map((register) => [register.offset, register]));
  }

  name(offset) {
    return this.registers.get(offset)?.name ?? `0x${offset.toString(16)}`;
  }

  // Such as "write ARM slot 5 · lap 2".
  say({ write, offset, value }) {
    const register = this.registers.get(offset);
    const said = value === null ? "refused" : register ? inShort(register, value) || "0" : `0x${value.toString(16)}`;
    return `${write ? "write" : "read"} ${this.name(offset)} ${said}`;
  }

  // All of a line, and how many are not kept.
  all({ transfers, more }) {
    return transfers.map((it) => this.say(it)).concat(more > 0 ? [`and ${more} more`] : []).join("; ");
  }
}
