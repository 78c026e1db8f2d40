#!/usr/bin/env python3
"""Runs workbox 7.2.0 in headless Chromium beside an origin that counts what reaches it, by the recipes' own options.

A package of PyPI ships workbox within its service worker: Home Assistant's frontend. Its strategies are taken from there, and the
worker's own routes are left out. NetworkFirst is not among them. What was seen is written to run.json beside this file.
usage: Examples/Evidence/workbox/run.py [OUTPUT.json]    ($CHROMIUM names the browser)
"""
import collections, glob, http.server, json, os, re, subprocess, sys, tempfile, threading, zipfile

PACKAGE = "home-assistant-frontend==20250109.2"
hits, versions, seen = collections.Counter(), collections.defaultdict(lambda: 1), {}
done = threading.Event()

# By the text of their code, as names are not kept: what follows "class".
CLASSES = {
    "CacheFirst": r"(\w+) extends \w+\{async _handle\(t,e\)\{let r,n=await e\.cacheMatch\(t\);if\(n\)0;else\{0;try\{n=await e\.fetchAndCachePut",
    "StaleWhileRevalidate": r"(\w+) extends \w+\{constructor\(t=\{\}\)\{[^}]*\}async _handle\(t,e\)\{const r=e\.fetchAndCachePut\(t\)\.catch",
    "ExpirationPlugin": r"(\w+)\{constructor\(t=\{\}\)\{this\.cachedResponseWillBeUsed=",
    "CacheableResponsePlugin": r"(\w+)\{constructor\(t\)\{this\.cacheWillUpdate=async\(\{response:t\}\)=>this\._cacheableResponse",
}
# The recipes' options (workbox-recipes 7.2.0: imageCache.ts, staticResourceCache.ts).
ROUTES = """
const cacheable = () => new workbox.CacheableResponsePlugin({statuses: [0, 200]});
const images = new workbox.CacheFirst({cacheName: "images",
  plugins: [cacheable(), new workbox.ExpirationPlugin({maxEntries: 60, maxAgeSeconds: 30 * 24 * 60 * 60})]});
const statics = new workbox.StaleWhileRevalidate({cacheName: "static-resources", plugins: [cacheable()]});
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil(clients.claim()));
self.addEventListener("fetch", event => {
  const path = new URL(event.request.url).pathname;
  const strategy = path.startsWith("/image/") ? images : path.startsWith("/static/") ? statics : null;
  if (strategy) event.respondWith(strategy.handle({event, request: event.request}));
});
"""
PAGE = """<!doctype html><script>
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const get = path => fetch(path).then(answer => answer.ok ? answer.text() : "status " + answer.status, () => "failed");
const origin = async (path, change) => (await fetch("/_origin" + path + (change ? "?change" : ""))).json();
async function kept(name) { return (await (await caches.open(name)).keys()).map(request => new URL(request.url).pathname); }
(async () => {
  await navigator.serviceWorker.register("/worker.js");
  while (!navigator.serviceWorker.controller) await pause(50);
  const seen = {};
  for (const kind of ["image", "static"]) {
    const got = [];
    for (let turn = 0; turn < 3; turn += 1) {
      got.push(await get(`/${kind}/a`));
      await pause(500);
      await origin(`/${kind}/a`, true);
    }
    seen[kind] = {got, reached: await origin(`/${kind}/a`)};
    const failed = [await get(`/${kind}/fails`), await get(`/${kind}/fails`)];
    seen[kind + "-error"] = {got: failed, reached: await origin(`/${kind}/fails`)};
    const dropped = await get(`/${kind}/drops`);
    await pause(2000);
    seen[kind + "-dropped"] = {got: [dropped], reached: await origin(`/${kind}/drops`)};
  }
  for (let number = 0; number < 65; number += 1) await get(`/image/many-${number}`);
  await pause(2000);
  const paths = await kept("images");
  seen.limit = {kept: paths.length, first: paths.includes("/image/many-0"), last: paths.includes("/image/many-64")};
  for (let number = 0; number < 65; number += 1) await get(`/static/many-${number}`);
  await pause(500);
  seen.noLimit = {kept: (await kept("static-resources")).length};
  await fetch("/_done", {method: "POST", body: JSON.stringify(seen)});
})().catch(error => fetch("/_done", {method: "POST", body: JSON.stringify({error: String(error)})}));
</script>"""


def worker():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", PACKAGE, "-d", folder], check=True)
        with zipfile.ZipFile(glob.glob(folder + "/*.whl")[0]) as package:
            text = package.read("hass_frontend/sw-modern.js").decode()
    release = re.findall(r"workbox:strategies:([\d.]+)", text)[0]
    names = {name: re.search("class " + pattern, text)[1] for name, pattern in CLASSES.items()}
    # What follows the last of the strategies is the worker's own.
    end = re.search("class " + CLASSES["StaleWhileRevalidate"], text).start()
    depth = 0
    while depth or text[end - 1] != "}" or "return i}" not in text[end - 12:end]:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    exposed = ";const workbox={" + ",".join(f"{name}:{short}" for name, short in names.items()) + "};"
    return text[:end] + exposed + ROUTES, release


class Origin(http.server.BaseHTTPRequestHandler):
    # One connection each: on one that is used again, a browser makes a failed request once more.
    protocol_version = "HTTP/1.0"

    def answer(self, body, kind="text/plain", status=200):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        # Fresh for nobody: what is used is the worker's doing.
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path == "/":
            return self.answer(PAGE.encode(), "text/html")
        if path == "/worker.js":
            return self.answer(self.server.worker.encode(), "text/javascript")
        if path.startswith("/_origin"):
            versions[path[8:]] += query == "change"
            return self.answer(str(hits[path[8:]]).encode(), "application/json")
        hits[path] += 1
        if path.endswith("/drops"):
            self.close_connection = True
            return self.connection.close()
        status = 500 if path.endswith("/fails") else 200
        return self.answer(f"version {versions[path]}".encode(), status=status)

    def do_POST(self):
        seen.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.answer(b"")
        done.set()

    def log_message(self, *_):
        pass


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
    server.worker, release = worker()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = os.environ.get("CHROMIUM", "chromium")
    with tempfile.TemporaryDirectory() as profile:
        process = subprocess.Popen(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--user-data-dir=" + profile, f"http://127.0.0.1:{server.server_address[1]}/"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        isDone = done.wait(120)
        process.terminate()
        process.wait()
    if not isDone:
        sys.exit("the browser has not answered within two minutes")
    named = subprocess.run([browser, "--version"], capture_output=True, text=True).stdout.strip()
    result = {"workbox": release, "from": PACKAGE, "browser": named, "seen": seen}
    with open(sys.argv[1] if len(sys.argv) > 1 else here + "/run.json", "w") as file:
        file.write(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


main()
