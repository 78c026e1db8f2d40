#!/usr/bin/env python3
"""Comes to a page of a site by a link, by a link again, back and by a reload, in a browser, and says what reached the origin of
the page's parts each time: nothing (used), a condition (validated) or a request without one (loaded).

usage: Examples/Captures/navigation.py [BROWSER...]    (chromium, firefox, webkitgtk; by default all)
"""
import http.server, json, os, subprocess, sys, tempfile, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
BROWSERS = {
    "chromium": ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                 "--user-data-dir={folder}", "{address}"],
    "firefox": ["firefox-esr", "-headless", "-no-remote", "-profile", "{folder}", "{address}"],
    "webkitgtk": ["xvfb-run", "-a", "/usr/bin/python3", HERE + "/webkit_client.py", "{folder}", "{address}"],
}
# A part's lines; what is stale is so two seconds after it came.
PARTS = {
    "fresh.css": ["Cache-Control: max-age=600", 'ETag: "a"'], "fresh.js": ["Cache-Control: max-age=600", 'ETag: "a"'],
    "stale.css": ["Cache-Control: max-age=1", 'ETag: "a"'], "stale.js": ["Cache-Control: max-age=1"],
    "fresh.svg": ["Cache-Control: max-age=600", 'ETag: "a"'], "stale.svg": ["Cache-Control: max-age=1", 'ETag: "a"'],
}
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
# What is done when a page is there, in turn: to the other page, to the first again, on, back, reload.
MOVES = ["location.href='/b'", "location.href='/a'", "location.href='/b'", "history.back()", "location.reload()", None]
NAMES = {0: "first", 2: "link", 4: "back", 5: "reload"}
TAGS = "".join(
    f"<link rel=stylesheet href=/part/{name}>" if name.endswith("css") else f"<script src=/part/{name}></script>"
    if name.endswith("js") else f"<img src=/part/{name}>" for name in PARTS)
SCRIPT = """<script>addEventListener("pageshow", () => setTimeout(async () => {
  const move = await (await fetch("/_there", {method: "POST"})).json();
  if (move) setTimeout(() => eval(move), 2500);
}, 500));</script>"""


class Origin(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def answer(self, body, kind, lines=("Cache-Control: no-store",), status=200):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for line in lines:
            self.send_header(*line.split(": ", 1))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        name = self.path.removeprefix("/part/")
        if name not in PARTS:
            self.server.reached["document"] = "validated" if "If-None-Match" in self.headers else "loaded"
            return self.answer(("<!doctype html><title>a</title>" + SCRIPT + (TAGS if self.path == "/a" else "")).encode(), "text/html")
        asks = "If-None-Match" in self.headers
        self.server.reached[name] = "validated" if asks else "loaded"
        kind = name.split(".")[1]
        return self.answer(b"" if asks else SVG if kind == "svg" else b"/**/", KINDS[kind], PARTS[name], 304 if asks else 200)

    def do_POST(self):
        server = self.server
        if server.step in NAMES:
            server.seen[NAMES[server.step]] = {name: server.reached.get(name, "used") for name in ["document", *PARTS]}
        server.reached = {}
        move = MOVES[server.step] if server.step < len(MOVES) else None
        server.step += 1
        self.answer(json.dumps(move).encode(), "application/json")
        if not move:
            server.done.set()

    def log_message(self, *_):
        pass


def run(name):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
    server.reached, server.seen, server.step, server.done = {}, {}, 0, threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        words = {"folder": folder, "address": f"http://127.0.0.1:{server.server_address[1]}/a"}
        process = subprocess.Popen([word.format(**words) for word in BROWSERS[name]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        isDone = server.done.wait(90)
        process.terminate()
        process.wait()
        time.sleep(1)
    return server.seen if isDone else {"error": "the browser has not come to all pages within 90 s", **server.seen}


for name in sys.argv[1:] or BROWSERS:
    for navigation, parts in run(name).items():
        print(name, navigation, json.dumps(parts))
