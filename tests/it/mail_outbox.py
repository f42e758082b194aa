"""Looks at every mail in a folder as Python's email package sees it, and prints as JSON what is wrong with which."""

import email
import email.policy
import json
import pathlib
import re
import sys

ONCE = ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Auto-Submitted", "X-Auto-Response-Suppress"]


def faults(raw):
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    for part in mail.walk():
        for defect in part.defects:
            yield f"defect in {part.get_content_type()}: {defect!r}"
        encoding = (part.get("Content-Transfer-Encoding") or "7bit").lower()
        if part.get_content_maintype() == "text" and encoding == "base64":
            yield "text in base64"
    for name in ONCE:
        if len(mail.get_all(name, [])) != 1:
            yield f"{len(mail.get_all(name, []))} fields {name}"
    if len(mail["To"].addresses) != 1 or mail["Cc"] or mail["Bcc"]:
        yield "not one recipient"
    if len(mail["Message-ID"]) >= 72:
        yield "a long Message-ID"
    if mail["List-Id"] is None and mail["Reply-To"] is not None:
        yield "a letter of a match without List-Id"
    if len(re.findall("<", str(mail.get("References", "")))) > 11:
        yield "more than the first and the last references"
    if not raw.isascii():
        yield "bytes that are not ASCII"
    lines = raw.split(b"\r\n")
    if any(b"\n" in line or b"\r" in line for line in lines):
        yield "a bare line end"
    if max(map(len, lines)) > 998:
        yield "a line longer than 998"
    if len(raw) > 1_000_000:
        yield "more than a megabyte"
    text = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    if (text.get_param("format") or "fixed") != "fixed":
        yield "flowed text"
    for line in text.get_content().splitlines():
        # Entries of the dice log are lines of the protocol: they are as long as they are.
        if len(line) > 76 and not re.fullmatch(r"[#a-z+][^ ]*:? ?[0-9 ]*[a-z]? ?[0-9a-f]{64}|#HEAD .*", line):
            yield f"a line of {len(line)} columns: {line}"
        if line != line.rstrip() or "\t" in line:
            yield f"blanks at the end, or tabs: {line!r}"
        if line.startswith(("From ", ".", ">")):
            yield f"a line that servers change: {line}"
    for part in mail.walk():
        if part.get_content_type() == "text/html" and not part.get_filename():
            page = part.get_content()
            if len(page.encode()) > 90_000 or "<script" in page or re.search(r"(src|href)=.https?:", page):
                yield "a page that is too long, or fetches or runs something"


found = {}
subjects = []
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    raw = path.read_bytes()
    subjects.append(email.message_from_bytes(raw, policy=email.policy.default)["Subject"])
    wrong = sorted(set(faults(raw)))
    if wrong:
        found[f"{path.name} {subjects[-1]}"] = wrong
print(json.dumps({"subjects": subjects, "faults": found}))
