#!/usr/bin/env python3
"""Runs a client over the schedule beside an origin that notes what reaches it, and writes what the client did as a capture.

usage: record.py CLIENT OUTPUT.har.gz COMMAND...    (the command reads requests and writes answers, as lines of JSON)
       record.py CLIENT OUTPUT.har.gz --page BROWSER...    (the browser is given the address of a page that does so)
"""
import asyncio, calendar, collections, email.utils, gzip, json, os, re, sys, tempfile, time

import schedule

BODY = 900
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
START = int(time.time())
hits, served, asked_for = collections.defaultdict(list), {}, collections.Counter()
serial = 0


def date(text, now):
    """{60} and {850:60}: seconds from now, in a form."""
    form, _, seconds = text.rpartition(":")
    at = time.gmtime((START if form == "from-start" else int(now)) + int(seconds))
    usual = time.strftime("%a, %d %b %Y %H:%M:%S GMT", at)
    return {
        "": usual, "from-start": usual, "850": time.strftime("%A, %d-%b-%y %H:%M:%S GMT", at), "asc": time.asctime(at),
        "dashes": time.strftime("%a, %d-%b-%Y %H:%M:%S GMT", at), "no-comma": usual.replace(",", ""),
        "hour": time.strftime("%a, %d %b %Y ", at) + f"{at.tm_hour}:{at.tm_min:02}:{at.tm_sec:02} GMT",
        "utc": usual.replace("GMT", "UTC"), "offset": usual.replace("GMT", "+0000"), "no-zone": usual[:-4],
        "short-year": time.strftime("%a, %d %b %y %H:%M:%S GMT", at), "lower": usual.lower(),
        "day": f"{usual[:5]}{at.tm_mday}{usual[7:]}", "weekday": DAYS[(at.tm_wday + 1) % 7][:3] + usual[3:],
        "no-weekday": usual[5:], "iso": time.strftime("%Y-%m-%dT%H:%M:%SZ", at), "number": str(calendar.timegm(at)),
        "blanks": usual.replace(" ", "  "),
        "est": time.strftime("%a, %d %b %Y %H:%M:%S EST", time.gmtime(int(now) + int(seconds) - 5 * 3600)),
    }[form]


def lines_of(texts, path, headers, now):
    """The lines of an answer; Date is among them, unless they say otherwise."""
    found = []
    for text in texts:
        name, _, value = text.partition(":")
        value = value.strip(" ").replace("{v}", path).replace("{n}", str(serial)).replace(
            "{lang}", headers.get("accept-language", ""))
        found.append([name, re.sub(r"\{((?:[\w-]+:)?-?\d+)\}", lambda match: date(match[1], now), value)])
    if not any(name == "Date" for name, _ in found):
        found.append(["Date", date("0", now)])
    return [line for line in found if line != ["Date", ""]]


def answer(method, path, headers, now):
    """The status and lines that the origin answers a request with, and its body's bytes."""
    global serial
    serial += 1
    each = schedule.resources[path]
    status, texts = each["status"], each["lines"]
    asked_for[path] += method == "GET"
    then = each["then"]
    if method in ("GET", "HEAD"):
        change = then.get(asked_for[path] - 1) if method == "GET" else None
    else:
        change = then.get("method", [200, []])
    conditions = "if-none-match" in headers or "if-modified-since" in headers
    if change and change[0] == 304 and not conditions:
        change = None
    if change:
        status, texts = change
    lines = lines_of(texts, path, headers, now)
    named = dict((name.lower(), value) for name, value in lines)
    if status == 200 and method in ("GET", "HEAD") and is_confirmed(headers, named):
        status = 304
    body = b"" if status in (204, 304) or each["body"] == 0 else b"serial %d\n" % serial + b"." * BODY
    body = body[:BODY]
    return status, lines, body


def is_confirmed(headers, named):
    if "if-none-match" in headers:
        tags = [tag.strip().removeprefix("W/") for tag in headers["if-none-match"].split(",")]
        return "*" in tags or named.get("etag", "-").removeprefix("W/") in tags
    if "if-modified-since" in headers and "last-modified" in named:
        dates = [email.utils.parsedate_to_datetime(text) if len(text) > 20 else None
                 for text in (headers["if-modified-since"], named["last-modified"])]
        return None not in dates and dates[0] >= dates[1]
    return False


class Origin:
    def __init__(self):
        self.commands, self.done = asyncio.Queue(), None

    async def connected(self, reader, writer):
        try:
            while await self.exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def exchange(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        arrived = time.time()
        method, target, _ = head[0].split(" ")
        lines = [[name, value.strip()] for name, _, value in (line.partition(":") for line in head[1:] if line)]
        headers = {name.lower(): value for name, value in lines}
        content = await reader.readexactly(int(headers.get("content-length", 0)))
        path = target.split("#")[0][1:]
        if path.startswith("_"):
            return await self.drive(path, content, writer)
        if path not in schedule.resources:
            status, answered, body = 404, [["Cache-Control", "no-store"]], b""
        else:
            status, answered, body = answer(method, path, headers, arrived)
        number = int(headers.get("x-n", 0))
        hit = {"n": number, "path": path, "method": method, "arrived": arrived, "asked": lines, "status": status,
               "answered": answered, "serial": serial, "ended": None, "size": 0 if method == "HEAD" else len(body)}
        hits[number].append(hit)
        served[serial] = hit
        await asyncio.sleep(schedule.resources.get(path, {}).get("delay", 0) / 1000)
        hit["ended"] = time.time()
        return await self.send(writer, hit, headers, schedule.resources.get(path, {}).get("body"), body)

    async def send(self, writer, hit, headers, form, body):
        method, status, answered = hit["method"], hit["status"], hit["answered"]
        if status == 0:
            return False
        written = list(answered)
        if status in (200, 206) and "range" in headers and method == "GET":
            asked = re.fullmatch(r"bytes=(\d*)-(\d*)", headers["range"])
            size = len(body)
            if asked and "if-range" not in headers:
                first, last = asked[1], asked[2]
                start = int(first) if first else max(0, size - int(last))
                end = min(int(last), size - 1) if first and last else size - 1
                if start < size:
                    status, body = 206, body[start:end + 1]
                    written.append(["Content-Range", f"bytes {start}-{end}/{size}"])
                else:
                    status, body = 416, b""
                    written.append(["Content-Range", f"bytes */{size}"])
        closes = False
        if status not in (204, 304):
            if form == "gzip" and status == 200 and "gzip" in headers.get("accept-encoding", ""):
                body = gzip.compress(body)
                written.append(["Content-Encoding", "gzip"])
            if form == "chunked" and method == "GET":
                written.append(["Transfer-Encoding", "chunked"])
                body = b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n"
            elif form == "close":
                closes = True
                written.append(["Connection", "close"])
            else:
                written.append(["Content-Length", str(len(body))])
            written.append(["Content-Type", "text/plain"])
        if form == "cut":
            body, closes = body[:400], True
        hit.update(status=status, answered=written, size=hit["size"] and len(body))
        text = f"HTTP/1.1 {status} Said\r\n" + "".join(f"{name}: {value}\r\n" for name, value in written) + "\r\n"
        writer.write(text.encode("latin-1") + (b"" if method == "HEAD" else body))
        await writer.drain()
        return not closes

    async def drive(self, path, content, writer):
        """A page's requests for what to do, and its answers."""
        body, kind = b"", "application/json"
        if path == "_page":
            kind, body = "text/html", open(os.path.join(os.path.dirname(__file__), "page.html"), "rb").read()
        elif path == "_next":
            commands = [await self.commands.get()]
            while not self.commands.empty():
                commands.append(self.commands.get_nowait())
            body = json.dumps(commands).encode()
        elif path == "_done":
            self.done(json.loads(content))
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nCache-Control: no-store\r\n"
                     f"Access-Control-Allow-Origin: *\r\nContent-Length: {len(body)}\r\n\r\n"
                     .encode() + body)
        await writer.drain()
        return True


class Client:
    """Gives requests to a client, and takes its answers."""
    def __init__(self, origin, command, isPage):
        self.origin, self.command, self.isPage, self.waiting = origin, command, isPage, {}
        origin.done = self.answered

    async def start(self, address):
        folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        command = [word.replace("{folder}", folder).replace("{address}", address) for word in self.command]
        if self.isPage:
            self.process = await asyncio.create_subprocess_exec(*command, stdin=-3, stdout=-3, stderr=-3)
        else:
            self.process = await asyncio.create_subprocess_exec(
                *command, folder, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 20)
            asyncio.create_task(self.listen())

    async def listen(self):
        while line := await self.process.stdout.readline():
            self.answered(json.loads(line))

    def answered(self, reply):
        waiting = self.waiting.pop(reply["n"], None)
        if waiting and not waiting.done():
            reply["ended"] = time.time()
            waiting.set_result(reply)

    async def ask(self, step, url):
        command = {"n": step["n"], "method": step["method"], "url": url, "headers": headers_of(step)}
        waiting = self.waiting[step["n"]] = asyncio.get_running_loop().create_future()
        step["started"] = time.time()
        if self.isPage:
            self.origin.commands.put_nowait(command)
        else:
            self.process.stdin.write(json.dumps(command).encode() + b"\n")
        try:
            step["reply"] = await asyncio.wait_for(waiting, 15)
        except asyncio.TimeoutError:
            step["reply"] = {"error": "no answer", "ended": time.time()}


def headers_of(step):
    found = [["X-N", str(step["n"])]]
    for text in step["asked"]:
        name, _, value = text.partition(": ")
        value = re.sub(r"\{(-?\d+)\}", lambda match: date(match[1], time.time()), value)
        found.append([name, value.replace("{v}", step["path"])])
    step["lines"] = found[1:]
    return found


async def play(client, address):
    start = time.time() + 1
    last = max(step["line"] for step in schedule.steps)
    await asyncio.gather(*(line(client, address, start, number) for number in range(last)))
    await line(client, address, start, last)


async def line(client, address, start, number):
    behind, second = [], -1
    for step in schedule.steps:
        if step["line"] != number:
            continue
        if step["at"] > second:
            await asyncio.gather(*behind)
            behind, second = [], step["at"]
            await asyncio.sleep(max(0, start + second - time.time()))
            print(f"{second} s, line {number}, {max(0, time.time() - start - second):.1f} s late", file=sys.stderr, flush=True)
        asking = asyncio.create_task(client.ask(step, f"{address}/{step['path']}"))
        if step["waits"]:
            await asking
            continue
        behind.append(asking)
        await asyncio.sleep(0.05)
        if len(behind) > 2:
            await asyncio.gather(*behind)
            behind = []
    await asyncio.gather(*behind)


# MARK: The capture


def current(path, number, before):
    """The lines of the answer that a client has: the one that its body names, or the last one, as 304s brought it up to date."""
    whole = served.get(number)
    if not whole or whole["path"] != path:
        whole = None
        for hit in served.values():
            if hit["path"] == path and hit["method"] == "GET" and hit["status"] not in (0, 304, 416) and hit["ended"] < before:
                whole = hit
    if not whole:
        return None
    lines = list(whole["answered"])
    for hit in served.values():
        if hit["path"] == path and hit["status"] == 304 and whole["ended"] < hit["ended"] < before:
            names = {name.lower() for name, _ in hit["answered"]}
            lines = [line for line in lines if line[0].lower() not in names] + hit["answered"]
    return whole["status"], lines


def entries():
    for step in schedule.steps:
        reply, at = step["reply"], step["started"]
        for place, path in enumerate(step["chain"]):
            found = [hit for hit in hits[step["n"]] if hit["path"] == path]
            isLast = place == len(step["chain"]) - 1
            # A client that gives up a chain got no further.
            if "error" in reply and not found and len(step["chain"]) > 1:
                break
            entry = made(step, path, found, reply, at, isLast, isOnly=len(step["chain"]) == 1)
            if not entry:
                break
            yield entry
            at = found[-1]["ended"] if found else at + 0.001


def made(step, path, found, reply, at, isLast, isOnly):
    hidden = {"x-n", "host", "connection"}
    if found:
        first, last = found[0], found[-1]
        names = {name.lower() for name, _ in first["asked"]}
        isConditional = names & {"if-none-match", "if-modified-since"}
        isBehind = reply["ended"] < last["ended"] - 0.02 and "error" not in reply
        kind = "used+background" if isBehind else "validated" if isConditional else "loaded"
        asked = [line for line in first["asked"] if line[0].lower() not in hidden]
        if not isOnly:
            at, ended = first["arrived"], last["ended"]
        else:
            ended = reply["ended"]
        if isBehind:
            stored = current(path, reply.get("serial"), step["started"])
            if not stored:
                return None
            status, answered = stored
            asked, size = step["lines"], BODY
        else:
            status, answered, size = last["status"], last["answered"], last["size"]
    else:
        kind, asked, ended = "used", step["lines"], reply["ended"] if isOnly else at + 0.0005
        stored = current(path, reply.get("serial") if isLast else None, at)
        if not stored:
            return None
        status, answered = stored
        size = BODY
    if status == 0:
        return None
    isSent = kind in ("loaded", "validated")
    entry = {
        "startedDateTime": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at)) + f".{int(at * 1000) % 1000:03}Z",
        # A start in whole milliseconds is up to one early.
        "time": round(max(0.05, (ended - at) * 1000 - 1), 2),
        "request": {"method": step["method"], "url": "http://origin.test/" + path, "httpVersion": "HTTP/1.1",
                    "headers": [{"name": name, "value": value} for name, value in asked]},
        "response": {"status": status, "headers": [{"name": name, "value": value} for name, value in answered],
                     "content": {"size": BODY if status == 304 else size}, "bodySize": size if isSent else 0,
                     "_transferSize": size + 300 if isSent else 0, "httpVersion": "HTTP/1.1"},
        "cache": {}, "timings": {}, "_n": step["n"], "_kind": kind, "_path": path, "pageref": "p"}
    if not isSent:
        entry["_fromCache"] = "disk"
    return entry


async def main():
    name, output, *command = sys.argv[1:]
    isPage = command[0] == "--page"
    origin = Origin()
    server = await asyncio.start_server(origin.connected, "127.0.0.1", 0, backlog=100)
    address = "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]
    client = Client(origin, command[isPage:], isPage)
    await client.start(address)
    await asyncio.sleep(4 if isPage else 2)
    await play(client, address)
    client.process.terminate()
    made = sorted(entries(), key=lambda entry: (entry["startedDateTime"], entry["_n"]))
    print(name, collections.Counter(entry["_kind"] for entry in made),
          sum("error" in step["reply"] for step in schedule.steps), "failed", file=sys.stderr)
    for step in schedule.steps:
        if "error" in step["reply"]:
            print(step["at"], step["method"], step["path"], step["reply"]["error"][:200], file=sys.stderr)
    log = {"version": "1.2", "creator": {"name": "origin log", "version": "3"}, "browser": {"name": name, "version": ""},
           "pages": [{"id": "p", "startedDateTime": made[0]["startedDateTime"], "title": "third schedule", "pageTimings": {}}],
           "entries": made}
    with open(output, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as zipped:
        zipped.write(json.dumps({"log": log}, separators=(",", ":")).encode())
    os._exit(0)

asyncio.run(main())
