#!/usr/bin/env python3
"""An unbounded dictionary, emptied when another user comes: dictionary:staleAfter=null."""
import json, sys, threading, urllib.request
kept = {}  # by address: its tag, and the reply
def get(line):
    old = kept.get(line["url"])
    if old and not line["reload"]: return old[1]
    request = urllib.request.Request(line["url"], headers=line["headers"])
    if old and old[0]: request.add_header("If-None-Match", old[0])
    try:
        with urllib.request.urlopen(request) as answer: body = answer.read()
    except OSError as error: return old[1] if getattr(error, "code", 0) == 304 else {}
    reply = {"body": body.split(b"\n")[0].decode(), "bytes": len(body)}
    kept[line["url"]] = answer.headers["ETag"], reply
    return reply
def answer(line):
    if line["do"] == "switchUser": kept.clear()
    reply = get(line) if line["do"] == "get" else {"concurrent": 64, "keeps": "memory", "emptied": not kept}
    print(json.dumps({"id": line["id"], **reply}), flush=True)
for text in sys.stdin: threading.Thread(target=answer, args=[json.loads(text)]).start()
