"""The lines of a replica under test: subclass Replica, and call run()."""
import json
import sys


class Replica:
    """What an engine has to do. A process that starts anew finds what it left in `folder`."""

    kinds = ["register", "set", "counter", "list", "text"]
    promises = None  # None: the usual ones
    reopens = True  # a second open() is a new process: nothing but the folder is kept

    def __init__(self):
        self.sent = []

    def open(self, folder, replica, replicas, user, launch, seed):
        raise NotImplementedError

    def edit(self, kind, name, edit):
        """Returns whether the edit is kept from now on, whatever happens to the device."""
        raise NotImplementedError

    def read(self, kind, name):
        raise NotImplementedError

    def sync(self):
        raise NotImplementedError

    def receive(self, sender, body):
        raise NotImplementedError

    def switch_user(self, user):
        pass

    def send(self, body, to="server"):
        self.sent.append({"to": to, "body": body})

    def now(self):
        """The device's clock in nanoseconds, which may be wrong and jump."""
        return self.line["nanoseconds"]


def run(make):
    replica = None
    for text in sys.stdin:
        line = json.loads(text)
        verb, answer = line["do"], {}
        if verb == "open":
            replica = make()
            replica.line = line
            replica.open(*(line[name] for name in ("folder", "replica", "replicas", "user", "launch", "seed")))
            answer = {"kinds": replica.kinds, "reopens": replica.reopens}
            if replica.promises:
                answer["promises"] = replica.promises
        replica.line = line
        if verb == "edit":
            answer["accepted"] = replica.edit(line["kind"], line["object"], line)
        elif verb == "read":
            answer["value"] = replica.read(line["kind"], line["object"])
        elif verb == "sync":
            replica.sync()
        elif verb == "receive":
            replica.receive(line["from"], line["body"])
        elif verb == "switchUser":
            replica.switch_user(line["user"])
        if replica.sent:
            answer["send"], replica.sent = replica.sent, []
        print(json.dumps({"id": line["id"], **answer}), flush=True)
