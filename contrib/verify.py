#!/usr/bin/env python3
"""Check the dice of a Tessera match with nothing but Python 3:  python3 verify.py FILE...

Give it what you kept of one match: its log, mails saved as .eml, text copied out of mails. It checks that the
entries form one chain, that each secret value was fixed beforehand, that seeds and rolls follow from them; the
rest is for `tessera audit` and verify.html. It ends with 2 after VIOLATION, else with 0.
"""
import collections, email, email.policy, hashlib, re, struct, sys
faults = {}  # each sentence once, in order
check = lambda is_good, code, sentence: is_good or faults.setdefault(f"{code}: {sentence}")
u64 = lambda number: struct.pack(">Q", int(number))

def H(tag, *fields):
    """The one hash function: SHA-256 of tag and fields, each with its length before it."""
    sized = lambda part: struct.pack(">I", len(part)) + part
    return hashlib.sha256(sized(tag.encode()) + struct.pack(">I", len(fields)) + b"".join(map(sized, fields))).digest()

def words(key):
    """ChaCha20 with this key, block counter from 0, stream 0: an endless row of 32-bit words."""
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + bytes(16)))
    lanes = [(i, 4 + (i + turn) % 4, 8 + (i + 2 * turn) % 4, 12 + (i + 3 * turn) % 4) for turn in (0, 1) for i in range(4)]
    while True:
        x = start[:]
        for a, b, c, d in lanes * 10:  # columns, then diagonals
            for i, j, k, turn in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                x[i] = (x[i] + x[j]) % 2**32
                mixed = x[k] ^ x[i]
                x[k] = (mixed << turn | mixed >> (32 - turn)) % 2**32
        yield from ((new + old) % 2**32 for new, old in zip(x, start))
        start[12] += 1

def below(n, row):  # words that would favour small numbers are passed over
    return next(word for word in row if word < 2**32 // n * n) % n

def roll(seed, label, spec):
    """2d6 shows 1 to 6, 1z10 shows 0 to 9, 3avg are average dice, perm52 is a shuffle."""
    row = words(H("tessera1.roll", seed, label.encode()))
    if spec.startswith("perm"):
        faces = list(range(int(spec[4:])))
        for i in range(len(faces) - 1, 0, -1):
            j = below(i + 1, row)
            faces[i], faces[j] = faces[j], faces[i]
    elif spec.endswith("avg"):
        faces = [(2, 3, 3, 4, 4, 5)[below(6, row)] for _ in range(int(spec[:-3]))]
    else:
        count, first, size = re.fullmatch("([0-9]+)([dz])([0-9]+)", spec).groups()
        faces = [below(int(size), row) + (first == "d") for _ in range(int(count))]
    return ",".join(map(str, faces))

class Block:
    def __init__(self, body, end):
        self.head, self.stated, self.fields = H("tessera1.entry", body.encode()).hex(), [], collections.defaultdict(list)
        for line in body.replace("\n+", "").split("\n")[:-1]:  # a + begins the rest of a long line
            self.fields[line.partition(": ")[0]].append(line.partition(": ")[2].split(" "))
        self.kind, self.is_side = self.one("type"), bool(re.match("type: (JOIN|ACK|ORDERS|KEY)\n", body))
        self.number = int((re.match("entry: ([0-9]{1,15})\n", body) or ["", -1])[1])
        self.is_whole = end and re.fullmatch("([a-z]+: [!-~][ -~]*\n(\\+[!-~][ -~]*\n)*)+", body)
    one = lambda self, key, instead="": " ".join((self.fields[key] or [[instead]])[0])

def blocks_of(raw):
    """Whether a file is a log, and all blocks of it; what mail programs do to a text is undone."""
    text, is_mail = raw.decode("utf-8", "replace"), re.match(rb"(From .*\n)?[A-Za-z][A-Za-z0-9-]*:[ \t]", raw)
    if is_mail:
        parts = email.message_from_bytes(raw, policy=email.policy.default).walk()
        text = "\n".join(part.get_content() for part in parts if part.get_content_type() == "text/plain")
    lines = [re.sub("[ \t\u00a0]+", " ", line).rstrip(" ").lstrip("> ") for line in re.split("\r\n|\r|\n", text)]
    text, blocks, entries = "".join(line + "\n" for line in lines if line), [], []
    inside = "(?:(?!#TESSERA-(?:BEGIN|END)\n).*\n)*"
    for begin, body, end, head in re.findall(f"^(#TESSERA-BEGIN\n)({inside})(#TESSERA-END\n)?|^#HEAD \\S+ (\\S+)", text, re.M):
        if begin:
            blocks.append(Block(body, end))
            entries += [] if blocks[-1].is_side else blocks[-1:]
        elif entries:  # a reading aid that must be right
            entries[-1].stated.append(head)
    return not is_mail and any(entry.kind == "GENESIS" for entry in entries), blocks

class Match:  # what is known after the entries so far; owner 0 is the host, the others are the seats
    game, mode, known, locked, lock, next_draw = "", "", {}, set(), None, 1

    def take(self, entry):
        draw = int(entry.one("draw", "0"))
        if entry.kind == "GENESIS":
            self.game, self.mode, self.head0 = entry.one("game"), entry.one("mode"), bytes.fromhex(entry.head)
        if entry.kind in ("GENESIS", "SEAT"):
            position = int(entry.one("from", "1")) - 1
            for owner, anchor in [["0", *host] for host in entry.fields["host"]] + entry.fields["chain"]:
                self.known[owner] = None if anchor == "-" else (position, bytes.fromhex(anchor))
        elif entry.kind == "LOCK":
            in_turn, code = draw == self.next_draw and not self.lock, ("DRAW_NUMBER", "LOCK_TWICE")[draw in self.locked]
            check(in_turn and draw not in self.locked, code, f"draw {draw}: draw {self.next_draw} is next")
            self.lock, self.locked = entry, self.locked | {draw}
        elif entry.kind in ("REPORT", "VOID"):
            is_open = self.lock and self.lock.one("draw") == str(draw)
            check(is_open, "NO_LOCK", f"draw {draw} is closed, but it was not open")
            is_open and entry.kind == "REPORT" and self.report(draw, entry)
            self.lock, self.next_draw = (None, draw + 1) if is_open else (self.lock, self.next_draw)

    def value(self, draw, owner, value, missing, bad):
        known, is_free = self.known.get(owner), self.mode == "casual" and owner != "0"
        check(value or not known or is_free, missing, f"draw {draw}: no value of owner {owner}")
        for position in range(draw - 1, known[0] - 1, -1) if value and known else ():
            value = H("tessera1.chain", self.game.encode(), u64(owner), u64(position), value)
        code = bad if known or is_free or owner == "0" else "GIVE_FORBIDDEN"
        check(not value or known and value == known[1], code, f"draw {draw}: owner {owner} never fixed this value")

    def report(self, draw, entry):
        host, sig = bytes.fromhex(entry.one("host")), bytes.fromhex(entry.one("sig"))
        self.value(draw, "0", host, "HOST_REVEAL_BAD", "HOST_REVEAL_BAD")
        gives, given = {seat: give for seat, *give in entry.fields["give"]}, []
        for seat in sorted((seal[0] for seal in self.lock.fields["seal"]), key=int):
            kind, *what = gives.get(seat, ["-"])
            value = bytes.fromhex(what[0]) if kind == "c" else b""
            self.value(draw, seat, value, "SEAT_MISSING", "SEAT_REVEAL_BAD")
            check(kind != "p" or self.mode == "casual" or self.known[seat], "GIVE_FORBIDDEN", f"draw {draw}: phrase of {seat}")
            given.append({"c": b"c" + value, "p": b"p" + " ".join(what).encode(), "-": b""}[kind])
        seed = H("tessera1.seed", self.head0, u64(draw), host, hashlib.sha256(sig).digest() if sig else b"", *given)
        check(seed.hex() == entry.one("seed"), "SEED_WRONG", f"draw {draw}: it does not follow from the values")
        for seat, head in entry.fields["ack"]:
            check(head == self.lock.head, "ACK_WRONG", f"draw {draw}: seat {seat} acknowledged another LOCK")
        for label, spec, shown in entry.fields["roll"]:
            check(roll(seed, label, spec) == shown, "ROLL_WRONG", f"draw {draw}: {label} {spec} is not {shown}")

if __name__ == "__main__":
    files, match, heads = [blocks_of(open(path, "rb").read()) for path in sys.argv[1:] or sys.exit(__doc__)], Match(), ["0" * 64]
    log = max((blocks for is_log, blocks in files if is_log), key=len, default=None)
    kept = [block for _, blocks in files if blocks is not log for block in blocks if block.is_whole]
    numbered = {block.number: block for block in reversed(kept) if block.number >= 0}
    entries = [block for block in log or [] if not block.is_side]
    while log is None and len(entries) in numbered:  # mails without a log: put together what follows on
        entries.append(numbered[len(entries)])
    gap = log is None and max(numbered, default=-1) >= len(entries)
    entries or check(False, "GENESIS_WRONG", "no entry 0 was found")
    for at, entry in enumerate(entries):
        check(entry.number in (at, -1), "ENTRY_NUMBER", f"entry {at} calls itself {entry.number}")
        check(entry.one("prev", heads[-1]) == heads[-1], "CHAIN_BROKEN", f"entry {at} does not continue the one before")
        check(not set(entry.stated) - {entry.head}, "HEAD_WRONG", f"below entry {at}")
        heads.append(entry.head)
        try:
            match.take(entry) if entry.is_whole else check(False, "BAD_FORMAT", f"entry {at} is damaged")
        except (ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
            check(False, "BAD_FORMAT", f"entry {at} cannot be read ({error})")
    names = lambda b: re.fullmatch("([0-9]{1,15}) ([0-9a-f]{64})", b.one("entry") + " " + b.one("head"))
    acks = [names(b) for b in kept + (log or []) if b.kind == "ACK" and b.one("game") == match.game]
    seen = [(int(ack[1]), ack[2]) for ack in acks if ack] + [(block.number, block.head) for block in kept if block.number >= 0]
    for number, head in seen:
        check(gap or number < len(entries), "LOG_CUT", f"a mail holds entry {number}, beyond the end of the log")
        check(number >= len(entries) or head == heads[number + 1], "FORK", f"two versions of entry {number}")
    verdict = "VIOLATION" if faults else "INCOMPLETE" if gap or match.lock else "CLEAN"
    print(*faults, f"Entries: {len(entries)}, last head: {heads[-1]}", f"Verdict: {verdict}", sep="\n")
    sys.exit(2 if faults else 0)
