#!/usr/bin/env python3
"""CacheControl 0.14 (PyPI: CacheControl[filecache]) with files."""
from adapter import serve
from cachecontrol import CacheControl
from cachecontrol.caches import FileCache
import requests

session = None

def setUp(folder, user):
    global session
    session = CacheControl(requests.Session(), cache=FileCache(folder + "/cache"))

def get(url, headers):
    return session.get(url, headers=headers).content

serve(get, setUp)
