"""What files of Fortran define, by universal-ctags 5.9 where it is right: file, line, kind and name in lower case.

    python3 fortran.py FOLDER

ctags knows both forms by the endings of files. What it says of interfaces, which it takes for their contents, of names of
types that another file declares, and of variables outside of modules, is left out, and so are files for a preprocessor (`.fypp`).
"""

import subprocess
import sys
from pathlib import Path

KINDS = {"M": "binding", "N": "enumerator", "f": "function", "k": "component", "m": "module", "p": "program", "s": "subroutine",
         "S": "submodule", "t": "type", "v": "variable"}


def main():
    root = Path(sys.argv[1])
    endings = {".f", ".for", ".f90", ".f95", ".f03", ".f08"}
    files = sorted(path for path in root.rglob("*") if path.suffix.lower() in endings and path.is_file())
    command = ["ctags", "--languages=Fortran", "--kinds-Fortran=" + "".join(KINDS), "--fields=+nkK", "-x", "--_xformat=%F\t%n\t%k\t%N\t%p", "-L", "-"]
    listed = "\n".join(str(path) for path in files)
    done = subprocess.run(command, input=listed, capture_output=True, text=True, check=True)
    for line in sorted(done.stdout.splitlines()):
        path, number, kind, name, around = line.split("\t")
        # Variables of programs, and functions that are passed, are no more than locals.
        if kind == "v" and around != "module":
            continue
        print(Path(path).relative_to(root), number, KINDS[kind], name.lower(), sep="\t")


main()
