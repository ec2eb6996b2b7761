"""What shaders define, by Khronos' own compiler (glslangValidator 12): file, line, kind and name.

    python3 glsl.py FOLDER

The compiler says which functions a shader has and where, and which variables and members of blocks and structures without a place:
that is the line on which the name is declared in the text. Shaders that it does not take are left out; their number is told.
"""

import re
import subprocess
import sys
from pathlib import Path

ENDINGS = {".vert", ".frag", ".geom", ".comp", ".tesc", ".tese", ".rgen", ".rchit", ".rmiss", ".rahit", ".rint", ".rcall"}
FUNCTION = re.compile(r"^0:(\d+)\s+Function Definition: (\w+)\(", re.M)
OBJECT = re.compile(r"^0:\?\s+'(\w+)' \((.*)\)$", re.M)


def members(kind):
    """Names of the members in `block{a b, c d}` and `structure{a b}`, at any depth."""
    for inside in re.findall(r"\{([^{}]*)\}", kind):
        for one in re.split(r", (?![^()]*\))", inside):
            found = re.search(r"(\w+)$", one.strip())
            if found:
                yield found.group(1)
    if re.search(r"\{[^{}]*\}", kind):
        yield from members(re.sub(r"\{[^{}]*\}", "", kind))


def line_of(lines, name, behind):
    """The first line on which a name is declared: a type or brace before it, and one of these signs behind it."""
    pattern = re.compile(r"(?:[\w\]>]\s+|\}\s*)" + name + r"\s*(?:\[[^;]*)?" + behind)
    return next((at + 1 for at, line in enumerate(lines) if pattern.search(line)), None)


def main():
    root, refused, read = Path(sys.argv[1]), 0, 0
    for path in sorted(root.rglob("*")):
        if path.suffix not in ENDINGS:
            continue
        command = ["glslangValidator", "-i", "--target-env", "vulkan1.3", str(path)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            refused += 1
            continue
        read += 1
        text = re.sub(r"/\*.*?\*/", lambda found: re.sub(r"[^\n]", " ", found.group()), path.read_text(errors="replace"), flags=re.S)
        lines = [line.split("//")[0] for line in text.split("\n")]
        rows = set()
        for line, name in FUNCTION.findall(done.stdout):
            # What an included file has is not of this one.
            if int(line) <= len(lines) and re.search(r"\b" + name + r"\b", "\n".join(lines[int(line) - 1 : int(line) + 1])):
                rows.add((int(line), "function", name))
        for name, kind in OBJECT.findall(done.stdout.split("Linker Objects")[-1]):
            if not name.startswith(("gl_", "anon")):
                rows.add((line_of(lines, name, r"[;=,(]?\s*(?:;|=|,|$)"), "variable", name))
            rows |= {(line_of(lines, one, r"[;,]"), "member", one) for one in members(kind) if not one.startswith("gl_")}
        for line, kind, name in sorted(row for row in rows if row[0]):
            print(path.relative_to(root), line, kind, name, sep="\t")
    print(f"{read} shaders are read, {refused} are refused", file=sys.stderr)


main()
