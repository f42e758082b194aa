"""Drives headless Chromium through its debugging pipe: hands files to contrib/verify.html, reads what it says.

Standard input: {"browser": PATH, "page": PATH, "cases": [{"files": [PATH...]} or {"drop": ...} or {"paste": TEXT}]}.
Standard output: {"cases": [...], "requests": [URL...], "complaints": [...], "fetch": ..., "tabs": [...], "names": [...]}.
"""
import base64
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

READ = """(() => {
  const number = text => text === null ? null : Number(text);
  const verdict = document.getElementById("verdict");
  const findings = [...document.querySelectorAll("li[data-code]:not([data-draws])")].map(item => ({
    code: item.dataset.code, entry: number(item.getAttribute("data-entry")),
    draw: number(item.getAttribute("data-draw")), seat: number(item.getAttribute("data-seat")) }));
  const elsewhere = [...document.querySelectorAll("li[data-draws]")].flatMap(item =>
    item.dataset.draws.split(" ").map(draw => ({ code: item.dataset.code, entry: null, draw: Number(draw), seat: null })));
  return { verdict: verdict.dataset.verdict, waits: verdict.dataset.waits === "true", findings, elsewhere,
    head: document.getElementById("head")?.textContent ?? null, text: document.getElementById("result").innerText,
    focused: document.activeElement === verdict, live: document.getElementById("result").getAttribute("aria-live") };
})()"""

DONE = 'document.getElementById("result").getAttribute("aria-busy") === "false" && !!document.getElementById("verdict")'

LONGEST = 120  # seconds that a page may take, on a machine that has much else to do


class Browser:
    """One tab of a browser, told what to do by JSON messages with a zero byte behind each."""

    def __init__(self, path, profile):
        to_browser, self.out = os.pipe()
        self.back, from_browser = os.pipe()
        arguments = [path, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                     "--disable-background-networking", f"--user-data-dir={profile}", "about:blank"]
        shell = f'exec "$@" 3<&{to_browser} 4>&{from_browser} 2>/dev/null'
        self.process = subprocess.Popen(["sh", "-c", shell, "sh", *arguments], pass_fds=(to_browser, from_browser))
        os.close(to_browser)
        os.close(from_browser)
        self.numbers, self.left, self.session, self.events = itertools.count(1), b"", None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Network", "Page", "Runtime", "Log", "DOM", "Accessibility"):
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.left:
            more = os.read(self.back, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self.left += more
        message, self.left = self.left.split(b"\0", 1)
        message = json.loads(message)
        if "method" in message:
            self.events.append(message)
        return message

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def evaluate(self, code):
        answer = self.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def load(self, url):
        """Loads a page; the events of earlier ones are kept."""
        before = len(self.events)
        self.call("Page.navigate", url=url)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events[before:]):
            self.receive()

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=9 if key == "Tab" else 32)

    def wait(self):
        until = time.monotonic() + LONGEST
        while not self.evaluate(DONE):
            if time.monotonic() > until:
                raise RuntimeError("the page says nothing")
            time.sleep(0.005)

    def give(self, files):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector="#files")["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=files)

    def drop(self, files):
        held = [[os.path.basename(path), pathlib.Path(path).read_text()] for path in files]
        self.evaluate(f"""(() => {{
            const data = new DataTransfer();
            for (const [name, text] of {json.dumps(held)}) data.items.add(new File([text], name));
            document.body.dispatchEvent(new DragEvent("drop", {{ bubbles: true, cancelable: true, dataTransfer: data }}));
        }})()""")

    def paste(self, text):
        self.evaluate(f'document.getElementById("paste").value = {json.dumps(text)}; document.getElementById("check").click()')


def run(browser, case):
    browser.evaluate('document.getElementById("clear").click()')
    for way, held in case.items():
        getattr(browser, {"files": "give"}.get(way, way))(held)
    browser.wait()
    return browser.evaluate(READ)


def main():
    task = json.load(sys.stdin)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(task["browser"], profile)
        try:
            told = ask(browser, task)
        finally:
            browser.process.kill()
            browser.process.wait()
    json.dump(told, sys.stdout)


def ask(browser, task):
    url = pathlib.Path(task["page"]).as_uri()
    browser.load(url)
    told = {"cases": [run(browser, case) for case in task["cases"]], "tabs": []}
    browser.load(url)
    for _ in range(3):
        browser.press("Tab")
        told["tabs"].append(browser.evaluate("document.activeElement.id || document.activeElement.tagName"))
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    roles = ("button", "textbox", "heading", "main")
    told["names"] = [[node["role"]["value"], node.get("name", {}).get("value", "")] for node in nodes
                     if not node.get("ignored") and node.get("role", {}).get("value") in roles]
    of = lambda method: [event["params"] for event in browser.events if event["method"] == method]
    told["requests"] = [sent["request"]["url"] for sent in of("Network.requestWillBeSent")]
    told["complaints"] = [logged["entry"]["text"] for logged in of("Log.entryAdded")]
    told["fetch"] = browser.evaluate('fetch("https://example.org/").then(() => "went out", () => "was stopped")')
    for scheme in ("light", "dark") if "picture" in task else ():
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        run(browser, task["cases"][0])
        data = browser.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        pathlib.Path(f"{task['picture']}-{scheme}.png").write_bytes(base64.b64decode(data))
    return told


if __name__ == "__main__":
    main()
