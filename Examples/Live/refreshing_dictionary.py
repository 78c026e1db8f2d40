#!/usr/bin/env python3
"""An unbounded dictionary that shows what it has; texts older than 15 minutes are fetched behind that."""
import json, sys, threading, urllib.error, urllib.request
limit = int(sys.argv[1]) if len(sys.argv) > 1 else 900
kept, behind = {}, {}  # by address: tag, body's line, length, nanoseconds; what is fetched behind

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
        for thread in list(behind.values()):
            thread.join()
    if line["do"] == "switchUser":
        kept.clear()
        return say(line, {"emptied": True})
    if line["do"] != "get":
        return say(line, {"concurrent": 64, "keeps": "memory"})
    if line["reload"] or not entry:
        return say(line, fetch(line))
    is_text = not any(kind in line["url"] for kind in ("/image/", "/avatar/", "/support/"))
    is_old = is_text and line["nanoseconds"] - entry[3] > limit * 1_000_000_000
    is_old = is_old and not (line["url"] in behind and behind[line["url"]].is_alive())
    say(line, {"body": entry[1], "bytes": entry[2], "background": is_old})
    if is_old:
        behind[line["url"]] = threading.Thread(target=fetch, args=[line])
        behind[line["url"]].start()

for text in sys.stdin:
    threading.Thread(target=answer, args=[json.loads(text)]).start()
