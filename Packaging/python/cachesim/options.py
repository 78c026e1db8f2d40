"""Options of commands, as Python has them."""

import json
import os
import pathlib
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypedDict

Scenario = str | os.PathLike[str] | Mapping[str, Any]
Values = str | Iterable[object]


class Options(TypedDict, total=False):
    """What `run`, `sweep` and `tune` share; `cachesim run --help` says what each means."""

    trace: str | os.PathLike[str]
    networks: Iterable[str]
    set: Mapping[str, object]
    seeds: str | Iterable[int]
    devices: int
    duration: str
    strategies: Iterable[str]
    decide: str | Iterable[str]
    jobs: int
    cells: str | os.PathLike[str] | Literal[False]


def text(value: object) -> str:
    """A value as a setting has it: JSON but for texts."""
    return value if isinstance(value, str) else json.dumps(value)


def values(given: Values) -> str:
    """`1m..4h*2` as it is, and a list by commas."""
    return given if isinstance(given, str) else ",".join(text(each) for each in given)


def arguments(options: Mapping[str, Any]) -> list[str]:
    """The words of the command line."""
    words: list[str] = []
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if name == "cells" and value is False:
            words.append("--no-cells")
        elif name in ("set", "vary"):
            form = text if name == "set" else values
            words += [word for key, each in value.items() for word in (flag, f"{key}={form(each)}")]
        elif name == "decide":
            words += [word for each in ([value] if isinstance(value, str) else value) for word in (flag, each)]
        elif isinstance(value, os.PathLike):
            words += [flag, os.fspath(value)]
        else:
            words += [flag, values(value) if isinstance(value, Iterable) else str(value)]
    return words


def scenario_path(scenario: Scenario, folder: pathlib.Path) -> str:
    """A name or a path as it is; what is no file yet is written into the folder."""
    if not isinstance(scenario, Mapping):
        return os.fspath(scenario)
    path = folder / "scenario.json"
    path.write_text(json.dumps(scenario), encoding="utf-8")
    return str(path)
