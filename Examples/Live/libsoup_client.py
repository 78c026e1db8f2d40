#!/usr/bin/env python3
"""libsoup 3 (Debian: gir1.2-soup-3.0, python3-gi) with its SoupCache, as a client of one user."""
import os, sys, threading
from adapter import serve
import gi
gi.require_version("Soup", "3.0")
from gi.repository import GLib, Soup

session = cache = None
loop = GLib.MainLoop()

def inLoop(work):
    """Does work where the main loop runs, which the cache writes by, and waits for what it gives."""
    done, result = threading.Event(), []
    def finish(value):
        result.append(value)
        done.set()
    GLib.idle_add(lambda: work(finish))
    done.wait()
    return result[0]

def setUp(folder, user):
    def make(finish):
        global session, cache
        cache = Soup.Cache.new(folder, Soup.CacheType.SINGLE_USER)
        cache.load()
        session = Soup.Session()
        session.add_feature(cache)
        finish(None)
    inLoop(make)

def get(url, headers):
    message = Soup.Message.new("GET", url)
    for name, value in headers.items():
        message.get_request_headers().append(name, value)
    def received(session, result, finish):
        try:
            finish(session.send_and_read_finish(result).get_data())
        except GLib.Error as error:
            print(error, file=sys.stderr)
            finish(None)
    return inLoop(
        lambda finish: session.send_and_read_async(message, 0, None, received, finish))

def save(line):
    def write(finish):
        cache.flush()
        cache.dump()
        finish(None)
    inLoop(write)

def run():
    serve(get, setUp, concurrent=2, tearDown=save)  # its connections to a host
    os._exit(0)

threading.Thread(target=run, daemon=True).start()
loop.run()
