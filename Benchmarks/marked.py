#!/usr/bin/env python3
"""A page's parts that a program writes: each stands between '<!-- NAME -->' and '<!-- end of NAME -->'.

usage: marked.py NAME [FILE]      prints standard input with the machine and the day, or puts it in the
                                  place of a file's part
"""
import datetime, os, sys


def parts(path, name):
    """What stands before a part in a file, the part, and what stands behind it."""
    with open(path) as file:
        text = file.read()
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    if text.count(begin) != 1 or end not in text.split(begin, 1)[1]:
        sys.exit(f"{path}: expected one part between '{begin.strip()}' and '{end}'")
    before, rest = text.split(begin, 1)
    part, after = rest.split(end, 1)
    return before + begin, part, end + after


def put(path, name, text):
    """Puts a text in the place of a part; a reader of the file sees the old one or the new one."""
    if not text.strip():
        sys.exit(f"{path}: expected a text for '{name}', found nothing; the page stays as it is")
    before, _, after = parts(path, name)
    with open(path + ".new", "w") as file:
        file.write(before + text + after)
    os.replace(path + ".new", path)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    import programs
    text = sys.stdin.read().strip("\n")
    if text:
        text += f"\n\n{programs.machine()}; {datetime.date.today()}.\n"
    if len(sys.argv) > 2:
        put(sys.argv[2], sys.argv[1], text)
    else:
        print(text, end="")
