#!/usr/bin/env python3
"""Builds the wheel: the Python files, the lessons' scenarios and the program that is there already.

$CACHESIM names the program; otherwise it is the release build of this checkout. Python's standard
library is enough. The same program gives the same wheel, byte by byte.
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What each Linux has by its manylinux policy (PEP 600): with any other library, the wheel is this machine's.
USUAL = re.compile(r"(libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s|libz|ld-linux-[a-z0-9-]+)\.so\.\d+$")


def program():
    path = pathlib.Path(os.environ.get("CACHESIM", ROOT / ".build/release/cachesim"))
    if not path.is_file():
        raise SystemExit(f"there is no program at {path}: make build")
    return path


def platform_tag(binary):
    """The oldest system that the program runs on, by the libraries and symbols that it names."""
    machine = platform.machine()
    if platform.system() != "Linux":
        return f"macosx_{platform.mac_ver()[0].split('.')[0]}_0_{machine}"
    named = subprocess.run(["objdump", "-p", binary], check=True, capture_output=True, text=True).stdout
    libraries = re.findall(r"NEEDED\s+(\S+)", named)
    if not all(USUAL.match(library) for library in libraries):
        return f"linux_{machine}"
    newest = max(tuple(map(int, version)) for version in re.findall(r"GLIBC_(\d+)\.(\d+)", named))
    return f"manylinux_{newest[0]}_{newest[1]}_{machine}"


def stripped(binary, folder):
    copy = pathlib.Path(folder) / "cachesim"
    copy.write_bytes(binary.read_bytes())
    subprocess.run(["strip", copy], check=True)
    return copy.read_bytes()


def commit_time():
    """As the other packages have it: that of the commit, and without one the first that a zip file can say."""
    log = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct"], capture_output=True, text=True)
    return int(os.environ.get("SOURCE_DATE_EPOCH") or log.stdout or 315532800)


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def metadata(project, version):
    lines = ["Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}",
             f"Summary: {project['description']}", f"License-Expression: {project['license']}",
             f"Requires-Python: {project['requires-python']}", "License-File: LICENSE", "License-File: NOTICE"]
    lines += [f"Classifier: {each}" for each in project["classifiers"]]
    lines += [f"Requires-Dist: {each}" for each in project["dependencies"]]
    for extra, needed in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"]
        lines += [f'Requires-Dist: {each}; extra == "{extra}"' for each in needed]
    return "\n".join(lines + ["Description-Content-Type: text/markdown", "", (HERE / "README.md").read_text()])


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    binary = program()
    version = subprocess.run([binary, "--version"], check=True, capture_output=True, text=True).stdout.split()[0]
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    tag, info = f"py3-none-{platform_tag(binary)}", f"cachesim-{version}.dist-info"
    with tempfile.TemporaryDirectory() as folder:
        files = {"cachesim/bin/cachesim": stripped(binary, folder)}
    for path in sorted((HERE / "cachesim").glob("*.py*")):
        files[f"cachesim/{path.name}"] = path.read_bytes()
    files["cachesim/py.typed"] = b""
    for path in sorted((ROOT / "Docs/Lessons").iterdir()):
        if path.suffix in (".json", ".jsonl", ".csv", ".log"):
            files[f"cachesim/lessons/{path.name}"] = path.read_bytes()
    for name in ("LICENSE", "NOTICE"):
        files[f"{info}/licenses/{name}"] = (ROOT / name).read_bytes()
    files[f"{info}/METADATA"] = metadata(project, version).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: cachesim\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
    files[f"{info}/entry_points.txt"] = f"[console_scripts]\n{scripts}".encode()
    record = "".join(f"{name},{digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    name = f"cachesim-{version}-{tag}.whl"
    moment = time.gmtime(commit_time())[:6]
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, moment)
            entry.external_attr = (0o100755 if "/bin/" in path else 0o100644) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("a source package would need the Swift sources: build the wheel in a checkout")


if __name__ == "__main__":
    print(pathlib.Path(sys.argv[1]) / build_wheel(sys.argv[1]))
