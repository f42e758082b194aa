// Composing orders: the form is the one place where an order is put together, the map only fills it in.
const units = new Map();
const verbs = {};
for (const offer of data.offers) {
  for (const unit of offer.units) units.set(unit.unit, unit);
  for (const [key, verb] of Object.entries(offer.verbs)) if (verb) verbs[key] = verb;
}
const wholeLines = data.offers.flatMap((offer) => offer.lines);
const known = new Set([...wholeLines, ...data.examples]);
let counters = structuredClone(data.counters);
const past = [];
let attackers = [];

const text = byId("orders"), unit = byId("unit"), hex = byId("hex"), shot = byId("shot"), target = byId("target");
const counterOf = (id) => counters.find((counter) => counter.id === id);
const done = (id) => past.some((step) => step.unit === id);
const facing = () => document.querySelector("input[name=facing]:checked").value;
const say = (words) => { byId("said").textContent = words; };

function options(select, values, none) {
  select.replaceChildren(new Option(none, ""), ...values.map(([value, words]) => new Option(words, value)));
}

function listUnits() {
  const left = [...units.keys()].filter((id) => !done(id));
  options(unit, left.map((id) => { const counter = counterOf(id); return [id, counter ? `${id} in ${counter.hex}` : id]; }), "choose a unit");
}

function choose(id) {
  unit.value = id;
  const offer = units.get(unit.value);
  const counter = counterOf(unit.value);
  byId("values").textContent = counter ? describe(counter) : "";
  const ways = offer ? offer.ways.filter((way) => !counters.some((other) => other.hex === way.hex && other.id !== id && !data.stacks)) : [];
  options(hex, ways.map((way) => [way.hex, way.cost ? `${way.hex}, cost ${way.cost}` : way.hex]), "stays where it is");
  listShots();
  layers.reach.replaceChildren();
  for (const way of ways) {
    const [x, y] = centre(way.hex);
    layers.reach.append(element("circle", {cx: x, cy: y, r: 17, fill: "#ffffff", "fill-opacity": 0.8, stroke: "#27517d", "stroke-width": 2, class: "way"}));
    if (way.cost) layers.reach.append(element("text", {x, y: y + 5, "font-size": 14, fill: "#1d1b16"}, String(way.cost)));
  }
  draw();
}

function listShots() {
  const offer = units.get(unit.value);
  const way = offer && offer.ways.find((one) => one.hex === hex.value);
  const shots = offer ? (hex.value ? (way && way.shots) || [] : offer.shots) : [];
  options(shot, shots.map((id) => { const counter = counterOf(id); return [id, `${id} in ${counter ? counter.hex : "?"}`]; }), "does not shoot");
}

function draw() {
  drawCounters(counters, data.leaders, unit.value);
  const marks = past.filter((step) => step.path).map((step) => ({mark: "move", path: step.path}));
  const offer = units.get(unit.value), counter = counterOf(unit.value);
  if (offer && counter) for (const id of offer.shots) if (counterOf(id)) marks.push({mark: "fire", from: counter.hex, to: counterOf(id).hex, hit: shot.value === id});
  drawMarks(marks);
  if (hex.value) layers.reach.append(element("circle", {cx: centre(hex.value)[0], cy: centre(hex.value)[1], r: 22, fill: "none", stroke: "#c01818", "stroke-width": 4}));
}

// Writes a line into the text and remembers how the map was before.
function add(line, step) {
  past.push({line, counters: structuredClone(counters), ...step});
  known.add(line);
  text.value = text.value.replace(/\s*$/, "") + (text.value.trim() ? "\n" : "") + line + "\n";
  say(`Added: ${line}`);
  refresh();
}

function refresh() {
  listUnits();
  listAttack();
  choose("");
  check();
}

function addOrder() {
  const id = unit.value, offer = units.get(id), counter = counterOf(id);
  if (!offer) return say("Choose a unit first.");
  const way = offer.ways.find((one) => one.hex === hex.value), turn = facing();
  const shoots = shot.value && verbs.fire ? `${verbs.fire} ${shot.value}` : "";
  if (way) {
    const turned = offer.verb === "SETUP" ? ` F${turn || 12}` : (shoots ? ` ${shoots}` : "") + (turn ? ` F${turn}` : "");
    const from = counter && counter.hex, side = data.sides.indexOf(data.side);
    const line = `${offer.verb} ${id} ${way.path.join(" ")}${turned}`, path = from && [from, ...way.path];
    const before = {unit: id, path};
    add(line, before);
    if (counter) { counter.hex = way.hex; counter.engaged = false; if (turn) counter.facing = +turn; }
    else counters.push({id, short: id, side, code: "", kind: "", people: data.side, hex: way.hex, facing: +(turn || 12), strength: ""});
  } else if (shoots) {
    add(`${verbs.fire} ${id} ${shot.value}`, {unit: id});
  } else if (turn && verbs.face && offer.turns.includes(+turn)) {
    add(`${verbs.face} ${id} ${turn}`, {unit: id});
    counter.facing = +turn;
  } else {
    return say(turn ? `${id} cannot turn to ${turn} o'clock where it stands.` : "Choose where it goes, at whom it shoots, or where it faces.");
  }
  refresh();
}

function listAttack() {
  byId("attack").hidden = !verbs.attack;
  byId("attackers").textContent = attackers.join(", ") || "none yet";
  const near = counters.filter((foe) => data.sides[foe.side] !== data.side && attackers.some((id) => counterOf(id) && distance(counterOf(id).hex, foe.hex) === 1));
  options(target, near.map((foe) => [foe.id, `${foe.id} in ${foe.hex}`]), "choose an enemy next to them");
  const own = counters.filter((counter) => units.has(counter.id) && !attackers.includes(counter.id));
  options(byId("attacker"), own.map((counter) => [counter.id, `${counter.id} in ${counter.hex}`]), "choose a unit");
}

// What the page can know: lines that it put together or was given are legal unless an earlier line stands in their way.
function check() {
  const seen = new Set();
  const verdicts = text.value.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#")).map((line) => {
    const words = line.split(/\s+/), twice = seen.has(words[1]) && /^(MOVE|WITHDRAW|SETUP)$/i.test(words[0]);
    if (/^(MOVE|WITHDRAW|SETUP)$/i.test(words[0])) seen.add(words[1]);
    if (twice) return [line, "bad", "this unit has moved in an earlier line"];
    return known.has(line) ? [line, "good", "as far as this page knows"] : [line, "open", "not known to this page; the answer to your mail tells"];
  });
  byId("checks").replaceChildren(...verdicts.map(([line, kind, words]) => {
    const item = document.createElement("li");
    item.className = kind;
    const sign = kind === "good" ? "ok" : kind === "bad" ? "NO" : "?";
    item.textContent = `${sign} ${line}: ${words}`;
    return item;
  }));
  byId("mail").href = `mailto:${encodeURIComponent(data.mail.to)}?subject=${encodeURIComponent(data.mail.subject)}&body=${encodeURIComponent(text.value.replace(/\n/g, "\r\n"))}`;
  byId("save").href = `data:text/plain;charset=utf-8,${encodeURIComponent(text.value)}`;
}

onHex = (at) => {
  if (!at) return;
  const here = counters.filter((counter) => counter.hex === at);
  const offer = units.get(unit.value);
  const foe = here.find((counter) => [...shot.options].some((option) => option.value === counter.id));
  const own = here.find((counter) => units.has(counter.id) && !done(counter.id) && counter.id !== unit.value);
  if (foe) { shot.value = foe.id; draw(); say(`${unit.value} shoots at ${foe.id}.`); }
  else if (offer && [...hex.options].some((option) => option.value === at)) { hex.value = at; listShots(); draw(); say(`${unit.value} goes to ${at}.`); }
  else if (own) { choose(own.id); say(`${own.id} is chosen.`); }
  else if (here.length) { byId("values").textContent = here.map(describe).join("; "); }
};

unit.addEventListener("change", () => choose(unit.value));
hex.addEventListener("change", () => { listShots(); draw(); });
shot.addEventListener("change", draw);
text.addEventListener("input", check);
byId("add").addEventListener("click", addOrder);
byId("join").addEventListener("click", () => { if (byId("attacker").value) attackers.push(byId("attacker").value); listAttack(); });
byId("strike").addEventListener("click", () => {
  if (!attackers.length || !target.value) return say("Choose attackers and an enemy next to them.");
  add(`${verbs.attack} ${attackers.join(" ")} ON ${target.value}`, {});
  attackers = [];
  listAttack();
});
byId("take").addEventListener("click", () => { if (byId("line").value) add(byId("line").value, {}); });
byId("undo").addEventListener("click", () => {
  const step = past.pop();
  if (!step) return say("There is nothing to take back.");
  const lines = text.value.split("\n"), at = lines.lastIndexOf(step.line);
  if (at >= 0) lines.splice(at, 1);
  text.value = lines.join("\n");
  counters = step.counters;
  say(`Taken back: ${step.line}`);
  refresh();
});
byId("copy").addEventListener("click", async () => {
  try { await navigator.clipboard.writeText(text.value); } catch { text.select(); document.execCommand("copy"); }
  say("The orders are copied.");
});
options(byId("line"), wholeLines.map((line) => [line, line]), "choose a line");
byId("lines").hidden = !wholeLines.length;
byId("moves").hidden = !units.size;
byId("shooting").hidden = !verbs.fire;
refresh();
