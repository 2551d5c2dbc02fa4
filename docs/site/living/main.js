// The pictures of the article come alive. Without scripts, and where a queue cannot run, they stay.

import { Figure } from "./figure.js";
import { FIGURES } from "./figures.js";
import { load, measure } from "./queue.js";

const figures = new Map();

async function begin() {
  await load();
  for (const place of document.querySelectorAll("span.living[data-figure]")) {
    const name = place.dataset.figure;
    const described = place.querySelector("img").alt;
    figures.set(name, new Figure(name, FIGURES[name], place.closest("p"), described));
  }
  window.living = { figures, measure };
  document.documentElement.classList.add("alive");
  // An anchor has moved since the page was shown.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

addEventListener("beforeprint", () => {
  for (const figure of figures.values()) figure.plotCurves(true);
});
begin();
