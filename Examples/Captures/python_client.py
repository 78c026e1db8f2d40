"""Clients in Python: hishel, requests-cache, CacheControl, aiohttp-client-cache, httplib2, by the first argument."""
import asyncio, json, re, sys, threading

name, folder = sys.argv[1:3]


def hishel():
    import httpx
    from hishel import CacheOptions, SqliteStorage
    from hishel.httpx import CacheClient
    client = CacheClient(storage=SqliteStorage(database_path=folder + "/cache"), rfc=CacheOptions(shared=False),
                         follow_redirects=True)
    return lambda method, url, headers, body: (lambda answer: (answer.status_code, answer.content))(
        client.request(method, url, headers=headers, content=body))


def of(session):
    return lambda method, url, headers, body: (lambda answer: (answer.status_code, answer.content))(
        session.request(method, url, headers=headers, data=body))


def requests_cache():
    from requests_cache import CachedSession
    return of(CachedSession(folder + "/cache", backend="sqlite", cache_control=True))


def cachecontrol(heuristic=None):
    import requests
    from cachecontrol import CacheControl
    from cachecontrol.caches import FileCache
    return of(CacheControl(requests.Session(), cache=FileCache(folder + "/cache"), heuristic=heuristic))


def cachecontrol_heuristic():
    from cachecontrol.heuristics import LastModified
    return cachecontrol(LastModified())


def httplib2():
    import httplib2
    client = httplib2.Http(folder + "/cache")
    def ask(method, url, headers, body):
        answer, content = client.request(url, method, body=body, headers=headers)
        return answer.status, content
    return ask


def aiohttp():
    from aiohttp_client_cache import CachedSession, SQLiteBackend
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    async def make():
        return CachedSession(cache=SQLiteBackend(folder + "/cache", cache_control=True))
    session = asyncio.run_coroutine_threadsafe(make(), loop).result()
    async def one(method, url, headers, body):
        async with session.request(method, url, headers=headers, data=body) as answer:
            return answer.status, await answer.read()
    return lambda *asked: asyncio.run_coroutine_threadsafe(one(*asked), loop).result()


ask = {"hishel": hishel, "requests-cache": requests_cache, "cachecontrol": cachecontrol,
       "cachecontrol-heuristic": cachecontrol_heuristic, "httplib2": httplib2, "aiohttp": aiohttp}[name]()


def answer(line):
    reply = {"n": line["n"]}
    try:
        body = b"x" if line["method"] in ("POST", "PUT", "PATCH") else None
        reply["status"], content = ask(line["method"], line["url"], dict(line["headers"]), body)
        found = re.match(rb"serial (\d+)", content)
        reply["serial"] = int(found[1]) if found else 0
    except Exception as error:
        reply["error"] = repr(error)
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


for text in sys.stdin:
    threading.Thread(target=answer, args=[json.loads(text)]).start()
