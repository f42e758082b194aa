// The value for the dice of a locked draw: worked out here from the player's secret, which never is in this file,
// and only after the checks that the protocol asks of a player before he hands a value over.
const pledge = data.mail.pledge;

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}
function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}
const u64 = (number) => joined([u32(Math.floor(number / 2 ** 32)), u32(number % 2 ** 32)]);
const bytesOf = (text) => new TextEncoder().encode(text);
const fromHex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// SHA-256 begins with the first bits behind the point of square and cube roots of primes.
const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
const bitsOf = (root) => Math.floor((root % 1) * 2 ** 32) | 0;
const rounds = primes.map((prime) => bitsOf(Math.cbrt(prime)));
const start = primes.slice(0, 8).map((prime) => bitsOf(Math.sqrt(prime)));

function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  padded.set(u64(bytes.length * 8), padded.length - 8);
  const input = new DataView(padded.buffer), hash = Int32Array.from(start), w = new Int32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = input.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] += word; });
  }
  return joined(Array.from(hash, (word) => u32(word >>> 0)));
}

// The one hash function of the protocol: tag and fields, each with its length before it.
function H(tag, ...fields) {
  const sized = (part) => [u32(part.length), part];
  return sha256(joined([...sized(bytesOf(tag)), u32(fields.length), ...fields.flatMap(sized)]));
}

// The blocks of a letter, with what mail programs add to lines taken off.
function blocksOf(letter) {
  const blocks = [];
  let open = null;
  for (const raw of letter.split(/\r\n|\r|\n/)) {
    const line = raw.replace(/[ \t\u00a0]+/g, " ").replace(/ $/, "").replace(/^[> ]+/, "");
    if (line === "#TESSERA-BEGIN") open = [];
    else if (line === "#TESSERA-END" && open) { blocks.push(new Block(open)); open = null; }
    else if (open && line) open.push(line);
  }
  return blocks;
}

class Block {
  constructor(lines) {
    this.head = toHex(H("tessera1.entry", bytesOf(lines.map((line) => `${line}\n`).join(""))));
    this.fields = [];
    for (const line of lines) {
      const field = /^([a-z]+): (.+)$/.exec(line);
      if (field) this.fields.push([field[1], field[2]]);
      else if (line.startsWith("+") && this.fields.length) this.fields.at(-1)[1] += line.slice(1);
    }
  }
  all(key) { return this.fields.filter(([own]) => own === key).map(([, value]) => value); }
  one(key) { return this.all(key)[0]; }
  // The value of a line that begins with the number of the seat.
  own(key) { const found = this.all(key).find((value) => value.startsWith(`${pledge.seat} `)); return found && found.slice(String(pledge.seat).length + 1); }
}

class Doubt extends Error {}
const unless = (good, words) => { if (!good) throw new Doubt(words); };

// The value of the chain at a position, hashed down from its top.
function valueAt(secret, top, position) {
  const game = bytesOf(pledge.game), owner = u64(pledge.seat);
  let value = H("tessera1.top", game, owner, u64(top), secret);
  for (let at = top - 1; at >= position; at -= 1) value = H("tessera1.chain", game, owner, u64(at), value);
  return toHex(value);
}

function readSecret(text) {
  let file;
  try { file = JSON.parse(text); } catch { throw new Doubt("That is not the file that `tessera seat join` wrote."); }
  unless(file.game === pledge.game && String(file.seat) === String(pledge.seat), "That file was made for another match or another seat.");
  unless(/^[0-9a-f]{64}$/.test(file.chain_secret) && file.gives_values, "That file holds no chain of values.");
  return file;
}

// The LOCK that goes on, entry by entry, from what this report has shown.
function lockIn(letter) {
  const entries = new Map(), sealed = [];
  for (const block of blocksOf(letter)) {
    if (block.one("entry") !== undefined) {
      const number = +block.one("entry"), other = entries.get(number);
      unless(!other || other.head === block.head, `Two versions of entry ${number} are there. Answer nothing, and show both to the other players.`);
      entries.set(number, block);
    } else if (block.one("type") === "ORDERS") sealed.push(block);
  }
  const known = entries.get(pledge.entry);
  unless(!known || known.head === pledge.head, `Entry ${pledge.entry} is another one than this report has shown. Answer nothing, and show both to the other players.`);
  let head = pledge.head;
  for (let number = pledge.entry + 1; ; number += 1) {
    const block = entries.get(number);
    unless(block, `Entry ${number} is missing: put in every letter since this report, the one that tells of the LOCK too.`);
    unless(block.one("prev") === head, `Entry ${number} does not go on from the one before it. Answer nothing, and let \`tessera audit\` look at it.`);
    unless(block.one("type") !== "SEAT", "A seat has changed hands: use `tessera seat answer`, which knows who has joined.");
    head = block.head;
    if (block.one("type") === "LOCK") return { number, block, head, sealed };
  }
}

// Checks everything, and writes the block that hands the value over.
function valueFor(letter, file) {
  const { number, block, head, sealed } = lockIn(letter);
  const draw = +block.one("draw");
  unless(draw === pledge.draw, `The LOCK is one of draw ${draw}, and draw ${pledge.draw} is next.`);
  const seal = block.own("seal");
  const fits = (orders) => orders.one("game") === pledge.game && +orders.one("draw") === draw && +orders.one("seat") === pledge.seat
    && toHex(H("tessera1.seal", bytesOf(pledge.game), u64(draw), u64(pledge.seat), fromHex(orders.one("nonce")), bytesOf(orders.all("o").map((line) => `${line}\n`).join("")))) === seal;
  const own = sealed.find(fits);
  unless(seal && seal !== "later", "This LOCK lets you order after it: use `tessera seat answer`, which sends orders and value together.");
  unless(seal === "none" || own, "The letter does not open your seal in this LOCK, so nobody can say that it holds your orders.");
  const memory = file.memory || {}, top = file.first_draw - 1 + 4000;
  unless(memory.seen, "GENESIS was not acknowledged yet: use `tessera seat answer` this once.");
  for (const answered of [(memory.answered || {})[draw], recalled().answered[draw]]) {
    unless(!answered || answered === head, `Another LOCK of draw ${draw} was answered. Answer nothing, and show both to the other players.`);
  }
  const secret = fromHex(file.chain_secret);
  unless(draw <= top && valueAt(secret, top, pledge.position) === pledge.value, "That secret is not the one that the log commits you to.");
  const value = valueAt(secret, top, draw);
  remember((kept) => { kept.answered[draw] = head; });
  const orders = own ? own.all("o") : [];
  const lines = ["#TESSERA-BEGIN", "type: ACK", `game: ${pledge.game}`, `seat: ${pledge.seat}`, `entry: ${number}`, `head: ${head}`, `draw: ${draw}`,
    `give: ${pledge.seat} c ${value}`, "#TESSERA-END", ""];
  return { text: lines.join("\n"), orders, draw };
}

// What this browser keeps of the seat: the secret, if the player wants it, and which LOCK was answered.
const shelf = pledge && `tessera.${pledge.game}.${pledge.seat}`;
function recalled() {
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(shelf)); } catch { /* A browser that keeps nothing has nothing to tell. */ }
  return { answered: {}, ...kept };
}
function remember(change) {
  const kept = recalled();
  change(kept);
  try { localStorage.setItem(shelf, JSON.stringify(kept)); } catch { /* The checks on the letter itself hold without it. */ }
}

if (pledge) {
  const secret = byId("secret"), told = byId("value-said");
  secret.value = recalled().secret || "";
  byId("keep").checked = Boolean(secret.value);
  byId("give").addEventListener("click", () => {
    byId("value").value = "";
    try {
      const file = readSecret(secret.value);
      const given = valueFor(byId("letter").value, file);
      remember((kept) => { kept.secret = byId("keep").checked ? secret.value : undefined; });
      byId("value").value = given.text;
      byId("value-mail").href = `mailto:${encodeURIComponent(data.mail.to)}?subject=${encodeURIComponent(data.mail.subject)}&body=${encodeURIComponent(given.text.replace(/\n/g, "\r\n"))}`;
      const covers = given.orders.length ? `your seal covers: ${given.orders.join("; ")}` : "your seal covers nothing";
      told.textContent = `LOCK ${given.draw} is in order, ${covers}. Send this block; by sending it you agree to that LOCK.`;
    } catch (doubt) {
      if (!(doubt instanceof Doubt)) throw doubt;
      told.textContent = doubt.message;
    }
  });
  byId("value-copy").addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(byId("value").value); } catch { byId("value").select(); document.execCommand("copy"); }
    told.textContent = "The block is copied.";
  });
}
