// Pictures of steps of scenes: a click plays the step in the place of the picture.

for (const link of document.querySelectorAll("a.alive")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.className = "alive";
    frame.title = `The laboratory: ${link.querySelector("img").alt}`;
    frame.src = `${link.getAttribute("href")}&embedded`;
    const whole = document.createElement("a");
    whole.href = link.href;
    whole.textContent = "The whole laboratory at this step";
    const both = document.createElement("span");
    both.append(frame, whole);
    link.replaceWith(both);
    frame.focus();
  });
}
