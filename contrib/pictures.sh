#!/usr/bin/env bash
# Makes the pictures of the README anew: two matches between bots by mail, and three of their pages in Chromium.
# Needs node with `npm ci` in tests/browser, Chromium and Python.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --release --quiet
tessera=${CARGO_TARGET_DIR:-target}/release/tessera
"$tessera" demo sign-of-the-pagan --seed pictures --folder "$work/pagan" > "$work/pagan.txt"
"$tessera" demo legion --scenario adrianople --seed pictures --folder "$work/legion" > "$work/legion.txt"
python3 - "$work" <<'PYTHON'
"""Takes the page, its picture and the board out of a mail from the middle of each match."""
import email, email.policy, pathlib, sys

work = pathlib.Path(sys.argv[1])
for match, side in (("pagan", "hun"), ("legion", "romans")):
    mails = []
    for path in sorted((work / match / "players" / side).glob("*.eml")):
        mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        named = lambda part: part.get_content_type() == "text/html" and part.get_filename()
        parts = {part.get_content_type(): part for part in mail.walk() if not named(part)}
        boards = [part for part in mail.walk() if named(part)]
        if boards and "image/png" in parts:
            mails.append((parts, boards[0].get_content()))
    # Of the middle third the mail in which most is told, and the board that offers most.
    third = mails[len(mails) // 3 : 2 * len(mails) // 3]
    parts, _ = max(third, key=lambda mail: len(mail[0]["text/html"].get_content()))
    _, board = max(third, key=lambda mail: len(mail[1]))
    cid = parts["image/png"]["Content-ID"].strip("<>")
    page = parts["text/html"].get_content().replace(f"cid:{cid}", f"{match}.png")
    (work / f"{match}.html").write_text(page)
    (work / f"{match}.png").write_bytes(parts["image/png"].get_content())
    (work / f"{match}-board.html").write_text(board)
PYTHON
mkdir -p docs/pictures
node tests/browser/pictures.mjs "$work" docs/pictures
ls -l docs/pictures
