// Composing orders: the form is the one place where an order is put together, the map only fills it in.
const offers = new Map();
const verbs = {};
for (const question of data.offers) {
  for (const offer of question.units) {
    offer.verbs = question.verbs;
    offer.ways = unpack(offer.ways);
    for (const id of offer.units) offers.set(id, offer);
  }
  if (question.units.length) for (const [key, verb] of Object.entries(question.verbs)) if (verb && verb.length) verbs[key] = verb;
}
const wholeLines = data.offers.flatMap((question) => question.lines || []);
const known = new Set([...wholeLines, ...data.examples]);
let counters = structuredClone(data.counters);
const began = new Map(data.counters.map((counter) => [counter.id, counter.hex]));
const past = [];
let attackers = [];

const text = byId("orders"), unit = byId("unit"), hex = byId("hex"), shot = byId("shot"), act = byId("act"), target = byId("target");
const counterOf = (id) => counters.find((counter) => counter.id === id);
const done = (id) => past.some((step) => step.units.includes(id));
const facing = () => document.querySelector("input[name=facing]:checked").value;
const say = (words) => { byId("said").textContent = words; };
const byHex = () => verbs.aims === "hexes";

// Ways as the page carries them: a hex, its cost, the way it goes over, shots from there.
function unpack(text) {
  const ways = new Map();
  for (const item of text ? text.split(";") : []) {
    const [hex, cost, over, shots] = item.split(" ");
    const path = over.startsWith("=") ? over.slice(1).split(".") : [...ways.get(over).path, hex];
    const [points, room] = cost.split("/");
    ways.set(hex, {hex, cost: +points, room: room ? +room : Infinity, path, shots: shots ? shots.split(",") : []});
  }
  return [...ways.values()];
}

function fill(pattern, words) {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => words[name]);
}

function options(select, values, none) {
  select.replaceChildren(new Option(none, ""), ...values.map(([value, words]) => new Option(words, value)));
}

// Where something stands that is aimed at: a unit by its id, or a hex by itself.
function placeOf(aim) {
  const counter = counterOf(aim);
  return counter ? counter.hex : byHex() ? aim : null;
}

function aimed(aim) {
  if (!byHex()) return `${aim} in ${placeOf(aim) || "?"}`;
  const there = counters.filter((counter) => counter.hex === aim && data.sides[counter.side] !== data.side);
  return there.length ? `${aim}: ${there.map((counter) => counter.id).join(", ")}` : aim;
}

function listUnits() {
  const left = [...offers.keys()].filter((id) => !done(id));
  options(unit, left.map((id) => { const counter = counterOf(id); return [id, counter ? `${id} in ${counter.hex}` : id]; }), "choose a unit");
}

// How many of those that are alike find room in a hex when the orders so far are carried out.
function roomIn(way) {
  const own = counters.filter((one) => data.sides[one.side] === data.side);
  const came = own.filter((one) => one.hex === way.hex && began.get(one.id) !== way.hex);
  const left = own.filter((one) => one.hex !== way.hex && began.get(one.id) === way.hex);
  return way.room - came.length + left.length;
}

// Lets no more go along than find room where they go.
function limitCompany() {
  const offer = offers.get(unit.value), way = offer && offer.ways.find((one) => one.hex === hex.value);
  const room = way ? roomIn(way) : Infinity;
  for (const box of document.querySelectorAll("input[name=company]")) {
    if (company().length >= room) box.checked = false;
    box.disabled = !box.checked && company().length + 1 >= room;
  }
}

// Those that may do the same from the same hex, to go along.
function listCompany(offer, id) {
  const others = offer ? offer.units.filter((other) => other !== id && !done(other)).slice(0, 11) : [];
  byId("company").hidden = !others.length;
  byId("company").replaceChildren(byId("company").firstElementChild, ...others.map((other) => {
    const label = document.createElement("label"), box = document.createElement("input");
    box.type = "checkbox"; box.name = "company"; box.value = other;
    label.append(box, ` ${other}`);
    return label;
  }));
}
const company = () => [...document.querySelectorAll("input[name=company]:checked")].map((box) => box.value);

function choose(id) {
  unit.value = id;
  const offer = offers.get(unit.value);
  const counter = counterOf(unit.value);
  byId("values").textContent = counter ? describe(counter) : "";
  const ways = offer ? offer.ways.filter((way) => !counters.some((other) => other.hex === way.hex && other.id !== id && !data.stacks) && roomIn(way) > 0) : [];
  options(hex, ways.map((way) => [way.hex, way.cost ? `${way.hex}, cost ${way.cost}` : way.hex]), "stays where it is");
  options(act, offer ? (offer.acts || []).map((line) => [line, fill(line, {units: unit.value})]) : [], "nothing else");
  byId("acting").hidden = !(offer && offer.acts);
  listShots();
  listCompany(offer, unit.value);
  layers.reach.replaceChildren();
  for (const way of ways) {
    const [x, y] = centre(way.hex);
    layers.reach.append(element("circle", {cx: x, cy: y, r: 17, fill: "#ffffff", "fill-opacity": 0.8, stroke: "#27517d", "stroke-width": 2, class: "way"}));
    if (way.cost) layers.reach.append(element("text", {x, y: y + 5, "font-size": 14, fill: "#1d1b16"}, String(way.cost)));
  }
  draw();
}

function listShots() {
  const offer = offers.get(unit.value);
  const way = offer && offer.ways.find((one) => one.hex === hex.value);
  const shots = offer ? (hex.value ? (way && way.shots) || [] : offer.shots) : [];
  options(shot, shots.map((aim) => [aim, aimed(aim)]), "does not shoot");
}

function draw() {
  drawCounters(counters, data.leaders, unit.value);
  const marks = past.filter((step) => step.path).map((step) => ({mark: "move", path: step.path}));
  for (const step of past) if (step.shot && placeOf(step.shot[1])) marks.push({mark: "fire", from: step.shot[0], to: placeOf(step.shot[1]), hit: true});
  for (const step of past) for (const blow of step.blows || []) marks.push({mark: "shock", from: blow[0], to: blow[1]});
  const offer = offers.get(unit.value), counter = counterOf(unit.value);
  if (offer && counter) for (const aim of offer.shots) if (placeOf(aim)) marks.push({mark: "fire", from: counter.hex, to: placeOf(aim), hit: shot.value === aim});
  drawMarks(marks);
  if (hex.value) layers.reach.append(element("circle", {cx: centre(hex.value)[0], cy: centre(hex.value)[1], r: 22, fill: "none", stroke: "#c01818", "stroke-width": 4}));
}

// Writes a line into the text and remembers how the map was before.
function add(line, step, sure = true) {
  past.push({line, units: [], counters: structuredClone(counters), ...step});
  if (sure) known.add(line);
  text.value = text.value.replace(/\s*$/, "") + (text.value.trim() ? "\n" : "") + line + "\n";
  say(`Added: ${line}`);
}

function refresh() {
  listUnits();
  listAttack();
  choose("");
  check();
}

function addOrder() {
  const id = unit.value, offer = offers.get(id), counter = counterOf(id);
  if (!offer) return say("Choose a unit first.");
  const words = offer.verbs, all = [id, ...company()], ids = all.join(words.joint), turn = facing();
  const way = offer.ways.find((one) => one.hex === hex.value);
  if (act.value) {
    add(fill(act.value, {units: ids}), {units: all});
  } else if (way) {
    const shoots = shot.value && words.go_shoot ? fill(words.go_shoot, {at: shot.value}) : "";
    const turned = turn && words.go_face ? fill(words.go_face, {facing: faceName(+turn)}) : "";
    const line = fill(words.go, {verb: offer.verb, units: ids, path: way.path.join(" ")}) + shoots + turned;
    const from = counter && counter.hex;
    add(line, {units: all, path: from && [from, ...way.path], shot: shoots && [way.hex, shot.value]});
    for (const one of all) put(one, way.hex, turned && +turn);
  } else if (shot.value && words.fire) {
    add(fill(words.fire, {units: ids, at: shot.value}), {units: all, shot: counter && [counter.hex, shot.value]});
  } else if (turn && words.face && offer.turns.includes(+turn)) {
    add(fill(words.face, {units: ids, facing: faceName(+turn)}), {units: all});
    for (const one of all) counterOf(one).facing = +turn;
  } else {
    return say(turn ? `${id} cannot turn to ${faceName(+turn)} where it stands.` : "Choose where it goes, at whom it shoots, or where it faces.");
  }
  refresh();
}

// Puts a unit where an order brings it; one that waits for its set-up gets a counter.
function put(id, to, turn) {
  const counter = counterOf(id);
  if (counter) {
    counter.hex = to;
    counter.engaged = false;
    if (turn) counter.facing = turn;
  } else {
    counters.push({id, short: id, side: data.sides.indexOf(data.side), code: "", kind: "", people: data.side, hex: to, facing: turn || null, strength: ""});
  }
}

function listAttack() {
  byId("attack").hidden = !verbs.attack;
  byId("attackers").textContent = attackers.join(", ") || "none yet";
  const near = counters.filter((foe) => data.sides[foe.side] !== data.side && attackers.some((id) => counterOf(id) && distance(counterOf(id).hex, foe.hex) === 1));
  const aims = [...new Set(near.map((foe) => byHex() ? foe.hex : foe.id))];
  options(target, aims.map((aim) => [aim, aimed(aim)]), "choose an enemy next to them");
  const fights = (id) => offers.has(id) && offers.get(id).fights && !attackers.includes(id) && !(verbs.once && done(id));
  const own = counters.filter((counter) => fights(counter.id));
  options(byId("attacker"), own.map((counter) => [counter.id, `${counter.id} in ${counter.hex}`]), "choose a unit");
}

// How lines that move units are written, to see whether a unit has two of them.
const moveLines = data.offers.flatMap((question) => question.verbs.go ? [...new Set(question.units.map((offer) => offer.verb))]
  .map((verb) => new RegExp(`^${fill(question.verbs.go, {verb, units: "(\\S+)", path: ".+"})}$`, "i")) : []);
function movedBy(line) {
  const found = moveLines.map((shape) => shape.exec(line)).find(Boolean);
  return found ? found[1].split(",") : [];
}

// What the page can know: lines that it put together or was given are legal unless an earlier line stands in their way.
function check() {
  const seen = new Set();
  const verdicts = text.value.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#")).map((line) => {
    const ids = movedBy(line), twice = ids.find((id) => seen.has(id));
    ids.forEach((id) => seen.add(id));
    if (twice) return [line, "bad", `${twice} has moved in an earlier line`];
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

// A click on a stack goes through those of it that can still be ordered.
function nextOf(here) {
  const own = here.filter((counter) => offers.has(counter.id) && !done(counter.id));
  const at = own.findIndex((counter) => counter.id === unit.value);
  return own.length > 1 || at < 0 ? own[(at + 1) % own.length] : undefined;
}

onHex = (at) => {
  if (!at) return;
  const here = counters.filter((counter) => counter.hex === at);
  const offer = offers.get(unit.value);
  const aims = byHex() ? [at] : here.map((counter) => counter.id);
  const aim = aims.find((aim) => [...shot.options].some((option) => option.value === aim));
  const reach = offer && [...hex.options].some((option) => option.value === at);
  const own = nextOf(here);
  if (aim) { shot.value = aim; draw(); say(`${unit.value} shoots at ${aim}.`); }
  else if (reach && hex.value !== at) { hex.value = at; listShots(); limitCompany(); draw(); say(`${unit.value} goes to ${at}.`); }
  else if (own) { choose(own.id); say(`${own.id} is chosen.`); }
  if (here.length && !own) { byId("values").textContent = here.map(describe).join("; "); }
};

unit.addEventListener("change", () => choose(unit.value));
hex.addEventListener("change", () => { listShots(); limitCompany(); draw(); });
byId("company").addEventListener("change", limitCompany);
shot.addEventListener("change", draw);
text.addEventListener("input", check);
byId("add").addEventListener("click", addOrder);
byId("join").addEventListener("click", () => { if (byId("attacker").value) attackers.push(byId("attacker").value); listAttack(); });
byId("strike").addEventListener("click", () => {
  if (!attackers.length || !target.value) return say("Choose attackers and an enemy next to them.");
  const at = placeOf(target.value), blows = attackers.map((id) => [counterOf(id).hex, at]);
  // Odds are not reckoned here, so the page does not know whether the attack is allowed.
  add(fill(verbs.attack, {units: attackers.join(verbs.joint), at: target.value}) + byId("then").value, {units: verbs.once ? attackers : [], blows}, !byHex());
  attackers = [];
  refresh();
});
byId("take").addEventListener("click", () => { if (byId("line").value) { add(byId("line").value, {}); check(); } });
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
options(byId("then"), (verbs.then || []).map((words) => [words, words.trim()]), "nothing");
byId("following").hidden = !verbs.then;
byId("lines").hidden = !wholeLines.length;
byId("moves").hidden = !offers.size || !(verbs.go || verbs.fire || verbs.face);
byId("shooting").hidden = !(verbs.fire || verbs.go_shoot);
byId("facings").hidden = !(verbs.face || verbs.go_face);
refresh();
fit(field(counters.length ? counters : [...offers.values()].flatMap((offer) => offer.ways)));
