"""What Makefiles define, by universal-ctags 5.9 where it is right: file, line, kind and name.

    python3 make.py FOLDER

Names that variables put together (`$(OBJ)`) are left out, and so is what ctags takes for one and is none: the pattern between two
colons (`a.o b.o: %.o: %.c`), words of recipes and of conditions, and what `define` holds.
"""

import subprocess
import sys
from pathlib import Path

NAMES = {"GNUmakefile", "Kbuild", "Makefile", "makefile"}


def main():
    root = Path(sys.argv[1])
    files = sorted(
        path for path in root.rglob("*") if path.is_file() and (path.name in NAMES or path.suffix in {".mk", ".mak", ".make"})
    )
    command = ["ctags", "--languages=Make", "--language-force=Make", "--kinds-Make=mt", "-x", "--_xformat=%F\t%n\t%k\t%N", "-L", "-"]
    done = subprocess.run(command, input="\n".join(map(str, files)), capture_output=True, text=True, check=True)
    texts = {}
    for line in sorted(done.stdout.splitlines()):
        path, number, kind, name = line.split("\t")
        if "$" in name or "(" in name or "{" in name:
            continue
        lines = texts.setdefault(path, Path(path).read_text(errors="replace").split("\n"))
        text = lines[int(number) - 1]
        if text.startswith("\t") and kind == "t":
            continue
        if kind == "t" and "%" in name and name not in text.split(":")[0].split():
            continue
        print(Path(path).relative_to(root), number, {"m": "variable", "t": "target"}[kind], name, sep="\t")


main()
