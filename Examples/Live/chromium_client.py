#!/usr/bin/env python3
"""Chromium (Debian: chromium), headless: a page of the origin's asks with fetch(). Its clock cannot be set."""
import itertools, json, os, queue, subprocess, sys, threading, time

numbers, waiting, browser, session = itertools.count(1), {}, None, None

def start(line):
    """Starts it; messages of the DevTools protocol end with a zero byte, on descriptors 3 and 4."""
    global browser, session, commands
    (read, commands), (answers, write) = os.pipe(), os.pipe()
    def connect():
        os.dup2(read, 20), os.dup2(write, 21), os.dup2(20, 3), os.dup2(21, 4)
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             "--disable-background-networking", "--user-data-dir=" + line["folder"], "about:blank"]
    browser = subprocess.Popen(["chromium", *flags], env=environment, preexec_fn=connect, close_fds=False,
                               stdin=subprocess.DEVNULL, stdout=sys.stderr)
    os.close(read), os.close(write)
    threading.Thread(target=listen, args=[answers], daemon=True).start()
    page = call("Target.createTarget", url=line["origin"] + "/")["targetId"]
    session = call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
    while evaluate("document.readyState + location.origin") != "complete" + line["origin"]:
        time.sleep(0.02)

def listen(answers):
    text = b""
    while part := os.read(answers, 1 << 16):
        *messages, text = (text + part).split(b"\0")
        for message in map(json.loads, messages):
            if message.get("id") in waiting:
                waiting.pop(message["id"]).put(message)

def call(method, **parameters):
    number, answer = next(numbers), queue.Queue()
    waiting[number] = answer
    message = {"id": number, "method": method, "params": parameters}
    if session:
        message["sessionId"] = session
    os.write(commands, json.dumps(message).encode() + b"\0")
    return answer.get().get("result", {})

def evaluate(script):
    found = call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
    return found.get("result", {}).get("value")

def get(line):
    # A pull to refresh asks whether what is stored still holds (Fetch standard: cache mode "no-cache").
    options = {"headers": line["headers"], "cache": "no-cache" if line["reload"] else "default"}
    found = evaluate(f"""fetch({json.dumps(line["url"])}, {json.dumps(options)}).then(async answer => {{
        const body = new Uint8Array(await answer.arrayBuffer()), end = body.indexOf(10)
        return answer.ok ? [new TextDecoder().decode(body.subarray(0, end < 0 ? body.length : end)), body.length]
          : null }}, () => null)""")
    return {"body": found[0], "bytes": found[1]} if found else {}

def answer(line):
    reply = get(line) if line["do"] == "get" else {}
    if line["do"] == "open":
        start(line)
        reply = {"concurrent": 6, "keeps": "disk", "clock": "own"}
    if line["do"] == "terminate":
        global session
        session = None
        call("Browser.close")
        browser.wait()
    print(json.dumps({"id": line["id"], **reply}), flush=True)

for text in sys.stdin:
    line = json.loads(text)
    if line["do"] == "get":
        threading.Thread(target=answer, args=[line]).start()
    else:
        answer(line)
