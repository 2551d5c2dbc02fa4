// The timer chip beside the counter chip: the lists of timers in its memory, and the steps of the engine that walks
// them.

import { colour } from "./timers.js";
import { count, whole } from "./words.js";

const at = (id) => document.getElementById(id);
// Lists that are drawn.
const MOST_LISTS = 8;

function element(name, text = "", classes = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (classes) made.className = classes;
  return made;
}

const named = (ids) => ids.map((id) => `timer ${id}`).join(", ");

// What the engine did in a step.
function said({ command, slot, stays, expired }) {
  if (command) {
    const [id, starts] = command;
    return starts ? `start: timer ${id} goes to the end of its slot's list`
      : `stop: timer ${id} is taken out of its list`;
  }
  const found = [
    ...stays.length > 0 ? [`${named(stays)} ${stays.length > 1 ? "stay" : "stays"}`] : [],
    ...expired.length > 0 ? [`${named(expired)} ${expired.length > 1 ? "are due and leave" : "is due and leaves"}`] : [],
  ];
  return `visit of slot ${slot}${found.length > 0 ? `: ${found.join("; ")}` : ", which has no timer any more"}`;
}

export class Lists {
  show({ lists, beside }) {
    at("lists").hidden = !beside;
    if (!beside) return;
    const text = JSON.stringify(lists);
    if (text === this.text) return;
    this.text = text;
    at("lists-text").textContent = lists === null ? "Too many timers or slots to show the lists."
      : lists.lists.length === 0 ? "Each slot's list is empty: no timer runs."
      : lists.lists.length > MOST_LISTS ? `and the lists of ${whole(lists.lists.length - MOST_LISTS)} more slots` : "";
    at("lists-slots").replaceChildren(...(lists?.lists ?? []).slice(0, MOST_LISTS).map((it) => this.list(it, lists)));
    at("lists-steps").replaceChildren(...(lists?.steps ?? []).toReversed().map((it) => this.step(it)));
  }

  // The head, the records behind it in their order, and the way back to the head.
  list({ slot, ahead, timers }, { slots }) {
    const row = element("li");
    const head = element("span", `slot ${slot}`, "record head");
    head.append(element("small", `visited in ${count(ahead, "tick")}`));
    row.append(head);
    for (const [id, left] of timers) {
      const record = element("span", `#${id}`, `record c${colour(id)}`);
      const laps = Math.floor((left - 1) / slots);
      record.append(element("small", laps > 0 ? `${count(laps, "lap")} left` : `due in ${count(left, "tick")}`));
      row.append(record);
    }
    row.append(element("span", "back to the head", "spoken"));
    return row;
  }

  step(step) {
    const item = element("li");
    item.append(element("b", whole(step.tick)), ` ${said(step)} `,
      element("code", `${count(step.transfers, "transfer")} of the memory`));
    if (step.command) item.classList.add(`c${colour(step.command[0])}`);
    return item;
  }
}
