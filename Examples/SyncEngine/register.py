"""A register whose last writer wins, over the server `register-store`.

    register.py          dates an edit behind everything that the device has seen
    register.py wall     dates it by the device's clock: the planted mistake
"""
import json
import os
import sys

from replica import Replica, run


class Register(Replica):
    kinds = ["register"]

    def open(self, folder, replica, replicas, user, launch, seed):
        self.path, self.replica, self.user = os.path.join(folder, "state.json"), replica, user
        self.state = {"cells": {}, "unsent": [], "since": 0, "epoch": 0}
        if os.path.exists(self.path):
            with open(self.path) as file:
                self.state = json.load(file)

    def save(self):
        with open(self.path + ".new", "w") as file:
            json.dump(self.state, file)
        os.replace(self.path + ".new", self.path)

    def switch_user(self, user):
        self.user = user

    def edit(self, kind, name, edit):
        cells, key = self.state["cells"], f"{self.user} {name}"
        time = self.now()
        if "wall" not in sys.argv:
            time = max([time] + [cell[1] + 1 for cell in cells.values()])
        cells[key] = [edit.get("value"), time, self.replica]
        self.state["unsent"].append(key)
        self.save()
        return True

    def read(self, kind, name):
        return self.state["cells"].get(f"{self.user} {name}", [None])[0]

    def sync(self):
        put = [[key] + self.state["cells"][key] for key in dict.fromkeys(self.state["unsent"])]
        self.send(json.dumps({"put": put, "since": self.state["since"], "epoch": self.state["epoch"]}))

    def receive(self, sender, body):
        answer, state = json.loads(body), self.state
        if answer["epoch"] < state["epoch"]:
            return
        if answer["epoch"] > state["epoch"]:
            # The server started anew, and may have lost what it had.
            state.update(epoch=answer["epoch"], since=0, unsent=list(state["cells"]))
        for key, value, time, writer in answer["cells"]:
            mine = state["cells"].get(key)
            if mine is None or [time, writer] > mine[1:]:
                state["cells"][key] = [value, time, writer]
        for key, value, time, writer in answer["put"]:
            if state["cells"][key][1:] == [time, writer]:
                state["unsent"] = [other for other in state["unsent"] if other != key]
        if answer["since"] <= state["since"]:
            state["since"] = max(state["since"], answer["next"])
        self.save()


run(Register)
