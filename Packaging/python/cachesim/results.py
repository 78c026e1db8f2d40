"""Runs, sweeps, searches and replays, as data frames."""

import io
import json
import os
import pathlib
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, Unpack

import pandas as pd

from cachesim.options import Options, Scenario, Values, arguments, scenario_path, values
from cachesim.process import ended

Path = str | os.PathLike[str]


@dataclass(frozen=True)
class Result:
    """What a command left: its document, its tables by name, and what it printed."""

    _file: ClassVar[str]
    document: Mapping[str, Any]
    tables: Mapping[str, pd.DataFrame]
    text: str
    broken: bool
    """Whether an expectation of the scenario is broken."""

    def to_parquet(self, folder: Path) -> list[pathlib.Path]:
        """Writes each table as a file of Parquet; needs `pip install 'cachesim[parquet]'`."""
        target = pathlib.Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        paths = [target / f"{name}.parquet" for name in self.tables]
        for path, table in zip(paths, self.tables.values(), strict=True):
            table.to_parquet(path, index=False)
        return paths

    @classmethod
    def made(cls, verb: str, scenario: Scenario, output: Path | None, options: Mapping[str, Any]) -> Self:
        """Runs the command, and reads its report."""
        with tempfile.TemporaryDirectory(prefix="cachesim-") as scratch:
            report = pathlib.Path(output or f"{scratch}/report")
            words = [scenario_path(scenario, pathlib.Path(scratch)), *arguments(options)]
            status, text = ended(verb, *words, "--no-charts", "--output", str(report))
            document = json.loads((report / cls._file).read_text(encoding="utf-8"))
            # Seeds are numbers but for "all".
            tables = {pathlib.Path(name).stem: pd.read_csv(report / name, dtype={"seed": "str"})
                      for name in document["files"] if name.endswith(".csv")}
        return cls(document, tables, text, broken=status == 2)


class Run(Result):
    """A run of a scenario."""

    _file = "run.json"

    @property
    def summary(self) -> pd.DataFrame:
        """A row for each strategy, a column for each metric, with its interval."""
        return self.tables["summary"]

    @property
    def answer(self) -> str:
        """The sentence that answers the scenario's question; of a scenario that varies, one for each value."""
        return "\n".join(answer["sentences"][0] for answer in self.document["answers"])

    @property
    def metrics(self) -> pd.DataFrame:
        """Long form: a row for each strategy, seed (and `all`) and metric, with its unit."""
        return self.tables["metrics"]


class Sweep(Result):
    """A scenario, or a trace of requests, with many values of its settings."""

    _file = "sweep.json"

    @property
    def summary(self) -> pd.DataFrame:
        """A row for each point and strategy, a column for each metric, with its interval."""
        return self.tables["summary"]

    @property
    def metrics(self) -> pd.DataFrame:
        """Long form: a row for each point, strategy, seed (and `all`) and metric."""
        return self.tables["sweep"]


class Tuning(Result):
    """A search for good values of settings."""

    _file = "tuning.json"

    @property
    def settings(self) -> pd.DataFrame:
        """A row for all values that were simulated, with their place among each other."""
        return self.tables["tuning"]

    @property
    def answer(self) -> str:
        """The sentence that names the values to take."""
        return str(self.document["answer"][0])


def run(scenario: Scenario, *, robustness: Literal["off", "quick", "full"] = "quick", output: Path | None = None,
        **options: Unpack[Options]) -> Run:
    """Runs a scenario: a bundled one's name, a file, or what a file would hold as a dictionary."""
    return Run.made("run", scenario, output, {"robustness": robustness, **options})


def sweep(scenario: Scenario, vary: Mapping[str, Values], *, output: Path | None = None,
          **options: Unpack[Options]) -> Sweep:
    """Runs a scenario, or replays a trace, for each of the values: `{"devices": [1, 2]}`, `"1m..4h*2"`."""
    return Sweep.made("sweep", scenario, output, {"vary": vary, **options})


def tune(scenario: Scenario, vary: Mapping[str, Values], *, budget: int | str | None = None,
         output: Path | None = None, **options: Unpack[Options]) -> Tuning:
    """Finds good values of settings with far fewer simulations than the whole grid: `budget="10%"`."""
    limit = {} if budget is None else {"budget": budget}
    return Tuning.made("tune", scenario, output, {"vary": vary, **limit, **options})


def replay(trace: Path, *, policies: Iterable[str] | None = None, capacities: Values | None = None,
           ignore_size: bool = False, options: Iterable[str] = ()) -> pd.DataFrame:
    """Replays a trace of requests against eviction policies: a row for each policy and capacity."""
    words = [os.fspath(trace), "--csv", "-", *(["--ignore-size"] if ignore_size else []), *options]
    for flag, given in (("--policies", policies), ("--capacities", capacities)):
        words += [flag, values(given)] if given is not None else []
    return pd.read_csv(io.StringIO(ended("replay", *words)[1]))
