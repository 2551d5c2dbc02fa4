// Searches the documents, in the page itself. What is searched is a script, as a page from a disk may read no other
// file.

const MOST = 30;
// Letters that are shown before and after what was found.
const AROUND = 70;

const field = document.getElementById("search");
const found = document.getElementById("found");
const up = field.dataset.up;

function element(name, ...inside) {
  const made = document.createElement(name);
  made.append(...inside);
  return made;
}

// The list of sections is read when it is first wanted.
function load() {
  if (document.getElementById("searched")) return;
  const script = element("script");
  script.id = "searched";
  script.src = `${up}search-index.js`;
  script.addEventListener("load", search);
  document.head.append(script);
}

// A word as a whole, at the beginning of one, and anywhere; the earlier count more.
const BEFORE = "(?<![\\p{L}\\p{N}_])";
const AFTER = "(?![\\p{L}\\p{N}_])";
const ways = (word) => {
  const plain = word.replace(/[^\p{L}\p{N}\s]/gu, "\\$&");
  return [[BEFORE + plain + AFTER, 100], [BEFORE + plain, 10], [plain, 1]]
    .map(([pattern, weight]) => [new RegExp(pattern, "gui"), weight]);
};

// How well a section fits all the words; 0 if one of them is missing. What stands in a heading counts more.
function fit(sought, heading, text) {
  let sum = 0;
  for (const patterns of sought) {
    let here = 0;
    for (const [pattern, weight] of patterns) {
      const count = (it) => it.match(pattern)?.length ?? 0;
      here = weight * (20 * Math.min(count(heading), 1) + Math.min(count(text), 9));
      if (here > 0) break;
    }
    if (here === 0) return 0;
    sum += here;
  }
  return sum;
}

// Where the first of the words is, best as a whole.
function first(text, sought) {
  for (const way of [0, 1, 2]) {
    const places = sought.map((patterns) => text.search(patterns[way][0])).filter((it) => it >= 0);
    if (places.length > 0) return Math.min(...places);
  }
  return 0;
}

// Some words around the first one that was found.
function excerpt(text, words, sought) {
  const at = first(text, sought);
  const shown = element("p", at > AROUND ? "… " : "");
  let rest = text.slice(Math.max(0, at - AROUND), at + 2 * AROUND);
  while (rest) {
    const places = words.map((word) => [rest.toLowerCase().indexOf(word), word.length]).filter(([it]) => it >= 0);
    if (places.length === 0) break;
    const [place, length] = places.reduce((best, one) => one[0] < best[0] ? one : best);
    shown.append(rest.slice(0, place), element("mark", rest.slice(place, place + length)));
    rest = rest.slice(place + length);
  }
  shown.append(rest, " …");
  return shown;
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
  found.hidden = words.length === 0;
  if (words.length === 0 || typeof SEARCHED === "undefined") return;
  const sought = words.map(ways);
  const fits = SEARCHED
    .map(([place, heading, text]) => [fit(sought, heading, text), place, heading, text])
    .filter(([sum]) => sum > 0)
    .sort((a, b) => b[0] - a[0]);
  const count = element("p", fits.length === 0 ? "Nothing has all these words." :
    `${fits.length} ${fits.length === 1 ? "section" : "sections"}${fits.length > MOST ? `, the best ${MOST}` : ""}`);
  count.setAttribute("role", "status");
  const list = element("ol", ...fits.slice(0, MOST).map(([, place, heading, text]) => {
    const link = element("a", heading);
    link.href = up + place;
    return element("li", link, excerpt(text, words, sought));
  }));
  found.replaceChildren(count, list);
}

field.addEventListener("focus", load);
field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter") found.querySelector("a")?.click();
});
// A link within the page shows what it leads to.
found.addEventListener("click", (event) => {
  if (event.target.closest("a")) found.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") found.hidden = true;
  const writing = event.target.closest("input, textarea, select");
  if (event.key !== "/" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
