"""Three services that run jobs, as far as action.yml and the snippets of Examples/ContinuousIntegration know them."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUDGET = ROOT / "Examples/CacheBudget/Budget"
SNIPPETS = ROOT / "Examples/ContinuousIntegration"
OWN = ("GITHUB_", "CI", "RUNNER_", "CHANGE_", "CACHESIM", "BASELINE", "KEEP", "ENFORCE", "RESULTS", "TARBALL", "DIGEST")


class Service:
    """A checkout, and what a service keeps between jobs."""

    def __init__(self, folder, program):
        self.folder, self.kept = folder, {}
        stage = folder.parent / "cachesim-0"
        (stage / "bin").mkdir(parents=True)
        (stage / "bin/cachesim").write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
        (stage / "bin/cachesim").chmod(0o755)
        (stage / "share/cachesim/ci").mkdir(parents=True)
        shutil.copy(ROOT / "Packaging/ci/gate", stage / "share/cachesim/ci")
        tarball = folder.parent / "cachesim.tar.gz"
        subprocess.run(["tar", "-czf", tarball, "-C", stage.parent, stage.name], check=True)
        self.tarball, self.digest = tarball.as_uri(), hashlib.sha256(tarball.read_bytes()).hexdigest()
        (folder / "Budget").mkdir(parents=True)

    def shell(self, text, variables):
        clean = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
        done = subprocess.run(["bash", "-eo", "pipefail", "-c", text], cwd=self.folder, env=clean | variables,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def restore(self, path, key):
        found = [each for each in self.kept if each.startswith(key)]
        if found:
            shutil.copytree(self.kept[found[-1]], path, dirs_exist_ok=True)

    def save(self, path, key):
        assert path.exists(), f"{key}: nothing to be kept at {path}"
        self.kept[key] = shutil.copytree(path, tempfile.mkdtemp(dir=self.folder.parent), dirs_exist_ok=True)

    def github(self, main, enforce, number):
        runner = pathlib.Path(tempfile.mkdtemp(dir=self.folder.parent))
        action = yaml.safe_load((ROOT / "action.yml").read_text())
        inputs = {name: value.get("default", "") for name, value in action["inputs"].items()}
        inputs |= {"scenario": "Budget/news.json", "tarball": self.tarball, "enforce": enforce,
                   "digest": f"sha256:{self.digest.upper()}"}
        is_main = "github.event_name == 'push' && github.ref_name == github.event.repository.default_branch"
        known = {f"inputs.{name}": value for name, value in inputs.items()} | {
            "runner.temp": str(runner), "runner.os": "Linux", "github.sha": f"commit{number}", "github.run_id": "1",
            "github.server_url": "https://example.org", "github.repository": "a/b",
            is_main: str(main).lower(), f"!cancelled() && {is_main}": main}

        def value(text):
            whole = re.fullmatch(r"\$\{\{ (.*) \}\}", text)
            return known[whole[1]] if whole and "}}" not in whole[1] else \
                re.sub(r"\$\{\{ (.*?) \}\}", lambda each: str(known[each[1]]), text)

        files = {name: runner / name for name in ("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        status, said, later = 0, "", []
        for step in action["runs"]["steps"]:
            if status and "cancelled()" not in step.get("if", "") or not value(step.get("if", "${{ runner.os }}")):
                continue
            if "run" in step:
                path = files["GITHUB_PATH"].read_text().splitlines() if files["GITHUB_PATH"].exists() else []
                status, text = self.shell(step["run"], {name: str(value(each)) for name, each in step["env"].items()} | {
                    name: str(file) for name, file in files.items()} | {
                    "PATH": ":".join([*path, os.environ["PATH"]]), "GITHUB_ACTIONS": "true",
                    "GITHUB_ACTION_PATH": str(ROOT), "RUNNER_TEMP": str(runner)})
                said += text
                continue
            place, key = pathlib.Path(value(step["with"]["path"])), value(step["with"]["key"])
            if not step["uses"].startswith("actions/cache/save"):
                self.restore(place, value(step["with"]["restore-keys"]))
            if not step["uses"].startswith("actions/cache/restore"):
                later.append((place, key))
        for place, key in later:
            self.save(place, key)
        if not files["GITHUB_OUTPUT"].exists():
            return status, said, ""
        outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
        assert all(f"steps.gate.outputs.{name}" in each["value"] for name, each in action["outputs"].items())
        assert set(outputs) == set(action["outputs"]), outputs
        summary = files["GITHUB_STEP_SUMMARY"].read_text()
        assert (self.folder / outputs["summary"]).read_text() == summary
        if outputs["verdict"] == "broken":
            assert f"::{'error' if status else 'warning'} file=Budget/news.json,line=" in said, said
            assert bool(status) or "::error" not in said
        return status, said, summary

    def gitlab(self, main, enforce, number):
        job = yaml.safe_load((SNIPPETS / "gitlab-ci.yml").read_text())["cache-budget"]
        true = "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH" if main else '$CI_PIPELINE_SOURCE == "merge_request_event"'
        rule = next(rule for rule in job["rules"] if rule["if"] == true)
        variables = job["variables"] | rule.get("variables", {}) | {
            "TARBALL": self.tarball, "DIGEST": self.digest, "ENFORCE": enforce, "PATH": os.environ["PATH"]}
        shutil.rmtree(self.folder / ".cachesim", ignore_errors=True)
        for each in job["cache"]:
            self.restore(self.folder / each["paths"][0], each["key"])
        status, said = self.shell("\n".join(job["script"]), variables)
        for each in job["cache"]:
            if variables.get(each.get("policy", "")[1:], "pull-push") == "pull-push" and not status:
                self.save(self.folder / each["paths"][0], each["key"])
        return status, said, self.reported(job["artifacts"]["reports"]["junit"])

    def jenkins(self, main, enforce, number):
        text = (SNIPPETS / "Jenkinsfile").read_text()
        variables = dict(re.findall(r"^    (\w+) = '(.*)'$", text, re.MULTILINE)) | {
            "TARBALL": self.tarball, "DIGEST": self.digest, "ENFORCE": enforce, "PATH": os.environ["PATH"]}
        if main:
            # What was agreed to is a file of the main branch.
            shutil.copy(BUDGET / "news.baseline.json", self.folder / "Budget")
            self.shell("git init -q . && git add Budget && git -c user.name=a -c user.email=a@example.org commit -qm a"
                       " && git update-ref refs/remotes/origin/main HEAD", {"PATH": os.environ["PATH"]})
            (self.folder / "Budget/news.baseline.json").unlink()
        status, said = self.shell(re.search(r"sh '''(.*?)'''", text, re.DOTALL)[1],
                                  variables | ({} if main else {"CHANGE_TARGET": "main"}))
        return status, said, self.reported(re.search(r"junit '(.*)'", text)[1])

    def reported(self, junit):
        summary = self.folder / "cachesim-results/summary.md"
        assert not summary.exists() or "<testsuite" in (self.folder / junit).read_text()
        return summary.read_text() if summary.exists() else ""
