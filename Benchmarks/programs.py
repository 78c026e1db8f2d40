"""The programs that a comparison runs: ours, and the one of another commit."""
import math, os, re, resource, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OURS = os.environ.get("CACHESIM_PROGRAM", os.path.join(ROOT, ".build", "release", "cachesim"))
WORK = os.path.join(ROOT, ".build", "against")


class Refused(Exception):
    """A program that ends with an error, and what it says."""


def git(*arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True,
                          text=True).stdout.strip()


def named(commit):
    """A commit's short name."""
    try:
        return git("rev-parse", "--short=8", commit + "^{commit}")
    except subprocess.CalledProcessError:
        sys.exit(f"{commit}: expected a commit, by its name or its number; git knows none")


def ours():
    """Our program's path."""
    if not os.path.exists(OURS):
        sys.exit(f"{OURS}: expected our program, found nothing; 'make build' makes it")
    return OURS


def built(commit):
    """The program of a commit and its checkout, built if they are not there."""
    checkout = os.path.join(WORK, commit)
    if not os.path.isdir(checkout):
        git("worktree", "add", "--detach", checkout, commit)
    program = os.path.join(checkout, ".build", "release", "cachesim")
    if not os.path.exists(program):
        print(f"building {commit}", file=sys.stderr)
        # stdout is the table's.
        subprocess.run(["make", "build"], cwd=checkout, check=True, stdout=sys.stderr)
    return program, checkout


def options(program, command, wanted):
    """Those of the options wanted that a command of a program has."""
    known = subprocess.run([program, command, "--help"], capture_output=True, text=True).stdout
    names = set(re.findall(r"--[a-z-]+", known))
    return [option for option in wanted if option.split("=")[0] in names]


def cpu(command, longest=None, **environment):
    """CPU seconds of a process that ends well, user and system; infinity if it takes longer than so
    many seconds of wall time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=longest,
                              env=dict(os.environ, **environment))
    except subprocess.TimeoutExpired:
        return math.inf
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise Refused(done.stderr.strip().splitlines()[0] if done.stderr else "no message")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def machine():
    """What a table was measured on: the least that a reader needs to compare two tables."""
    model = "unknown processor"
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end"
