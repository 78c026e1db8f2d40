"""Counters and sets in SQLite with an outbox, over the server `append-log`.

    outbox.py            names an edit once, when it is made
    outbox.py anew       names it when it is read from the outbox: what was sent before a crash is
                         sent again under another name, and counts twice. The planted mistake.
"""
import json
import os
import sqlite3
import sys

from replica import Replica, run


class Outbox(Replica):
    kinds = ["counter", "set"]

    def open(self, folder, replica, replicas, user, launch, seed):
        self.replica, self.user, self.launch = replica, user, launch
        self.db = sqlite3.connect(os.path.join(folder, "app.db"), isolation_level=None)
        # What survives a crash of the process is enough here: no wait for the disk.
        self.db.execute("PRAGMA synchronous = OFF")
        self.db.executescript(
            """
            CREATE TABLE IF NOT EXISTS confirmed (key TEXT PRIMARY KEY, value TEXT);
            CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT);
            CREATE TABLE IF NOT EXISTS place (cursor INTEGER);
            INSERT INTO place SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM place);
            """
        )
        self.waiting = {number: self.named(number, entry) for number, entry in self.rows()}

    def rows(self):
        return self.db.execute("SELECT number, entry FROM outbox ORDER BY number").fetchall()

    def named(self, number, entry):
        id = f"{self.replica}.{number}"
        return {"id": f"{id}.{self.launch}" if "anew" in sys.argv else id, **json.loads(entry)}

    def switch_user(self, user):
        self.user = user

    def edit(self, kind, name, edit):
        change = {name: edit[name] for name in ("op", "by", "value") if name in edit}
        entry = json.dumps({"key": f"{self.user} {name}", "change": change})
        number = self.db.execute("INSERT INTO outbox (entry) VALUES (?)", (entry,)).lastrowid
        self.waiting[number] = self.named(number, entry)
        return True

    @staticmethod
    def changed(value, change):
        if change["op"] == "increment":
            return (value or 0) + change["by"]
        members = set(value or [])
        members.add(change["value"]) if change["op"] == "add" else members.discard(change["value"])
        return sorted(members)

    def confirmed(self, key):
        row = self.db.execute("SELECT value FROM confirmed WHERE key = ?", (key,)).fetchone()
        return json.loads(row[0]) if row else None

    def read(self, kind, name):
        value = self.confirmed(key := f"{self.user} {name}")
        for entry in self.waiting.values():
            if entry["key"] == key:
                value = self.changed(value, entry["change"])
        return value

    def cursor(self):
        return self.db.execute("SELECT cursor FROM place").fetchone()[0]

    def sync(self):
        self.send(json.dumps({"append": list(self.waiting.values()), "after": self.cursor()}))

    def receive(self, sender, body):
        answer, cursor = json.loads(body), self.cursor()
        if answer["after"] > cursor:
            return
        self.db.execute("BEGIN")
        for entry in answer["entries"][cursor - answer["after"]:]:
            value = self.changed(self.confirmed(entry["key"]), entry["change"])
            self.db.execute("REPLACE INTO confirmed VALUES (?, ?)", (entry["key"], json.dumps(value)))
            cursor += 1
            for number, mine in list(self.waiting.items()):
                if mine["id"] == entry["id"]:
                    self.db.execute("DELETE FROM outbox WHERE number = ?", (number,))
                    del self.waiting[number]
        self.db.execute("UPDATE place SET cursor = ?", (cursor,))
        self.db.execute("COMMIT")


run(Outbox)
