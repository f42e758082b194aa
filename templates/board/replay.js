// Playing a match again: the map after each event is the first map with every change up to it.
const steps = data.steps;
const story = byId("story");
let at = -1, timer = null;
const states = [new Map(data.counters.map((counter) => [counter.id, counter]))];

function stateAfter(index) {
  while (states.length <= index + 1) {
    const step = steps[states.length - 1], next = new Map(states[states.length - 1]);
    for (const counter of step.changed || []) next.set(counter.id, counter);
    for (const id of step.gone || []) next.delete(id);
    states.push(next);
  }
  return states[index + 1];
}

function go(to) {
  const was = story.querySelector("[aria-current]");
  if (was) was.removeAttribute("aria-current");
  at = Math.max(-1, Math.min(to, steps.length - 1));
  const step = steps[at];
  drawCounters([...stateAfter(at).values()], step ? step.leaders : data.leaders);
  drawMarks((step && step.marks) || []);
  for (const mark of (step && step.marks) || []) look(mark.to || mark.hex || mark.path[mark.path.length - 1]);
  byId("now").textContent = step ? step.words : "Before the first event.";
  byId("count").textContent = `Event ${at + 1} of ${steps.length}${step ? `, turn ${step.turn}` : ""}`;
  if (!step) return;
  const item = story.children[at].firstChild;
  item.setAttribute("aria-current", "step");
  const box = story.getBoundingClientRect(), line = item.getBoundingClientRect();
  if (line.top < box.top || line.bottom > box.bottom) story.scrollTop += line.top - box.top - box.height / 3;
}

function stop() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = "Play";
}
function play() {
  if (timer) return stop();
  if (at >= steps.length - 1) go(-1);
  byId("play").textContent = "Pause";
  timer = setInterval(() => { if (at >= steps.length - 1) stop(); else go(at + 1); }, 1000 * +byId("speed").value);
}

story.replaceChildren(...steps.map((step, index) => {
  const item = document.createElement("li"), button = document.createElement("button");
  item.className = step.level;
  button.type = "button";
  button.textContent = step.words;
  button.addEventListener("click", () => { stop(); go(index); });
  item.append(button);
  return item;
}));
function jumps(select, chosen, none) {
  select.replaceChildren(new Option(none, ""), ...chosen.map(([index, words]) => new Option(words, index)));
  select.addEventListener("change", () => { stop(); if (select.value !== "") go(+select.value); });
}
const numbered = steps.map((step, index) => [index, step]);
jumps(byId("turn"), numbered.filter(([, step]) => step.level === "chapter").map(([index, step]) => [index, step.words]), "choose a turn");
jumps(byId("fight"), numbered.filter(([, step]) => step.level === "combat").map(([index, step]) => [index, step.words]), "choose a combat");
byId("first").addEventListener("click", () => { stop(); go(-1); });
byId("back").addEventListener("click", () => { stop(); go(at - 1); });
byId("next").addEventListener("click", () => { stop(); go(at + 1); });
byId("last").addEventListener("click", () => { stop(); go(steps.length - 1); });
byId("play").addEventListener("click", play);
byId("speed").addEventListener("change", () => { if (timer) { stop(); play(); } });
go(-1);
fit(field([...data.counters, ...steps.flatMap((step) => step.changed || [])]));
