"""What the adapters in Python share: reads the lines, has gets done several at once, and answers."""
import json, sys, threading

def serve(get, setUp, concurrent=6, keeps="disk", tearDown=lambda line: None):
    """get(url, headers) gives a body, or None; setUp(folder, user) comes first."""
    def answer(line):
        try:
            reply = perform(line)
        except Exception as error:
            print(repr(error), file=sys.stderr, flush=True)
            reply = {"error": repr(error)}
        print(json.dumps({"id": line["id"], **reply}), flush=True)

    def perform(line):
        if line["do"] == "open":
            setUp(line["folder"], line["user"])
            return {"concurrent": concurrent, "keeps": keeps}
        if line["do"] == "terminate":
            tearDown(line)
        if line["do"] != "get":
            return {}
        # A pull to refresh asks whether what is stored still holds (RFC 9111, section 5.2.1.4).
        headers = dict(line["headers"], **({"cache-control": "no-cache"} if line["reload"] else {}))
        body = get(line["url"], headers)
        return {"body": body.split(b"\n")[0].decode(), "bytes": len(body)} if body else {}

    for text in sys.stdin:
        line = json.loads(text)
        if line["do"] == "get" and concurrent > 1:
            threading.Thread(target=answer, args=[line]).start()
        else:
            answer(line)
