// Opens the pages of a folder in Chromium: composes orders by mouse and by keyboard, plays a replay,
// looks for barriers with axe, and counts what a page tries to load. Writes the orders beside the pages.
//
// node pages.mjs FOLDER CHROMIUM [SCREENSHOTS]
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

// Milliseconds that anything may take, on a machine that has much else to do.
const PATIENCE = 180_000;
const [folder, executablePath, shots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], timeout: PATIENCE });
const outside = [];

async function open(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: false, ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith("file:") || url.startsWith("data:")) return route.continue();
    outside.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => assert.fail(`${name}: ${error.message}`));
  page.on("dialog", (dialog) => assert.fail(`${name} opened a dialog: ${dialog.message()}`));
  await page.goto(`file://${resolve(folder, name)}`);
  return page;
}

async function shot(page, name) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
}

// Where a hex is on the screen.
async function press(page, hex) {
  const at = await page.evaluate((hex) => {
    const point = svg.createSVGPoint();
    [point.x, point.y] = centre(hex);
    const on = point.matrixTransform(svg.getScreenCTM());
    return [on.x, on.y];
  }, hex);
  await page.mouse.click(...at);
}

// The boards of the folder: of a battle in which units move and shoot, of one with stacks, of plots, of a set-up.
const boards = ["board", "legion", "plots", "set-up"];

// Units that have somewhere to go, each in a hex of its own, and a hex on the screen for each.
async function choices(page, wanted) {
  return page.evaluate((wanted) => {
    const seen = new Set(), stage = svg.getBoundingClientRect();
    const onScreen = (hex) => {
      const point = svg.createSVGPoint();
      [point.x, point.y] = centre(hex);
      const at = point.matrixTransform(svg.getScreenCTM());
      return at.x > stage.left + 5 && at.x < stage.right - 5 && at.y > stage.top + 5 && at.y < Math.min(stage.bottom, innerHeight) - 5;
    };
    const empty = (hex) => !counters.some((counter) => counter.hex === hex);
    const found = [];
    for (const counter of counters) {
      if (!offers.has(counter.id) || seen.has(counter.hex) || !onScreen(counter.hex)) continue;
      seen.add(counter.hex);
      const ways = offers.get(counter.id).ways.filter((way) => empty(way.hex) && onScreen(way.hex));
      if (ways.length > 5) found.push({ id: counter.id, from: counter.hex, to: ways[2 + found.length % 3].hex });
    }
    return found.slice(0, wanted);
  }, wanted);
}

async function byMouse(name) {
  const page = await open(`${name}.html`);
  const chosen = await choices(page, 3);
  assert.equal(chosen.length, 3, name);
  const faces = await page.isVisible("#facings");
  for (const { id, from, to } of chosen) {
    await press(page, from);
    assert.equal(await page.inputValue("#unit"), id, "a click on the counter chooses the unit");
    await press(page, to);
    assert.equal(await page.inputValue("#hex"), to, "a click on a hex in reach chooses it");
    if (faces) await page.click("label:has(input[value='2'])");
    await page.click("#add");
    const line = (await page.inputValue("#orders")).trim().split("\n").pop();
    assert.match(line, new RegExp(`^\\w+ ${id} .*${to}`), line);
    if (faces) assert.match(line, /(F2|FACE NE)$/, line);
  }
  await page.click("#undo");
  const text = await page.inputValue("#orders");
  assert.equal(text.trim().split("\n").length, 2, "the last order was taken back");
  assert.equal(await page.locator("#checks .good").count(), 2, "the page knows its own lines");
  await page.click("#copy");
  await page.waitForFunction(() => byId("said").textContent === "The orders are copied.");
  assert.ok((await page.getAttribute("#mail", "href")).startsWith("mailto:"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  assert.equal(readFileSync(await download.path(), "utf8"), text, "the download is the text");
  await shot(page, `${name}-composed`);
  writeFileSync(join(folder, `${name}.mouse.txt`), text);
  await page.context().close();
}

async function tabTo(page, id) {
  for (let tries = 0; tries < 90; tries += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((id) => document.activeElement.id === id || document.activeElement.name === id, id)) return;
  }
  assert.fail(`Tab never comes to ${id}`);
}

async function byKeyboard(name) {
  const page = await open(`${name}.html`);
  for (let order = 0; order < 2; order += 1) {
    await page.evaluate(() => document.activeElement.blur());
    await tabTo(page, "unit");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, "hex");
    for (let down = 0; down < 4; down += 1) await page.keyboard.press("ArrowDown");
    if (await page.locator("input[name=company]:enabled").count()) {
      await tabTo(page, "company");
      await page.keyboard.press("Space");
    }
    if (await page.isVisible("#facings")) {
      await tabTo(page, "facing");
      await page.keyboard.press("ArrowRight");
    }
    await tabTo(page, "add");
    await page.keyboard.press("Enter");
  }
  const text = await page.inputValue("#orders");
  assert.equal(text.trim().split("\n").length, 2, text);
  assert.equal(await page.locator("#checks .good").count(), 2, text);
  writeFileSync(join(folder, `${name}.keyboard.txt`), text);
  await page.context().close();
}

// A shot or an attack of the first unit that has one, and a standing line of every form; writes what came of it.
async function fighting(name) {
  const page = await open(`${name}.html`);
  const shooter = await page.evaluate(() => [...offers].find(([, offer]) => offer.shots.length && verbs.fire)?.[0]);
  if (shooter) {
    await page.selectOption("#unit", shooter);
    const place = await page.evaluate(() => placeOf(shot.options[1].value));
    await page.click("#all");
    await press(page, place);
    assert.notEqual(await page.inputValue("#shot"), "", `${name}: a click on an enemy in range aims at it`);
    await page.click("#add");
  }
  const blow = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  if (blow) {
    await page.selectOption("#attacker", blow[0]);
    await page.click("#join");
    await page.selectOption("#target", blow[1]);
    await page.click("#strike");
  }
  const fought = (await page.inputValue("#orders")).trim().split("\n").filter(Boolean).length;
  assert.equal(fought, Number(Boolean(shooter)) + Number(Boolean(blow)), name);
  const titles = await page.evaluate(() => forms.map((one) => one.title));
  assert.ok(titles.length > 1, `${name}: ${titles}`);
  for (const title of titles) {
    await page.selectOption("#form", title);
    if (await page.isVisible("#whom")) await page.selectOption("#who", { index: 1 });
    for (const select of await page.locator("#words select").all()) await select.selectOption({ index: (await select.locator("option").count()) - 1 });
    if (await page.isVisible("#placing")) {
      const [one, other] = await page.evaluate(() => counters.slice(0, 2).map((counter) => counter.hex));
      await page.click("#all");
      await press(page, one);
      assert.equal(await page.inputValue("#places"), one, "a click names the hex");
      await page.fill("#places", `${one}, ${other}`);
    }
    await page.click("#stand");
  }
  const text = await page.inputValue("#orders");
  assert.equal(text.trim().split("\n").length, fought + titles.length, text);
  assert.equal(await page.locator("#checks .bad").count(), 0, text);
  await shot(page, `${name}-fighting`);
  writeFileSync(join(folder, `${name}.txt`), text);
  await page.context().close();
}

async function fights() {
  for (const name of ["shots", "blows", "charge"]) await fighting(name);
}

async function composed() {
  for (const name of boards) {
    if (name !== "set-up") await byMouse(name);
    await byKeyboard(name);
  }
}

// A move that is written twice is seen, and so is an attack that the page cannot reckon.
async function stacks() {
  const page = await open("legion.html");
  const [{ id, to }] = await choices(page, 1);
  await page.selectOption("#unit", id);
  await page.selectOption("#hex", to);
  await page.click("#add");
  const line = (await page.inputValue("#orders")).trim();
  await page.fill("#orders", `${line}\n${line}\n`);
  assert.equal(await page.locator("#checks .bad").count(), 1);
  await page.context().close();
  const plots = await open("plots.html");
  await plots.selectOption("#unit", { index: 1 });
  await plots.selectOption("#act", "PLOT {units} NONE");
  await plots.click("#add");
  assert.match(await plots.inputValue("#orders"), /^PLOT \S+ NONE$/m);
  await plots.context().close();
}

async function checkText() {
  const page = await open("board.html");
  await page.fill("#orders", "MOVE nobody 9999\n# a comment\n");
  assert.equal(await page.locator("#checks li").count(), 1);
  assert.match(await page.textContent("#checks"), /not known to this page/);
}

async function replay(name) {
  const page = await open(`${name}.html`);
  const total = await page.locator("#story li").count();
  assert.ok(total > 3, `${total} events`);
  const before = await page.textContent("#now");
  await page.click("#next");
  assert.notEqual(await page.textContent("#now"), before);
  await page.click("#last");
  assert.match(await page.textContent("#count"), new RegExp(`Event ${total} of ${total}`));
  const end = await page.evaluate(() => [...stateAfter(steps.length - 1).values()].map((counter) => `${counter.id} ${counter.hex}`).sort().join("\n"));
  writeFileSync(join(folder, `${name}.txt`), end);
  await page.click("#first");
  await page.selectOption("#speed", "0.5");
  await page.click("#play");
  await page.waitForFunction(() => at >= 1);
  await page.click("#play");
  assert.equal(await page.textContent("#play"), "Play", "it pauses");
  await page.selectOption("#turn", { index: 1 });
  assert.match(await page.textContent("#now"), /TURN/);
  await shot(page, name);
  await page.context().close();
}

async function replays() {
  for (const name of ["replay", "legion-replay"]) await replay(name);
}

async function barriers() {
  const names = ["report", "board", "replay", "index", "legion-report", "legion", "plots", "legion-replay"].map((name) => `${name}.html`);
  for (const name of names) {
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [360, 768, 1440]) {
        const page = await open(name, { colorScheme, bypassCSP: true, viewport: { width, height: 900 } });
        await shot(page, `${name}-${colorScheme}-${width}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${name} is ${wide} wide on a screen of ${width}`);
        if (width === 768) {
          await page.addScriptTag({ content: axe });
          const { violations } = await page.evaluate(() => axe.run());
          const bad = violations.filter((one) => ["serious", "critical"].includes(one.impact));
          const told = bad.map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
          assert.deepEqual(told, [], `${name}, ${colorScheme}`);
        }
        await page.context().close();
      }
    }
  }
}

async function harmless() {
  const page = await open("bad.html");
  assert.equal(await page.evaluate(() => window.harmed), undefined, "a name ran as a script");
  assert.ok((await page.textContent("h1")).includes("<script>"), "the name is shown as it is");
  assert.ok((await page.content()).includes("{{ x }}"));
}

try {
  for (const test of [composed, fights, stacks, checkText, replays, barriers, harmless]) {
    await test();
    console.log(`ok ${test.name}`);
  }
  assert.deepEqual(outside, [], "a page tried to load something from outside");
} finally {
  await browser.close();
}
