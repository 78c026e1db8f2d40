"""cachesim for Python: runs the program, and gives what it found as data frames of pandas.

    import cachesim
    run = cachesim.run("twitter", seeds="1..3", set={"on-demand.staleAfter": "1h"})
    print(run.answer)
    run.metrics.query("metric == 'first_content_p95_ms'")

What the program refuses is an exception with the program's words.
"""

from cachesim.errors import Error, InvalidInput, NotFound
from cachesim.options import Options, Scenario
from cachesim.process import command, lesson, main, program
from cachesim.results import Result, Run, Sweep, Tuning, replay, run, sweep, tune

__all__ = [
    "Error", "InvalidInput", "NotFound", "Options", "Result", "Run", "Scenario", "Sweep", "Tuning",
    "command", "lesson", "main", "program", "replay", "run", "sweep", "tune",
]
