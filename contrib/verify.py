"""Check the dice of a Tessera match with nothing but Python 3:  python3 verify.py FILE-OR-FOLDER...  (its log, mails, text of mails)
It checks the chain of entries, secret values, seeds, rolls and seals, and ends with 2 after VIOLATION, 1 without a log, else 0."""
import collections, email, hashlib, itertools, os, pathlib, re, struct, sys
faults, notes, unread = {}, {}, []  # each sentence once, in order
check = lambda is_good, code, sentence: is_good or faults.setdefault(f"{code}: {sentence}")
u64 = lambda number: struct.pack(">Q", int(number))
below = lambda n, row: next(word for word in row if word < 2**32 // range(2**32)[n] * n) % n  # favours no small number
sized = lambda part: struct.pack(">I", len(part)) + part
H = lambda tag, *fields: hashlib.sha256(sized(tag.encode()) + struct.pack(">I", len(fields)) + b"".join(map(sized, fields))).digest()
def words(key):  # ChaCha20 with this key, block counter from 0, stream 0: an endless row of 32-bit words
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + bytes(16)))
    lanes = [(i, 4 + (i + turn) % 4, 8 + (i + 2 * turn) % 4, 12 + (i + 3 * turn) % 4) for turn in (0, 1) for i in range(4)]
    for start[12] in itertools.count():
        x = start[:]
        for a, b, c, d in lanes * 10:  # columns, then diagonals
            for i, j, k, turn in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                x[i] = (x[i] + x[j]) % 2**32
                x[k] = ((mixed := x[k] ^ x[i]) << turn | mixed >> (32 - turn)) % 2**32
        yield from ((new + old) % 2**32 for new, old in zip(x, start))
def roll(seed, label, spec):  # 2d6 shows 1 to 6, 1z10 shows 0 to 9, 3avg are average dice, perm52 is a shuffle
    form = re.compile("perm([1-9][0-9]{0,3})|([1-9][0-9]{0,2})(?:(avg)|[dz]([1-9][0-9]{0,9}))")
    (cards, count, average, size), row = form.fullmatch(spec).groups(), words(H("tessera1.roll", seed, label.encode()))
    faces = list(range(int(cards or 0)))
    for i in range(len(faces) - 1, 0, -1):
        faces[i], faces[j] = faces[j := below(i + 1, row)], faces[i]
    die = lambda: (2, 3, 3, 4, 4, 5)[below(6, row)] if average else below(int(size), row) + ("d" in spec)
    return ",".join(map(str, faces + [die() for _ in range(int(count or 0))]))
class Block:
    def __init__(self, body, end):
        self.head, self.stated, self.end, self.fields = H("tessera1.entry", body.encode()).hex(), [], end, collections.defaultdict(list)
        self.lines = body.replace("\n+", "").split("\n")[:-1]  # a + begins the rest of a long line
        for key, _, value in [line.partition(": ") for line in self.lines]:
            self.fields[key].append(value.split(" "))
        self.kind, self.is_side = self.one("type"), bool(re.match("type: (JOIN|ACK|ORDERS|KEY)\n", body))
        self.number = int((re.match("(?:type: ACK\n(?:.*\n)*?)?entry: ([0-9]{1,15})\n", body) or ["", -1])[1])
        self.is_whole = end.startswith("#") and re.fullmatch("([a-z]+: [!-~][ -~]*\n(\\+[!-~][ -~]*\n)*)+", body)
    one = lambda self, key, instead="": " ".join((self.fields[key] or [[instead]])[0])
    def opens(self, draw, seat, seal):  # None if it only hands over a value
        text, nonce = "".join(" ".join(line) + "\n" for line in self.fields["o"]), re.findall("^[0-9a-f]{64}$", self.one("nonce"))
        sealed = self.one("game").encode(), u64(draw), u64(seat), bytes.fromhex("".join(nonce)), text.encode()
        return H("tessera1.seal", *sealed).hex() == seal or (False if text or not self.fields["give"] else None)
def blocks_of(path):  # whether a file is a log, and all blocks of it; what mail programs do to a text is undone
    raw = path.read_bytes() if os.access(path, os.R_OK) else sys.exit(f"cannot read {path}")
    raw = raw.decode("utf-16").encode() if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else raw.removeprefix(b"\xef\xbb\xbf")
    raw = b"" if b"\0" in raw and not unread.append(f"Not read, since it is no text: {path}") else raw  # pictures and databases
    is_mail = re.match(rb"(From .*\n)?[A-Za-z][A-Za-z0-9-]*:[ \t]", mail := re.sub(rb"\A\s*([0-9]+[ \t]*\r?\n)?", b"", raw))  # its size may be before it
    is_page = path.suffix.lower() in (".html", ".htm") or re.match(rb"\s*<(!doctype )?html", raw, re.I)
    text = notes.setdefault(f"Note: {path} is a page, which only verify.html reads") or "" if is_page else raw.decode("utf-8", "replace")
    if is_mail:
        mails = map(email.message_from_bytes, re.split(rb"(?:^|\n)From .*\n", mail) if mail.startswith(b"From ") else [mail])
        parts = [(p.get_payload(decode=True), p.get_content_charset("utf")) for m in mails for p in m.walk() if p.get_content_type() == "text/plain"]
        text = "\n".join(str(part or b"", "utf-8" if "utf" in codec else "latin-1", "replace") for part, codec in parts)
    lines = [re.sub("[ \t\u00a0]+", " ", line).rstrip(" ").lstrip("> ") for line in re.split("\r\n|\r|\n", text)]
    text, blocks = "".join(line + "\n" for line in lines if line), []
    form = "^(#TESSERA-BEGIN\n|(?=type: (?:JOIN|ACK|ORDERS|KEY)\n))((?:(?!#TESSERA-(?:BEGIN|END)\n).*\n)*)(#TESSERA-END\n)?|^#HEAD \\S+ (\\S+).*"
    for begin, body, end, head in re.findall(form, text, re.M):
        if not head:
            blocks.append(Block(body, end if begin else "its BEGIN is lost"))
        elif last := next((block for block in reversed(blocks) if not block.is_side), None):
            last.stated.append(head)  # a reading aid that must be right
    words = re.search("^(?![#+\n]|[a-z]+: |.*(TESSERA|-BEGIN|-END|[0-9a-fA-F]{32}))", re.sub(form, "", text, flags=re.M).rstrip("\n") or "#", re.M)
    return not (is_mail or words or all(block.is_side for block in blocks) and "\ntype: GENESIS\n" not in text), blocks
class Match:  # what is known after the entries so far; owner 0 is the host, the others are the seats
    game, mode, known, locked, lock, next_draw, seals, hidden, is_waiting = "", "", {}, set(), None, 1, {}, set(), False
    def take(self, entry):
        draw, kinds = int(entry.one("draw", "0")), "GENESIS SEAT LOCK REPORT VOID CORRECT DISCLOSE NOTE".split()
        check(entry.kind in kinds and entry.number >= 0 and entry.one("prev"), "BAD_FORMAT", f"{entry.kind or 'a block'} is no entry")
        self.hidden = (self.hidden | {scope.split(".")[0].replace("h", "0").strip("s") for scope, *_ in entry.fields["hroll"] + entry.fields["hk"]}) - {owner for owner, *_ in entry.fields["hidden"]}
        if entry.kind == "GENESIS":
            self.game, self.mode, self.head0 = entry.one("game"), entry.one("mode"), bytes.fromhex(entry.head)
        for owner, anchor in [["0", *host] for host in entry.fields["host"]] + entry.fields["chain"] if entry.kind in kinds[:2] else []:
            self.known[owner] = None if anchor == "-" else (int(entry.one("from", "1")) - 1, bytes.fromhex(anchor))
        if entry.kind == "LOCK":
            check(not self.lock and draw == self.next_draw, ("DRAW_NUMBER", "LOCK_TWICE")[draw in self.locked], f"draw {draw}: draw {self.next_draw} is next")
            self.lock, self.locked = entry, self.locked | {draw}
        elif entry.kind in ("REPORT", "VOID"):
            is_open = self.lock and self.lock.one("draw") == str(draw)
            check(is_open, "NO_LOCK", f"draw {draw} is closed, but it was not open")
            is_open and entry.kind == "REPORT" and self.report(draw, entry)
            self.lock, self.next_draw = (None, draw + 1) if is_open else (self.lock, self.next_draw)
    def value(self, draw, owner, value, missing, bad):
        known, is_free = self.known.get(owner), self.mode == "casual" and owner != "0"
        check(value or not known or is_free, missing, f"draw {draw}: no value of owner {owner}")
        for position in range(draw - 1, max(known[0], draw - 2**20) - 1, -1) if value and known else ():
            value = H("tessera1.chain", self.game.encode(), u64(owner), u64(position), value)
        may, is_fixed = known or is_free or owner == "0", known and value == known[1]
        check(not value or is_fixed, bad if may else "GIVE_FORBIDDEN", f"draw {draw}: owner {owner} never fixed this value")
    def report(self, draw, entry):
        host, sig, given = bytes.fromhex(entry.one("host")), bytes.fromhex(entry.one("sig")), []
        self.value(draw, "0", host, "HOST_REVEAL_BAD", "HOST_REVEAL_BAD")
        for seat in sorted((seal[0] for seal in self.lock.fields["seal"]), key=int):
            kind, *what = next((give for of, *give in entry.fields["give"] if of == seat), ["-"])
            self.value(draw, seat, value := bytes.fromhex(what[0]) if kind == "c" else b"", "SEAT_MISSING", "SEAT_REVEAL_BAD")
            check(kind != "p" or self.mode == "casual" or self.known[seat], "GIVE_FORBIDDEN", f"draw {draw}: phrase of {seat}")
            given.append({"c": b"c" + value, "p": b"p" + " ".join(what).encode(), "-": b""}[kind])
        seed = H("tessera1.seed", self.head0, u64(draw), host, hashlib.sha256(sig).digest() if sig else b"", *given)
        check(seed.hex() == entry.one("seed"), "SEED_WRONG", f"draw {draw}: it does not follow from the values")
        self.seals |= {(str(draw), seat): (seal, b.number) for b in (entry, self.lock) for seat, seal in b.fields["seal"] if seal[63:]}
        check(all(head == self.lock.head for _, head in entry.fields["ack"]), "ACK_WRONG", f"draw {draw}: acknowledged another LOCK")
        for label, spec, shown in entry.fields["roll"]:
            check(roll(seed, label, spec) == shown, "ROLL_WRONG", f"draw {draw}: {label} {spec} is not {shown}")
    def sealed(self, files):  # who has orders for a seal has those that open it, unless they may be older than the LOCK
        for (draw, seat), (seal, fixed) in self.seals.items():
            own = lambda b: b.is_whole and [b.kind, b.one("game"), b.one("draw"), b.one("seat")] == ["ORDERS", self.game, draw, seat]
            tries = [(is_log or any(b.number >= fixed and not b.is_side for b in of), [b.opens(draw, seat, seal) for b in of if own(b)]) for is_log, of in files]
            self.is_waiting |= not any({True, False} & {*of} for _, of in tries)
            opened, wrong = any(True in of for _, of in tries), [is_later for is_later, of in tries if False in of and True not in of]
            check(not wrong or opened and not any(wrong), "SEAL_MISMATCH", f"draw {draw}: orders of seat {seat} are not the sealed ones")
    def players(self, own, files):  # a log has the blocks of players as whoever else kept them
        kept = [b for _, blocks in files for b in blocks if b.is_side and b.is_whole and b.head not in [of.head for of in own if of.is_whole]]
        for b in [b for b in own if b.is_side]:
            is_ours = b.one("game") == self.game and b.one("seat").split(" ")[0] in self.known and (b.kind != "ACK" or [of.head for of in own].count(b.head) < 2)
            draw, is_seat = (b.one("draw"), b.one("seat")), lambda of: not is_ours or b.kind != "ACK" or of.one("seat") == b.one("seat")
            is_right = b.kind == "ORDERS" and b.is_whole and is_ours and draw in self.seals and b.opens(*draw, self.seals[draw][0])
            is_changed = any((not b.is_whole or sorted(of.lines) != sorted(b.lines)) and len({*of.lines} ^ {*b.lines}) < 3 and is_seat(of) for of in kept)
            check(is_right or b.end and not is_changed, "BAD_FORMAT", f"a {b.kind} block has no end, or somebody has it otherwise")
            b.is_whole and is_ours or notes.setdefault(f"Note: a {b.kind} block of a log is damaged, doubled or of nobody here")
if __name__ == "__main__":
    files = [blocks_of(f) for p in map(pathlib.Path, sys.argv[1:] or sys.exit(__doc__)) for f in [p, *sorted(p.rglob("*"))] if not f.is_dir()]
    only_entries = lambda blocks: [block for block in blocks if not block.is_side]
    *others, log = sorted((of for is_log, of in files if is_log), key=lambda of: (0 in [b.number for b in of], len(only_entries(of)))) or [None]
    kept = [block for _, blocks in files for block in blocks if block.is_whole and (block.is_side or blocks is not log)]
    numbered = {block.number: block for block in reversed(kept) if block.number >= 0 and not block.is_side}
    log or numbered or sys.exit("no entry of a dice log was found in what you gave")
    len(games := {block.one("game") for block in kept if block.kind == "GENESIS" and not log}) < 2 or sys.exit(f"these papers are of several matches: {', '.join(sorted(games))}")
    entries = only_entries(log) if log else list(itertools.takewhile(bool, map(numbered.get, itertools.count())))
    match, heads = Match(), ["0" * 64] + [entry.head for entry in entries]
    later = {number: block for number, block in numbered.items() if number > len(entries) and not log}
    for row in [entries, *map(only_entries, others)]:
        len(row) < len(entries) and notes.setdefault("Note: one log ends before another: made earlier, or cut off")
        for at, (entry, head) in enumerate(zip(row, ["0" * 64] + [entry.head for entry in row])):
            check(entry.number in (at, -1), "ENTRY_NUMBER", f"entry {at} calls itself {entry.number}")
            check(entry.one("prev", head) == head, "CHAIN_BROKEN", f"entry {at} does not continue the one before")
            try:
                check(entry.is_whole, "BAD_FORMAT", f"entry {at} is damaged") and row is entries and match.take(entry)
            except Exception as error:  # whatever is wrong with one entry, the others are checked all the same
                check(False, "BAD_FORMAT", f"entry {at} cannot be read ({error})")
    match.sealed(files)
    [match.players(blocks, files) for is_log, blocks in files if is_log]
    for is_log, b in [(is_log, b) for is_log, blocks in files for b in blocks if is_log or b.is_whole]:  # mails may break off
        check(all(b.head == of or not is_log and b.head.startswith(of) for of in b.stated), "HEAD_WRONG", f"below entry {b.number}")
    ours = dict(enumerate(heads[1:])) | {number: block.head for number, block in later.items()}
    for number, prev in [(number - 1, block.one("prev")) for number, block in later.items()]:
        check((number in ours or prev not in ours.values()) and ours.setdefault(number, prev) == prev, "CHAIN_BROKEN", f"before entry {number + 1}")
    told = [(block, block.one("head") if block.is_side else block.head) for block in kept if block.number >= 0]
    for number, head in [(b.number, head) for b, head in told if not b.is_side or b.one("game") == match.game and len(head) == 64]:
        check(number <= max(ours, default=number) or later.setdefault(number, not log), "LOG_CUT", f"a mail holds entry {number}, beyond the end")
        check(ours.get(number, head) == head, "FORK", f"two versions of entry {number}")
    verdict = "VIOLATION" if faults else "INCOMPLETE: ask SHOW RECORD" if later else "INCOMPLETE" if match.lock or match.is_waiting or match.hidden else "CLEAN WITH NOTES" if notes else "CLEAN"
    sys.exit(print(*faults, *notes, *unread, f"Entries: {len(entries)}, last head: {heads[-1]}", f"Verdict: {verdict}", sep="\n") or 2 * bool(faults))
