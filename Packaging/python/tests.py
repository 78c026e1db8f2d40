"""What the package promises, tried with the wheel that is installed; Packaging/python/check starts it."""

import os
import pathlib
import re
import tempfile
import unittest

import pandas as pd

import cachesim

SMALL: dict[str, object] = {
    "question": "Which one?", "seeds": [1, 2], "devices": 1, "duration": "1d",
    "workload": {"name": "timelines", "settings": {"friends": 3}},
    "strategies": [{"name": "network-only"}, {"name": "on-demand"}],
}


class PackageTests(unittest.TestCase):
    def test_a_run_is_data_frames(self) -> None:
        run = cachesim.run(SMALL, robustness="off")
        self.assertEqual(list(run.summary["strategy"]), ["network-only", "on-demand"])
        self.assertEqual(set(run.metrics["seed"]), {"1", "2", "all"})
        waits = run.metrics[(run.metrics["metric"] == "opens") & (run.metrics["seed"] == "all")]
        self.assertEqual(float(waits["value"].iloc[0]), float(run.summary["opens"].iloc[0]))
        self.assertEqual(run.document["seeds"], [1, 2])
        self.assertIn("minimise first_content_p95_ms", run.answer)
        self.assertFalse(run.broken)

    def test_options_are_those_of_the_command(self) -> None:
        run = cachesim.run(SMALL, robustness="off", seeds=[3], strategies=["on-demand"], jobs=1, cells=False,
                           set={"on-demand.staleAfter": "1h", "workload.friends": 2})
        self.assertEqual(run.document["seeds"], [3])
        self.assertIn("on-demand.staleAfter=1h", run.document["command"])
        self.assertEqual(list(run.summary["strategy"]), ["on-demand"])

    def test_a_broken_expectation_is_a_result(self) -> None:
        run = cachesim.run(SMALL | {"expect": {"on-demand": {"network_requests": {"is": "<= 0", "reason": "none"}}}},
                           robustness="off")
        self.assertTrue(run.broken)

    def test_a_sweep_has_a_row_for_each_point(self) -> None:
        sweep = cachesim.sweep(SMALL, {"devices": [1, 2], "on-demand.staleAfter": "1m..4m*4"})
        self.assertEqual(len(sweep.summary), 2 * 2 * 2)
        self.assertEqual(set(sweep.metrics["devices"]), {1, 2})
        trace = cachesim.sweep(cachesim.lesson("eviction.csv"), {"policy": ["lru", "sieve"], "capacity": [2, 3]})
        self.assertEqual(len(trace.summary), 2 * 2)

    def test_a_search_ranks_settings(self) -> None:
        tuning = cachesim.tune(SMALL, {"on-demand.staleAfter": ["1m", "1h"]}, strategies=["on-demand"], budget=4)
        self.assertIn("place", tuning.settings)
        self.assertIn("staleAfter", tuning.answer)

    def test_a_replay_is_a_table(self) -> None:
        trace = cachesim.lesson("eviction.csv")
        table = cachesim.replay(trace, policies=["lru", "belady"], capacities=[2, 3], ignore_size=True)
        self.assertEqual(list(table["policy"].unique()), ["lru", "belady"])
        misses = table.set_index(["policy", "capacity_bytes"])["misses"]
        self.assertEqual((misses["lru", 3], misses["belady", 3]), (8, 7))

    def test_mistakes_are_exceptions_with_the_programs_words(self) -> None:
        with self.assertRaisesRegex(FileNotFoundError, "did you mean 'twitter'"):
            cachesim.run("twiter")
        with self.assertRaises(cachesim.InvalidInput) as caught:
            cachesim.run(SMALL, set={"on-demand.staleAfte": "1h"})
        self.assertIn("staleAfter", str(caught.exception))
        self.assertIn(caught.exception.status, (64, 65))
        with self.assertRaisesRegex(cachesim.NotFound, "why-cache.json"):
            cachesim.lesson("why")

    def test_tables_are_the_same_from_parquet(self) -> None:
        run = cachesim.run(SMALL, robustness="off")
        with tempfile.TemporaryDirectory() as folder:
            paths = run.to_parquet(folder)
            self.assertEqual({path.stem for path in paths}, set(run.tables))
            for path in paths:
                pd.testing.assert_frame_equal(pd.read_parquet(path), run.tables[path.stem])

    def test_a_report_stays_where_it_is_wanted(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            cachesim.run(SMALL, robustness="off", output=pathlib.Path(folder) / "out")
            self.assertTrue((pathlib.Path(folder) / "out/report.html").is_file())

    def test_what_the_pages_show_runs(self) -> None:
        pages = [pathlib.Path(page).read_text(encoding="utf-8") for page in os.environ["CACHESIM_PAGES"].split(":")]
        shown = [re.findall(r"```python\n(.*?)```", page, re.DOTALL) for page in pages]
        self.assertTrue(all(shown))
        blocks = {block for page in shown for block in page}
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                for block in blocks:
                    exec(block, {})
                self.assertTrue(pathlib.Path("twitter-grid/sweep.parquet").is_file())
            finally:
                os.chdir(before)


if __name__ == "__main__":
    unittest.main()
