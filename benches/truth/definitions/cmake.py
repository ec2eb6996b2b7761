"""What files of CMake define, by their commands: file, line, kind and name.

    python3 cmake.py FOLDER

Comments and long brackets are blanked out first. Functions and macros are told in lower case, for the case of commands tells
nothing; of variables the first `set` of a file outside of functions counts. Names that are put together are left out.
"""

import re
import sys
from pathlib import Path

LONG = re.compile(r"#?\[(=*)\[.*?\]\1\]", re.S)
LINE = re.compile(r'#[^\n]*|"(?:\\.|[^"\\])*"', re.S)
COMMAND = re.compile(r"(?m)^[ \t]*([A-Za-z_]\w*)[ \t]*\(\s*([^\s()]*)")
NAME = re.compile(r"[A-Za-z0-9_.:+][A-Za-z0-9_.:+-]*$")
KINDS = {
    "function": "function",
    "macro": "macro",
    "add_library": "target",
    "add_executable": "target",
    "add_custom_target": "target",
    "option": "option",
    "set": "variable",
}


def blank(found):
    return re.sub(r"[^\n]", " ", found.group(0))


def plain(text):
    text = LONG.sub(blank, text)
    return LINE.sub(lambda found: blank(found) if found.group(0)[0] == "#" else re.sub(r"[^\n]", "-", found.group(0)), text)


def rows(path):
    text = plain(path.read_text(errors="replace"))
    depth, seen = 0, set()
    for found in COMMAND.finditer(text):
        command, name = found.group(1).lower(), found.group(2)
        if command in ("endfunction", "endmacro"):
            depth = max(depth - 1, 0)
        kind = KINDS.get(command)
        if kind and NAME.match(name) and re.search(r"[A-Za-z_]", name):
            is_first = name not in seen
            if command in ("set", "option"):
                arguments = text[found.end() : text.find(")", found.end())]
                counts = is_first and depth == 0 and "PARENT_SCOPE" not in arguments
                seen.update([name] if counts else [])
            else:
                counts = True
            if counts:
                line = text.count("\n", 0, found.start(2)) + 1
                yield line, kind, name.lower() if kind in ("function", "macro") else name
        if command in ("function", "macro"):
            depth += 1


def main():
    root = Path(sys.argv[1])
    files = [*root.rglob("*.cmake"), *root.rglob("CMakeLists.txt")]
    for path in sorted(files):
        if path.is_file() and not path.is_symlink():
            for line, kind, name in rows(path):
                print(path.relative_to(root), line, kind, name, sep="\t")


main()
