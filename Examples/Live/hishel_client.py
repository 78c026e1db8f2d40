#!/usr/bin/env python3
"""hishel 2.0 (PyPI: hishel, httpx) with its SQLite storage, as a private cache."""
from adapter import serve
from hishel import CacheOptions, SqliteStorage
from hishel.httpx import CacheClient

client = None

def setUp(folder, user):
    global client
    storage = SqliteStorage(database_path=folder + "/cache.db")
    client = CacheClient(storage=storage, rfc=CacheOptions(shared=False))

def get(url, headers):
    return client.get(url, headers=headers).content

serve(get, setUp, concurrent=1)
