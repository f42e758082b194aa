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

async function byMouse() {
  const page = await open("board.html");
  const choices = await page.evaluate(() => [...units.values()].filter((unit) => unit.ways.length > 5).slice(0, 3)
    .map((unit) => ({ id: unit.unit, from: counterOf(unit.unit).hex })));
  assert.equal(choices.length, 3);
  for (const { id, from } of choices) {
    await press(page, from);
    assert.equal(await page.inputValue("#unit"), id, "a click on the counter chooses the unit");
    const to = await page.evaluate(() => [...hex.options].map((option) => option.value).filter((value) => value && !counters.some((counter) => counter.hex === value))[2]);
    await press(page, to);
    assert.equal(await page.inputValue("#hex"), to, "a click on a hex in reach chooses it");
    await page.click("label:has(input[value='2'])");
    await page.click("#add");
    assert.match(await page.inputValue("#orders"), new RegExp(`^MOVE ${id} .*F2$`, "m"));
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
  await shot(page, "board-composed");
  writeFileSync(join(folder, "mouse.txt"), text);
}

async function tabTo(page, id) {
  for (let tries = 0; tries < 60; tries += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((id) => document.activeElement.id === id || document.activeElement.name === id, id)) return;
  }
  assert.fail(`Tab never comes to ${id}`);
}

async function byKeyboard() {
  const page = await open("board.html");
  for (let order = 0; order < 2; order += 1) {
    await page.evaluate(() => document.activeElement.blur());
    await tabTo(page, "unit");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, "hex");
    for (let down = 0; down < 4; down += 1) await page.keyboard.press("ArrowDown");
    await tabTo(page, "facing");
    await page.keyboard.press("ArrowRight");
    await tabTo(page, "add");
    await page.keyboard.press("Enter");
  }
  const text = await page.inputValue("#orders");
  assert.equal(text.trim().split("\n").length, 2, text);
  writeFileSync(join(folder, "keyboard.txt"), text);
}

async function checkText() {
  const page = await open("board.html");
  await page.fill("#orders", "MOVE nobody 9999\n# a comment\n");
  assert.equal(await page.locator("#checks li").count(), 1);
  assert.match(await page.textContent("#checks"), /not known to this page/);
}

async function replay() {
  const page = await open("replay.html");
  const total = await page.locator("#story li").count();
  assert.ok(total > 3, `${total} events`);
  const before = await page.textContent("#now");
  await page.click("#next");
  assert.notEqual(await page.textContent("#now"), before);
  await page.click("#last");
  assert.match(await page.textContent("#count"), new RegExp(`Event ${total} of ${total}`));
  const end = await page.evaluate(() => [...stateAfter(steps.length - 1).values()].map((counter) => `${counter.id} ${counter.hex}`).sort().join("\n"));
  writeFileSync(join(folder, "replayed.txt"), end);
  await page.click("#first");
  await page.selectOption("#speed", "0.5");
  await page.click("#play");
  await page.waitForFunction(() => at >= 1);
  await page.click("#play");
  assert.equal(await page.textContent("#play"), "Play", "it pauses");
  await page.selectOption("#turn", { index: 1 });
  assert.match(await page.textContent("#now"), /TURN/);
  await shot(page, "replay");
}

async function barriers() {
  for (const name of ["report.html", "board.html", "replay.html", "index.html"]) {
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
  for (const test of [byMouse, byKeyboard, checkText, replay, barriers, harmless]) {
    await test();
    console.log(`ok ${test.name}`);
  }
  assert.deepEqual(outside, [], "a page tried to load something from outside");
} finally {
  await browser.close();
}
