"""PyPI's pycrdt (Yjs) as a replica that speaks to the others alone, without a server.

A message is a state vector, which is answered with what it lacks, or that answer. Each edit is
appended to a file before it is acknowledged, as the update that pycrdt makes of it.
"""
import base64
import json
import os
import struct

from pycrdt import Array, Doc, Map, Text

from replica import Replica, run


class Crdt(Replica):
    kinds = ["register", "set", "counter", "list", "text"]

    def open(self, folder, replica, replicas, user, launch, seed):
        self.replica, self.replicas, self.user = replica, replicas, user
        # A client's number may come once only, so that each process has its own.
        self.doc = Doc(client_id=(int(seed) * 7919 + replica * 1009 + launch) % 2**31 + 1)
        self.roots = {}
        self.log = open(os.path.join(folder, "updates"), "ab+")
        self.log.seek(0)
        stored = self.log.read()
        while stored:
            (length,) = struct.unpack("<I", stored[:4])
            self.doc.apply_update(stored[4:4 + length])
            stored = stored[4 + length:]

    def keep(self, update):
        self.log.write(struct.pack("<I", len(update)) + update)
        self.log.flush()

    def switch_user(self, user):
        self.user = user

    def root(self, kind, name):
        name = f"{self.user} {name}"
        if name not in self.roots:
            make = {"list": Array, "text": Text}.get(kind, Map)
            self.roots[name] = self.doc.get(name, type=make)
        return self.roots[name]

    def edit(self, kind, name, edit):
        root, op, before = self.root(kind, name), edit["op"], self.doc.get_state()
        if op == "set":
            root["value"] = edit["value"]
        elif op == "clear":
            root["value"] = None
        elif op == "add":
            root[edit["value"]] = True
        elif op == "remove":
            del root[edit["value"]]
        elif op == "increment":
            mine = str(self.replica)
            root[mine] = (root[mine] if mine in root else 0) + edit["by"]
        elif op == "insert":
            root.insert(edit["index"], edit["value"])
        else:
            del root[edit["index"]:edit["index"] + edit["count"]]
        self.keep(self.doc.get_update(before))
        return True

    def read(self, kind, name):
        root = self.root(kind, name)
        if kind == "register":
            return root["value"] if "value" in root else None
        if kind == "set":
            return sorted(root.keys())
        if kind == "counter":
            return int(sum(root[key] for key in root.keys()))
        return list(root) if kind == "list" else str(root)

    def sync(self):
        state = base64.b64encode(self.doc.get_state()).decode()
        for other in range(self.replicas):
            if other != self.replica:
                self.send(json.dumps({"state": state}), to=other)

    def receive(self, sender, body):
        message = json.loads(body)
        if "state" in message:
            update = self.doc.get_update(base64.b64decode(message["state"]))
            self.send(json.dumps({"update": base64.b64encode(update).decode()}), to=sender)
        else:
            update = base64.b64decode(message["update"])
            before = self.doc.get_state()
            self.doc.apply_update(update)
            if self.doc.get_state() != before or len(update) > 2:
                self.keep(update)


run(Crdt)
