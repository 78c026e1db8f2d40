#!/usr/bin/env python3
"""A client without a cache: every request goes to the origin."""
import json, sys, threading, urllib.request

def get(line):
    try:
        request = urllib.request.Request(line["url"], headers=line["headers"])
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
        return {"body": body.split(b"\n")[0].decode(), "bytes": len(body)}
    except OSError as error:
        return {"error": str(error)}

def answer(line):
    reply = get(line) if line["do"] == "get" else {"concurrent": 64, "keeps": "nothing"}
    print(json.dumps({"id": line["id"], **reply}), flush=True)

for text in sys.stdin:
    threading.Thread(target=answer, args=[json.loads(text)]).start()
