"use strict";
// The map that board and replay share: counters, marks, zoom and pan over a drawn ground.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const NS = "http://www.w3.org/2000/svg";
const R = 40, A = R * Math.sqrt(3) / 2, HALF = 22;

function element(name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// Where a hex lies, by the two pairs of digits of its number.
function centre(hex) {
  const line = +hex.slice(0, 2) - 1, along = +hex.slice(2) - 1;
  const x = along * 2 * A + (line % 2 ? A : 0) + A, y = line * 1.5 * R + R;
  return data.flat ? [y, x] : [x, y];
}

function towards([x, y], hour, far) {
  const angle = hour * Math.PI / 6;
  return [x + far * Math.sin(angle), y - far * Math.cos(angle)];
}

function distance(a, b) {
  const axial = (hex) => { const r = +hex.slice(0, 2) - 1; return [+hex.slice(2) - 1 - Math.floor(r / 2), r]; };
  const [p, q] = [axial(a), axial(b)], dq = p[0] - q[0], dr = p[1] - q[1];
  return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
}

const allHexes = [];
for (let row = 1; row <= data.rows; row += 1) {
  for (let column = 1; column <= data.columns; column += 1) {
    allHexes.push(String(row).padStart(2, "0") + String(column).padStart(2, "0"));
  }
}

function hexAt(x, y) {
  let best = null, near = R;
  for (const hex of allHexes) {
    const [a, b] = centre(hex), far = Math.hypot(a - x, b - y);
    if (far < near) { near = far; best = hex; }
  }
  return best;
}

const svg = document.querySelector("#stage svg");
svg.removeAttribute("width");
svg.removeAttribute("height");
svg.setAttribute("tabindex", "0");
const layers = {};
for (const name of ["reach", "counters", "marks"]) {
  layers[name] = element("g", {"font-family": "DejaVu Sans,Verdana,sans-serif", "text-anchor": "middle"});
  svg.append(layers[name]);
}
const whole = svg.getAttribute("viewBox").split(" ").map(Number);
let view = whole.slice();
// The part that is shown until the reader moves the map himself.
let part = null;

// Shows a part of the map as wide as asked, as high as the stage is.
function show([left, top, width]) {
  const tall = svg.clientWidth ? svg.clientHeight / svg.clientWidth : whole[3] / whole[2];
  const most = Math.max(whole[2], whole[3] / tall) * 1.2, wide = Math.min(Math.max(width, whole[2] / 12), most);
  view = [left, top, wide, wide * tall];
  svg.setAttribute("viewBox", view.map((n) => n.toFixed(1)).join(" "));
}

// Where a view of some length begins so that a part lies in its middle and no room is lost beyond the map.
function begin(from, length, shown, edge, all) {
  const middle = from + (length - shown) / 2;
  return shown >= all ? edge + (all - shown) / 2 : Math.min(Math.max(middle, edge), edge + all - shown);
}

// Shows all of a part; all of the map, where the stage has room for its whole height or width anyway.
function fit(wanted) {
  const tall = svg.clientWidth ? svg.clientHeight / svg.clientWidth : whole[3] / whole[2];
  const broad = ([, , width, height]) => Math.max(width, height / tall);
  const wide = broad(wanted), roomy = wide >= whole[2] || wide * tall >= whole[3];
  const [left, top, width, height] = roomy ? whole : wanted, shown = roomy ? broad(whole) : wide;
  part = wanted;
  show([begin(left, width, shown, whole[0], whole[2]), begin(top, height, shown * tall, whole[1], whole[3]), shown]);
}

// Shows the same again on a stage of another size.
function refit() {
  if (part) return fit(part);
  const [x, y] = [view[0] + view[2] / 2, view[1] + view[3] / 2];
  show(view);
  show([x - view[2] / 2, y - view[3] / 2, view[2]]);
}

// The part in which the counters stand, or all of the map where there are none.
function field(counters) {
  const at = counters.map((counter) => centre(counter.hex));
  if (!at.length) return whole;
  const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)], edge = 2 * R;
  const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
  return [left, top, Math.max(...xs) + edge - left, Math.max(...ys) + edge - top];
}
function zoom(by, at) {
  const [x, y] = at || [view[0] + view[2] / 2, view[1] + view[3] / 2];
  part = null;
  show([x - (x - view[0]) * by, y - (y - view[1]) * by, view[2] * by]);
}
function pan(right, down) { part = null; show([view[0] + right * view[2], view[1] + down * view[3], view[2]]); }
function look(hex) {
  const [x, y] = centre(hex);
  if (x < view[0] || y < view[1] || x > view[0] + view[2] || y > view[1] + view[3]) show([x - view[2] / 2, y - view[3] / 2, view[2]]);
}
function place(event) {
  const at = svg.createSVGPoint();
  at.x = event.clientX; at.y = event.clientY;
  const on = at.matrixTransform(svg.getScreenCTM().inverse());
  return [on.x, on.y];
}

// One pointer pans, two zoom, a short press is a click.
const pointers = new Map();
let moved = 0, onHex = () => {};
svg.addEventListener("pointerdown", (event) => { pointers.set(event.pointerId, event); moved = 0; });
svg.addEventListener("pointermove", (event) => {
  const was = pointers.get(event.pointerId);
  if (!was) return;
  const others = [...pointers.values()].filter((other) => other.pointerId !== event.pointerId);
  if (others.length) {
    const span = (p) => Math.hypot(p.clientX - others[0].clientX, p.clientY - others[0].clientY);
    zoom(span(was) / Math.max(span(event), 1), place(event));
    moved = 99;
  } else {
    const [a, b] = [place(was), place(event)];
    moved += Math.hypot(event.clientX - was.clientX, event.clientY - was.clientY);
    if (moved > 6) {
      part = null;
      show([view[0] + a[0] - b[0], view[1] + a[1] - b[1], view[2]]);
    }
  }
  pointers.set(event.pointerId, event);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
  svg.addEventListener(end, (event) => {
    const pressed = pointers.delete(event.pointerId);
    if (end === "pointerup" && pressed && moved <= 6) onHex(hexAt(...place(event)));
  });
}
svg.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.15 : 0.87, place(event)); }, {passive: false});
svg.addEventListener("keydown", (event) => {
  const keys = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1]};
  if (keys[event.key]) pan(...keys[event.key]);
  else if (event.key === "+" || event.key === "=") zoom(0.8);
  else if (event.key === "-") zoom(1.25);
  else if (event.key === "0") fit(whole);
  else return;
  event.preventDefault();
});
window.addEventListener("resize", refit);
for (const [id, act] of [["nearer", () => zoom(0.8)], ["farther", () => zoom(1.25)], ["all", () => fit(whole)]]) byId(id).addEventListener("click", act);

function cardShape(side, x, y) {
  const left = x - HALF, top = y - HALF;
  if (side % 4 === 0) return `M${left} ${top}h44v44h-44z`;
  if (side % 4 === 1) return `M${left + 9} ${top}h26l9 9v26l-9 9h-26l-9-9v-26z`;
  return `M${left} ${y}a22 22 0 0 1 44 0a22 22 0 0 1-44 0z`;
}

function badge(into, x, y, text) {
  const wide = 6.5 * text.length + 6;
  into.append(element("rect", {x: x - wide / 2, y: y - 7, width: wide, height: 14, rx: 6, fill: "#fff3a8", stroke: "#1d1b16"}));
  into.append(element("text", {x, y: y + 4, "font-size": 11, "font-weight": "bold", fill: "#1d1b16"}, text));
}

function drawCounter(counter, [x, y], chosen) {
  const [fill, ink] = data.colours[counter.side % data.colours.length];
  const group = element("g", {class: "counter", "data-unit": counter.id});
  group.append(element("title", {}, describe(counter)));
  if (counter.facing) {
    const points = [towards([x, y], counter.facing + 10, HALF), towards([x, y], counter.facing, R - 2), towards([x, y], counter.facing + 2, HALF)];
    group.append(element("path", {d: "M" + points.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L") + "z", fill, stroke: "#1d1b16", "stroke-width": 1.5}));
  }
  const shape = cardShape(counter.side, x, y);
  group.append(element("path", {d: shape, fill, stroke: chosen ? "#ffd400" : ink, "stroke-width": chosen ? 5 : 2.5, "stroke-dasharray": counter.disordered ? "5 3" : "none"}));
  group.append(element("path", {d: shape, fill: "none", stroke: "#000"}));
  group.append(element("text", {x, y: y - 10, "font-size": size(counter.short, 11), "font-weight": "bold", fill: ink}, counter.short));
  group.append(element("text", {x, y: y + 18.5, "font-size": size(counter.strength, 12), "font-weight": "bold", fill: ink}, counter.strength));
  const arm = ARMS[counter.arm] || "", weight = arm && WEIGHTS[Math.min(counter.weight || 0, 2)];
  const corner = `M${x - 11} ${y - 7.5}`;
  group.append(element("path", {d: `${corner}h22v13h-22z${arm && corner + arm}${weight && corner + weight}`, fill: "none", stroke: ink, "stroke-width": 1.4}));
  if (!arm) group.append(element("text", {x, y: y + 2.5, "font-size": size(counter.code, 9), fill: ink}, counter.code));
  const corners = [[x - HALF, y + HALF - 3], [x + HALF, y - HALF + 3], [x - HALF, y - HALF + 3], [x, y + HALF]];
  statesOf(counter).slice(0, corners.length).forEach((sign, index) => badge(group, ...corners[index], sign.letter));
  if (counter.leader) badge(group, x - HALF + 2, y - HALF + 2, "*");
  return group;
}

// The shapes of arms and weights in the box of a counter.
const ARMS = {
  foot: "m0 0l22 13m-22 0l22-13", horse: "m0 13l22-13",
  bow: "m0 0l22 13m-22 0l22-13m-18 13q7-10 14 0", horsebow: "m0 13l22-13m-18 13q7-10 14 0",
};
const WEIGHTS = ["", "m4 0v13", "m4 0v13m14-13v13"];

// The height of a text on a counter: as wished, or less where it would be too wide.
function size(text, wished) {
  return Math.floor(Math.min(wished, 39 / (0.7 * Math.max(text.length, 1))) * 2) / 2;
}

// What a counter shows, in the words of its game.
function statesOf(counter) {
  return [counter.disordered && data.idiom.disordered, counter.engaged && data.idiom.engaged, ...(counter.signs || [])].filter(Boolean);
}

function faceName(hour) {
  return data.idiom.bearing === "compass" ? ["N", "NE", "SE", "S", "SW", "NW"][(hour % 12) / 2] : String(hour);
}

function describe(counter) {
  const states = [...statesOf(counter).map((sign) => sign.word), counter.leader && "with the leader"].filter(Boolean);
  const facing = counter.facing ? `, facing ${faceName(counter.facing)}${data.idiom.bearing === "hours" ? " o'clock" : ""}` : "";
  return `${counter.id}: ${counter.people} ${counter.kind}, ${counter.strength}, in ${counter.hex}${facing}${states.length ? ", " + states.join(", ") : ""}`;
}

function drawCounters(counters, leaders, chosen) {
  layers.counters.replaceChildren();
  const stacks = new Map();
  for (const counter of counters) {
    if (!stacks.has(counter.hex)) stacks.set(counter.hex, []);
    stacks.get(counter.hex).push(counter);
  }
  for (const [hex, stack] of stacks) {
    const [x, y] = centre(hex);
    stack.slice(1, 3).reverse().forEach((under, index, all) => {
      const slip = 4 * (all.length - index);
      layers.counters.append(element("path", {d: cardShape(under.side, x + slip, y - slip), fill: data.colours[under.side % 4][0], stroke: "#000"}));
    });
    const top = stack.find((counter) => counter.id === chosen) || stack[0];
    const card = drawCounter(top, [x, y], top.id === chosen);
    if (stack.length > 1) badge(card, x + HALF + 3, y + HALF + 4, "x" + stack.length);
    layers.counters.append(card);
  }
  for (const [hex, name] of leaders || []) {
    const [x, y] = centre(hex);
    badge(layers.counters, x, y, "* " + name);
  }
}

function line(from, to, attributes) {
  layers.marks.append(element("path", {d: `M${from.map((n) => n.toFixed(1)).join(" ")}L${to.map((n) => n.toFixed(1)).join(" ")}`, fill: "none", ...attributes}));
}
function arrow(from, to, long, fill) {
  const far = Math.max(Math.hypot(to[0] - from[0], to[1] - from[1]), 1), u = [(to[0] - from[0]) / far * long, (to[1] - from[1]) / far * long];
  const foot = [to[0] - u[0], to[1] - u[1]];
  const points = [to, [foot[0] - u[1] * 0.55, foot[1] + u[0] * 0.55], [foot[0] + u[1] * 0.55, foot[1] - u[0] * 0.55]];
  layers.marks.append(element("path", {d: "M" + points.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L") + "z", fill, stroke: "#f7f3e6"}));
}

function drawMarks(marks) {
  layers.marks.replaceChildren();
  for (const mark of marks) {
    if (mark.mark === "move") {
      const points = mark.path.map(centre);
      for (let step = 1; step < points.length; step += 1) line(points[step - 1], points[step], {stroke: "#1d1b16", "stroke-width": 3});
      arrow(points[points.length - 2], points[points.length - 1], 12, "#1d1b16");
    } else if (mark.mark === "fire") {
      const to = centre(mark.to);
      line(centre(mark.from), to, {stroke: "#b4520a", "stroke-width": 3, "stroke-dasharray": "8 5"});
      layers.marks.append(element("circle", {cx: to[0], cy: to[1], r: mark.hit ? 9 : 6, fill: mark.hit ? "#b4520a" : "#f7f3e6", stroke: "#b4520a", "stroke-width": 3}));
    } else if (mark.mark === "shock") {
      line(centre(mark.from), centre(mark.to), {stroke: "#c01818", "stroke-width": 7});
      arrow(centre(mark.from), centre(mark.to), 18, "#c01818");
    } else {
      const [x, y] = centre(mark.hex);
      line([x - 15, y - 15], [x + 15, y + 15], {stroke: "#1d1b16", "stroke-width": 5});
      line([x - 15, y + 15], [x + 15, y - 15], {stroke: "#1d1b16", "stroke-width": 5});
    }
  }
}
