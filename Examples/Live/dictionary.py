#!/usr/bin/env python3
"""An unbounded dictionary of bodies; texts are fetched again when they are older than 15 minutes."""
import json, sys, threading, urllib.error, urllib.request
kept, waiting = {}, {}  # by address: tag, body's line, length, nanoseconds; what is under way

def fetch(line):
    url, old = line["url"], kept.get(line["url"])
    headers = dict(line["headers"], **({"If-None-Match": old[0]} if old and old[0] else {}))
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
            body, head = answer.read(), answer.headers
        kept[url] = (head["ETag"], body.split(b"\n")[0].decode(), len(body), int(head["Cachesim-Nanoseconds"]))
    except urllib.error.HTTPError as error:
        if error.code == 304:
            kept[url] = (*old[:3], int(error.headers["Cachesim-Nanoseconds"]))
        else:
            return {"error": str(error)}
    except OSError as error:
        return {"error": str(error)}
    return {"body": kept[url][1], "bytes": kept[url][2]}

def say(line, reply):
    print(json.dumps({"id": line["id"], **reply}), flush=True)

def answer(line):
    entry = kept.get(line.get("url"))
    if line["do"] == "rest":
        for thread in list(waiting.values()):
            thread.join()
    if line["do"] != "get":
        return say(line, {"concurrent": 64, "keeps": "memory"})
    if line["reload"] or not entry:
        return say(line, fetch(line))
    is_old = "/model/" in line["url"] or "/document/" in line["url"]
    is_old = is_old and line["nanoseconds"] - entry[3] > 900_000_000_000
    say(line, {"body": entry[1], "bytes": entry[2], "background": is_old})
    if is_old:
        fetch(line)

for text in sys.stdin:
    line = json.loads(text)
    thread = threading.Thread(target=answer, args=[line])
    if line["do"] == "get":
        waiting[line["id"]] = thread
    thread.start()
