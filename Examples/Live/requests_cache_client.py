#!/usr/bin/env python3
"""requests-cache 1.3 (PyPI: requests-cache) with SQLite, by the headers of answers."""
from adapter import serve
import requests_cache

session = None

def setUp(folder, user):
    global session
    session = requests_cache.CachedSession(folder + "/cache", backend="sqlite", cache_control=True)

def get(url, headers):
    return session.get(url, headers=headers).content

serve(get, setUp)
