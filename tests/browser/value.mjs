// Opens a board in Chromium, lets it check a LOCK and work out the player's value, and tries what must not work.
//
// node value.mjs FOLDER CHROMIUM
//
// In the folder: board.html, letter.txt (the letter that tells of the LOCK), secret.json; value.txt is written.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const PATIENCE = 180_000;
const [folder, executablePath] = process.argv.slice(2);
const read = (name) => readFileSync(join(folder, name), "utf8");
const [letter, secret] = [read("letter.txt"), read("secret.json")];
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"], timeout: PATIENCE });

async function open(context) {
  const page = await context.newPage();
  page.on("pageerror", (error) => assert.fail(error.message));
  await page.goto(`file://${resolve(folder, "board.html")}`);
  return page;
}

async function answer(page, letter, secret) {
  await page.evaluate(() => { byId("dice").open = true; });
  await page.fill("#letter", letter);
  await page.fill("#secret", secret);
  await page.click("#give");
  return [await page.inputValue("#value"), await page.textContent("#value-said")];
}

// Changes one hexadecimal digit of a line.
const slip = (text, line) => text.replace(new RegExp(`^(${line}.*)([0-9a-f])$`, "m"), (_, before, last) => before + (last === "0" ? "1" : "0"));

try {
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  await context.route("**/*", (route) => route.request().url().startsWith("file:") ? route.continue() : assert.fail(route.request().url()));
  const page = await open(context);
  assert.ok(!(await page.content()).includes(JSON.parse(secret).chain_secret), "the secret is not in the file");
  const refused = [
    [slip(letter, "prev: "), secret, /Answer nothing|missing/],
    [slip(letter, "seal: 1 "), secret, /seal|open/],
    [slip(letter, "nonce: "), secret, /seal/],
    [letter.replace(/^entry: .*$/gm, "entry: 9000"), secret, /missing/],
    ["", secret, /missing/],
    [letter, secret.replace(/("chain_secret": ")(.)/, (_, before, digit) => before + (digit === "0" ? "1" : "0")), /not the one/],
    [letter, secret.replace(/"game": "[^"]*"/, '"game": "another-00000000"'), /another match/],
    [letter, "no file", /tessera seat join/],
  ];
  for (const [text, file, why] of refused) {
    const [value, said] = await answer(page, text, file);
    assert.equal(value, "", said);
    assert.match(said, why);
  }
  const [value, said] = await answer(page, letter, secret);
  assert.match(said, /in order/);
  assert.deepEqual(await answer(page, `> ${letter.replace(/\n/g, "\n> ")}`, secret), [value, said], "quoting changes nothing, and the same LOCK gets the same answer");
  const other = letter.replace(/^time: (.*)$/m, "time: 2001-01-01T00:00:00Z");
  assert.match((await answer(page, other, secret))[1], /Another LOCK|Answer nothing|missing/);
  assert.equal(await page.evaluate(() => (recalled().secret || "")), "", "nothing is kept unless the player wants it");
  await page.check("#keep");
  await answer(page, letter, secret);
  const again = await open(context);
  assert.equal(await again.inputValue("#secret"), secret.replace(/\r\n/g, "\n"), "a secret that is kept is there again");
  writeFileSync(join(folder, "value.txt"), value);
  console.log("ok value");
} finally {
  await browser.close();
}
