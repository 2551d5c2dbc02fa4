// Numbers in words.

export const whole = (number) => number.toLocaleString("en", { maximumFractionDigits: 0 });
export const part = (number) => number.toLocaleString("en", { maximumFractionDigits: 2 });

// A number of things: 1 slot, 2 slots.
export const count = (number, thing) => `${whole(number)} ${thing}${number === 1 ? "" : "s"}`;
