"""The program inside the package."""

import os
import pathlib
import subprocess
import sys

from cachesim.errors import error

_HERE = pathlib.Path(__file__).resolve().parent
# A broken expectation is a result, and so is a report without charts.
_RESULTS = {0, 2, 69}


def program() -> pathlib.Path:
    """Where the program is: in the package, or where $CACHESIM says."""
    return pathlib.Path(os.environ.get("CACHESIM", _HERE / "bin" / "cachesim"))


def lesson(name: str) -> str:
    """The path of a lesson's file: `why-cache` of its scenario, `own-story.jsonl` of another one."""
    path = _HERE / "lessons" / (name if "." in name else f"{name}.json")
    if not path.is_file():
        known = ", ".join(sorted(each.name for each in path.parent.iterdir()))
        raise error(66, f"there is no lesson '{name}'; known are {known}")
    return str(path)


def ended(*arguments: str) -> tuple[int, str]:
    """The exit status, which is that of a result, and what was printed."""
    done = subprocess.run([program(), *arguments], capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    if done.returncode not in _RESULTS:
        raise error(done.returncode, done.stderr)
    return done.returncode, done.stdout


def command(*arguments: str) -> str:
    """What any command prints: `command("describe", "on-demand")`."""
    return ended(*arguments)[1]


def main() -> None:
    """The program itself, for the command line."""
    os.execv(program(), ["cachesim", *sys.argv[1:]])
