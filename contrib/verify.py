#!/usr/bin/env python3
"""Check the dice of a Tessera match with nothing but Python 3:  python3 verify.py FILE...

Give it what you kept of one match: its log, mails saved as .eml, text copied out of mails. It checks
that the entries form one chain, that each secret value was fixed beforehand, and that seeds and rolls
follow from them; 0 if nothing is wrong, else 1. `tessera audit` checks the rest of the protocol.
"""
import collections, email, email.policy, hashlib, re, struct, sys

faults = []
check = lambda is_good, sentence: is_good or faults.append(sentence)
u64 = lambda number: struct.pack(">Q", int(number))

def H(tag, *fields):
    """The one hash function: SHA-256 of tag and fields, each with its length before it."""
    sized = lambda part: struct.pack(">I", len(part)) + part
    start = sized(tag.encode()) + struct.pack(">I", len(fields))
    return hashlib.sha256(start + b"".join(map(sized, fields))).digest()

def words(key):
    """ChaCha20 with this key, block counter from 0, stream 0: an endless row of 32-bit words."""
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + bytes(16)))
    columns = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    diagonals = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    while True:
        x = start[:]
        for a, b, c, d in (columns + diagonals) * 10:
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

def text_of(path):
    if not path.endswith(".eml"):
        return open(path, encoding="utf-8", errors="replace").read()
    parts = email.message_from_binary_file(open(path, "rb"), policy=email.policy.default).walk()
    return "\n".join(part.get_content() for part in parts if part.get_content_type() == "text/plain")

def entry_of(lines):
    """Splits `key: word word` lines; one that begins with + is the rest of the line before it."""
    entry = collections.defaultdict(list)
    for line in "\n".join(lines).replace("\n+", "").split("\n"):
        entry[line.partition(": ")[0]].append(line.partition(": ")[2].split(" "))
    entry["HEAD"] = [[H("tessera1.entry", "".join(line + "\n" for line in lines).encode()).hex()]]
    return entry

def one(entry, key):
    return " ".join((entry[key] or [[]])[0])

def entries_of(text):  # the quoting and padding of mail programs is taken off
    lines, entry = None, None
    for line in re.split("\r\n|\r|\n", text):
        line = re.sub("[ \t\u00a0]+", " ", line).rstrip(" ").lstrip("> ")
        if line == "#TESSERA-BEGIN":
            lines = []
        elif line == "#TESSERA-END":
            if lines and re.fullmatch("entry: [0-9]+", lines[0]):
                entry = entry_of(lines)
                yield entry
            lines = None
        elif lines is not None and line:
            lines.append(line)
        elif line.startswith("#HEAD ") and entry:
            check(line.split(" ")[2:3] == entry["HEAD"][0], f"entry {one(entry, 'entry')}: wrong #HEAD")

class Match:  # what is known after the entries so far; owner 0 is the host, the others are the seats
    known, lock, next_draw = {}, None, 1

    def take(self, entry):
        kind, draw = one(entry, "type"), int(one(entry, "draw") or 0)
        if kind == "GENESIS":
            self.game, self.mode = one(entry, "game").encode(), one(entry, "mode")
            self.head0 = bytes.fromhex(one(entry, "HEAD"))
        if kind in ("GENESIS", "SEAT"):
            position = int(one(entry, "from") or 1) - 1
            for owner, anchor in [["0", *host] for host in entry["host"]] + entry["chain"]:
                self.known[owner] = None if anchor == "-" else (position, bytes.fromhex(anchor))
        elif kind == "LOCK":
            check(not self.lock and draw == self.next_draw, f"draw {draw}: draw {self.next_draw} is next")
            self.lock = entry
        elif kind in ("REPORT", "VOID"):
            is_open = self.lock and one(self.lock, "draw") == str(draw)
            check(is_open, f"draw {draw}: closed, but it was not open")
            if is_open and kind == "REPORT":
                self.report(draw, entry)
            self.lock, self.next_draw = None, draw + 1

    def value(self, draw, owner, value):
        step, known = value, self.known.get(owner)
        may_skip = self.mode == "casual" and owner != "0" and not value
        check(may_skip or bool(value) == bool(known), f"draw {draw}: no value of owner {owner}, or no anchor")
        if value and known:
            for position in range(draw - 1, known[0] - 1, -1):
                step = H("tessera1.chain", self.game, u64(owner), u64(position), step)
            check(step == known[1], f"draw {draw}: the value of owner {owner} was not fixed beforehand")
            self.known[owner] = draw, value

    def report(self, draw, entry):
        host, sig = bytes.fromhex(one(entry, "host")), bytes.fromhex(one(entry, "sig"))
        self.value(draw, "0", host)
        gives, given = {seat: give for seat, *give in entry["give"]}, []
        for seat, _ in sorted(self.lock["seal"], key=lambda seal: int(seal[0])):
            kind, *what = gives.get(seat, ["-"])
            value = bytes.fromhex(what[0]) if kind == "c" else b""
            self.value(draw, seat, value)
            check(kind != "p" or self.mode == "casual", f"draw {draw}: seat {seat} gave a phrase")
            given.append({"c": b"c" + value, "p": b"p" + " ".join(what).encode(), "-": b""}[kind])
        beacon = hashlib.sha256(sig).digest() if sig else b""
        seed = H("tessera1.seed", self.head0, u64(draw), host, beacon, *given)
        check(seed.hex() == one(entry, "seed"), f"draw {draw}: the seed does not follow from the values")
        for seat, head in entry["ack"]:
            check([head] == self.lock["HEAD"][0], f"draw {draw}: seat {seat} acknowledged another LOCK")
        for label, spec, shown in entry["roll"]:
            check(roll(seed, label, spec) == shown, f"draw {draw}: roll {label} {spec} is not {shown}")

if __name__ == "__main__":
    entries, match, prev = {}, Match(), "0" * 64
    for entry in (entry for path in sys.argv[1:] for entry in entries_of(text_of(path))):
        number = int(one(entry, "entry"))
        check(entries.setdefault(number, entry)["HEAD"] == entry["HEAD"], f"entry {number}: two versions")
    check(0 in entries and max(entries) == len(entries) - 1, "entries are missing: find more mails")
    for number, entry in sorted(entries.items()):
        check(one(entry, "prev") == prev, f"entry {number}: it does not continue the entry before it")
        prev = one(entry, "HEAD")
        try:
            match.take(entry)
        except (ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
            check(False, f"entry {number}: it cannot be read ({error})")
    print(*faults or [f"Nothing wrong in {len(entries)} entries."], f"Head of the last: {prev}", sep="\n")
    sys.exit(bool(faults))
