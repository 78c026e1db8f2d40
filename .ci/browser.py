"""Chromium as scripts drive it: .ci/pages looks at reports with it, Examples/OtherTools/check has its tools read files."""

import base64
import json
import os
import shutil
import subprocess
import time

LIMIT = 30


def chromium():
    """The program that $CHROMIUM names, or the one that is installed (Debian: apt-get install chromium); None: none is."""
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]
    return next((found for found in map(shutil.which, filter(None, names)) if found), None)


class Browser:
    """Chromium without a window, by its DevTools protocol over a pipe."""

    def __init__(self, program, folder):
        here_in, there_out = os.pipe()
        there_in, here_out = os.pipe()

        # The browser reads from descriptor 3 and writes to 4.
        def descriptors():
            reader, writer = os.dup(there_in), os.dup(there_out)
            os.dup2(reader, 3)
            os.dup2(writer, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
             f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(there_in)
        os.close(there_out)
        self.reader = os.fdopen(here_in, "rb", buffering=0)
        self.writer = os.fdopen(here_out, "wb", buffering=0)
        self.rest, self.count, self.session, self.events = b"", 0, None, []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log"]:
            self.ask(f"{domain}.enable")
        # Without it, keys may go nowhere: a browser without a window has no focus of its own.
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)

    def ask(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.writer.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def next(self):
        while b"\0" not in self.rest:
            piece = self.reader.read(1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.rest += piece
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def wait_for(self, method):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            for event in self.events:
                if event.get("method") == method:
                    return
            self.events.append(self.next())
        raise RuntimeError(f"{method} did not come within {LIMIT} s")

    def evaluate(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True,
                          awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", details).get("description", str(details)))
        return answer["result"].get("value")

    def press(self, key, code=None, text=None):
        """Presses and releases a key, as the keyboard would."""
        numbers = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowRight": 39, "ArrowDown": 40,
                   "PageDown": 34}
        press = {"key": key, "code": code or key, "windowsVirtualKeyCode": numbers[key]}
        if key in ("Enter", " "):
            press["text"] = "\r" if key == "Enter" else " "
        self.ask("Input.dispatchKeyEvent", type="keyDown", **press)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **press)

    def drawn(self):
        """Waits until the page has been drawn as it is."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() =>"
                      " requestAnimationFrame(() => setTimeout(done, 0))))")

    def point(self, kind, x, y, **more):
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def resize(self, width, height=1000):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)

    def paper(self, media, scheme):
        self.ask("Emulation.setEmulatedMedia", media=media,
                 features=[{"name": "prefers-color-scheme", "value": scheme},
                           {"name": "prefers-reduced-motion", "value": "reduce"}])

    def open(self, path):
        self.events = []
        self.ask("Page.navigate", url=path.resolve().as_uri())
        self.wait_for("Page.loadEventFired")

    def complaints(self):
        """Errors of scripts, and what the page's policy forbade."""
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif event.get("method") == "Log.entryAdded":
                entry = parameters["entry"]
                if entry["level"] in ("error", "warning"):
                    found.append(entry["text"])
        self.events = []
        return found

    def picture(self, path):
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 16000),
                "scale": 1}
        data = self.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        try:
            self.ask("Browser.close")
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
