// Takes the pictures of the README from pages that contrib/pictures.sh has laid out.
//
// node pictures.mjs FOLDER OUT
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [folder, out] = process.argv.slice(2);
const executablePath = "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

async function take(name, file, viewport, colorScheme, prepare) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(`file://${resolve(folder, file)}`);
  await page.evaluate(prepare);
  const path = join(out, `${name}.png`);
  await page.screenshot({ path });
  await page.close();
  assert.ok(statSync(path).size < 150_000, `${name} takes ${statSync(path).size} bytes`);
}

try {
  await take("report", "pagan.html", { width: 640, height: 480 }, "light", () => {
    document.querySelector("h2").scrollIntoView();
  });
  await take("board", "legion-board.html", { width: 960, height: 420 }, "light", () => {
    const far = (offer) => offer.ways.length;
    const [id] = [...offers].sort((a, b) => far(b[1]) - far(a[1]))[0];
    choose(id);
    const [x, y] = centre(counterOf(id).hex);
    show([x - 240, y - 150, 480]);
  });
  await take("phone", "pagan.html", { width: 390, height: 560 }, "dark", () => {});
} finally {
  await browser.close();
}
