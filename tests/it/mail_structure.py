"""Reads one mail from the standard input as Python's email package sees it, and prints what it is made of as JSON."""

import email
import email.policy
import json
import sys

raw = sys.stdin.buffer.read()
mail = email.message_from_bytes(raw, policy=email.policy.default)


def describe(part):
    out = {
        "type": part.get_content_type(),
        "defects": [repr(defect) for defect in part.defects],
        "encoding": part.get("Content-Transfer-Encoding"),
        "disposition": part.get_content_disposition(),
        "name": part.get_filename(),
        "id": part.get("Content-ID"),
    }
    if part.is_multipart():
        out["parts"] = [describe(child) for child in part.iter_parts()]
    elif part.get_content_maintype() == "text":
        out["text"] = part.get_content()
    else:
        out["bytes"] = len(part.get_content())
    return out


fields = {name: str(value) for name, value in mail.items()}
lines = raw.split(b"\r\n")
print(json.dumps({
    "fields": fields,
    "count": len(mail.items()),
    "to": [address.addr_spec for address in mail["To"].addresses],
    "body": describe(mail),
    "longest": max(len(line) for line in lines),
    "ascii": raw.isascii(),
    "bare": raw.replace(b"\r\n", b"").count(b"\n") + raw.replace(b"\r\n", b"").count(b"\r"),
}))
