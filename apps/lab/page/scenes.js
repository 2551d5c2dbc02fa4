// The guided scenes: which there are, and the one that is played.

import { secret } from "./link.js";

const at = (id) => document.getElementById(id);

function element(name, text = "", classes = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (classes) made.className = classes;
  return made;
}

const shown = (value) => value === null ? "" : value.toLocaleString("en", { maximumFractionDigits: 2 });

// Steps that have a question wait for an answer, or not.
export const ask = (send) => send("questions", { wanted: at("asks").checked });

export class Scenes {
  constructor(send) {
    this.buttons = new Map();
    this.send = send;
    this.text = null;
    at("scene-next").addEventListener("click", () => this.following ? this.play(this.following, 1) : send("next"));
    at("question-skip").addEventListener("click", () => send("run"));
    at("scene-previous").addEventListener("click", () => this.play(this.name, this.step - 1));
    at("scene-leave").addEventListener("click", () => send("end_scene"));
    at("question").addEventListener("submit", (event) => {
      event.preventDefault();
      this.guess = { place: this.place, number: Number(event.target.elements.guess.value) };
      send("run");
    });
  }

  build(scenes) {
    for (const [name, button] of this.buttons) {
      const scene = scenes.find((it) => it.name === name);
      if (scene) [button.textContent, button.title] = [scene.title, scene.idea];
      else {
        button.remove();
        this.buttons.delete(name);
      }
    }
    for (const scene of scenes) {
      if (this.buttons.has(scene.name)) continue;
      const button = element("button", scene.title);
      button.title = scene.idea;
      button.dataset.scene = scene.name;
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => this.play(scene.name, 1));
      this.buttons.set(scene.name, button);
      at("scene-list").append(button);
    }
  }

  // The button of the scene that is played comes into the part of the bar that is seen.
  bring(name) {
    const [button, bar] = [this.buttons.get(name), at("scene-list")];
    if (button) bar.scrollLeft = button.offsetLeft - bar.offsetLeft - (bar.clientWidth - button.offsetWidth) / 2;
  }

  // From a step on. `?pace=20` in the address plays scenes faster, for tests.
  play(name, step) {
    ask(this.send);
    const pace = Number(new URLSearchParams(location.search).get("pace")) || 1;
    this.send("scene", { name, pace, goes_on: at("goes-on").checked, step });
  }

  // The scene that the address names, once: `?scene=laps&step=3`.
  follow(cannot) {
    const asked = new URLSearchParams(location.search);
    const name = asked.get("scene");
    if (!name || cannot.scene) return;
    const step = Math.trunc(Number(asked.get("step"))) || 1;
    asked.delete("scene");
    asked.delete("step");
    history.replaceState(null, "", `${location.pathname}${asked.size > 0 ? `?${asked}` : ""}${location.hash}`);
    this.play(name, Math.max(step, 1));
  }

  show({ scene, running }) {
    for (const [name, button] of this.buttons) button.setAttribute("aria-pressed", String(scene?.name === name));
    const text = JSON.stringify([scene, running]);
    if (text === this.text) return;
    this.text = text;
    at("scene").hidden = !scene;
    at("sentence").hidden = Boolean(scene);
    if (!scene) return;
    at("scene-link").href = `?scene=${scene.name}&step=${scene.step}${secret()}`;
    if (this.name !== scene.name) this.bring(scene.name);
    this.name = scene.name;
    this.step = scene.step;
    this.question(scene);
    at("scene-previous").disabled = scene.step === 1;
    at("scene-paper").textContent = `${scene.title}: ${scene.paper}`;
    at("scene-place").textContent = `${scene.step} of ${scene.steps}`;
    if (at("scene-text").textContent !== scene.text) at("scene-text").textContent = scene.text;
    at("scene-checks").replaceChildren(...scene.checks.map((check) =>
      element("li", `${check.says}: ${shown(check.found)}`, check.holds ? "" : "wrong")));
    const last = scene.step === scene.steps;
    // The end of a scene leads to the next one.
    const names = [...this.buttons.keys()];
    const next = last && scene.over ? names[names.indexOf(scene.name) + 1] : undefined;
    this.following = next;
    at("scene-next").textContent = next ? "Next scene" : !last ? "Next step" : scene.over ? "The end" : "To the end";
    if (next) at("scene-next").append(element("span", `: ${this.buttons.get(next).textContent}`, "wide"));
    at("scene-next").disabled = last && scene.over && !next;
    this.notes(scene.notes);
  }

  // It is asked before the step runs, and answered at its end.
  question({ name, step, question, why, answer, over, waits }) {
    const place = `${name} ${step}`;
    if (place !== this.place) at("question").reset();
    this.place = place;
    if (waits) this.asked = place;
    if (waits && at("question").hidden) {
      // Asked anew, it has no guess yet.
      this.guess = null;
      setTimeout(() => at("question").elements.guess.focus());
    }
    at("question").hidden = !waits;
    // It may tell the answer.
    at("scene-text").hidden = !at("question").hidden;
    at("question-text").textContent = question ?? "";
    // Where nothing was asked the checks say it.
    const guessed = this.guess?.place === place;
    at("answer").hidden = !question || !over || !guessed && this.asked !== place;
    const said = guessed ? `You said ${shown(this.guess.number)}. ` : "";
    at("answer").replaceChildren(element("span", `${question} `, "wide"),
      `${said}It is ${shown(answer)}. `, element("span", why ?? "", "why"));
  }

  notes(notes) {
    at("scene-notes").hidden = notes.length === 0;
    if (notes.length === 0) return at("scene-notes").replaceChildren();
    const head = element("tr");
    head.append(element("th", "step"), ...notes[0].values.map(([heading]) => element("th", heading)));
    const rows = notes.map((note) => {
      const row = element("tr");
      row.append(element("th", note.label), ...note.values.map(([, value]) => element("td", shown(value))));
      return row;
    });
    at("scene-notes").replaceChildren(head, ...rows);
  }
}
