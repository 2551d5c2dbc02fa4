// Plots: the work of the last ticks, and costs against n, T or M.

import { svg, text } from "./svg.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [40, 18, 26, 36];
// Ticks that a strip shows.
export const SHOWN = 80;

// A number that is not below `value`, and whose quarters are round.
function roundUp(value) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * [1, 2, 4, 8, 10].find((step) => step * unit >= value * 0.999999);
}

const short = (value) => value >= 10 ? String(Math.round(value)) : String(Math.round(value * 100) / 100);

// The scales of a plot. From `least` on, if there is one, the one across is logarithmic.
function axes(width, height, [most, highest, least], [across, up]) {
  const [right, bottom] = [width - RIGHT, height - BOTTOM];
  const part = (value) => least ? Math.log2(value / least) / Math.log2(most / least) : value / most;
  const x = (value) => LEFT + part(value) * (right - LEFT);
  const y = (value) => bottom - value / highest * (bottom - TOP);
  const still = [];
  const parts = [0, 1, 2, 3, 4];
  for (const atY of parts.map((part) => highest * part / 4)) {
    still.push(svg("line", { x1: LEFT, x2: right, y1: y(atY), y2: y(atY), class: "grid" }));
    still.push(text(LEFT - 5, y(atY) + 4, short(atY), { class: "quiet end" }));
  }
  const powers = least ? Array.from({ length: Math.log2(most / least) + 1 }, (_, power) => least * 2 ** power) : null;
  for (const atX of across ? powers ?? parts.map((part) => most * part / 4) : []) {
    still.push(text(x(atX), bottom + 15, short(atX), { class: "quiet middle" }));
  }
  still.push(text(2, 13, up, { class: "quiet" }));
  if (across) still.push(text(right, bottom + 31, across, { class: "quiet end" }));
  return { x, y, still, right, bottom };
}

// The work of each of the last ticks, with the average.
export function strip(width, { work, average, label, wanted }) {
  const height = 170;
  const highest = roundUp(Math.max(4, ...work, wanted?.value ?? 0));
  const { x, y, still, right, bottom } = axes(width, height, [SHOWN, highest], [null, label]);
  const each = (right - LEFT) / SHOWN;
  work.forEach((value, at) => {
    const from = x(SHOWN - work.length + at);
    if (value > 0) {
      still.push(svg("rect", { x: from, y: y(value), width: Math.max(each - 1, 1), height: bottom - y(value),
        class: at === work.length - 1 ? "work last" : "work" }));
    }
  });
  if (work.length > 0) {
    still.push(svg("line", { x1: LEFT, x2: right, y1: y(average), y2: y(average), class: "average" }));
  }
  if (wanted) {
    still.push(svg("line", { x1: LEFT, x2: right, y1: y(wanted.value), y2: y(wanted.value), class: "formula" }));
    still.push(text(right, TOP - 8, `dashed: ${wanted.says} = ${short(wanted.value)}`, { class: "quiet end" }));
  }
  still.push(text(right, bottom + 15, "the last ticks", { class: "quiet end" }));
  return { still, height };
}

// Curves of points, each with the formula beside it, and the place of the present value.
export function curves(width, { each, least, most, across, up, here }) {
  const height = 250;
  const highest = roundUp(Math.max(1, ...each.flatMap(({ points }) => points ?? []).map(([, value]) => value)));
  const { x, y, still } = axes(width, height, [most, highest, least], [across, up]);
  const points = (list) => list.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  if (here) {
    still.push(svg("line", { x1: x(here.at), x2: x(here.at), y1: TOP, y2: height - BOTTOM, class: "now" }));
  }
  each.forEach((curve, number) => {
    const kind = `curve c${number}`;
    const within = curve.formula?.filter(([, value]) => value <= highest * 1.01);
    if (within) still.push(svg("polyline", { points: points(within), class: `${kind} formula` }));
    if (curve.points) {
      still.push(svg("polyline", { points: points(curve.points), class: kind }));
      for (const [at, value] of curve.points) {
        still.push(svg("circle", { cx: x(at), cy: y(value), r: 3, class: `dot c${number}` }));
      }
    }
    if (here && curve.here !== undefined) {
      still.push(svg("circle", { cx: x(here.at), cy: y(curve.here), r: 6, class: `ring c${number}` }));
    }
  });
  each.forEach((curve, number) => {
    const place = height + 4 + 17 * number;
    still.push(svg("line", { x1: LEFT, x2: LEFT + 22, y1: place, y2: place,
      class: `curve c${number}${curve.points ? "" : " formula"}` }));
    const value = curve.here === undefined ? "" : `: ${curve.here.toFixed(2)}`;
    still.push(text(LEFT + 28, place + 4, `${curve.name}${value}${curve.says ? `  (dashed: ${curve.says})` : ""}`,
      { class: "key" }));
  });
  return { still, height: height + 17 * each.length + 4 };
}
