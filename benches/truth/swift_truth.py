"""Makes the truth of what `swift_truth.c` prints: `swift_truth.py ROOT < occurrences`.

A call of a type leads to the type or to the initializer that runs. Accessors are their property. Names that the compiler
says nothing of (locals, labels, branches of conditions that it left out) are undecided.
"""
import collections
import json
import pathlib
import re
import sys

KINDS = {5: "enum", 6: "class", 7: "class", 8: "interface", 11: "type", 12: "function", 13: "variable", 15: "enum_member",
         0: "type_param", 16: "method", 17: "method", 18: "method", 19: "property", 20: "property", 21: "property", 22: "method"}
TYPE_PARAMETER = 0
VALUES = (13, 19, 20, 21)
DEFINITION, REFERENCE, CALL, IMPLICIT = 2, 4, 32, 256
ACCESSORS = ("getter:", "setter:", "read:", "modify:", "willSet:", "didSet:", "unsafe")
NAME = re.compile(r"`?([^\W\d]\w*)`?")


def main():
    root = pathlib.Path(sys.argv[1])
    definitions, references, files = {}, collections.defaultdict(list), {}
    for line in sys.stdin:
        path, line_, column, roles, kind, usr, name, around = line.rstrip("\n").split("\t")
        if not path.startswith(f"{root}/") or "/.build/" in path:
            continue
        path = path[len(f"{root}/"):]
        if path not in files:
            files[path] = (root / path).read_text(errors="replace").split("\n")
        roles, kind = int(roles), int(kind)
        if roles & IMPLICIT or name.startswith(ACCESSORS):
            continue
        text = files[path][int(line_) - 1].encode()[:int(column) - 1].decode(errors="replace")
        place = (path, int(line_), len(text) + 1)
        # A type parameter is indexed as an alias; to those who read it is a local of its type.
        if kind == 11 and text.count("<") > text.count(">"):
            kind = TYPE_PARAMETER
        if roles & DEFINITION and kind in KINDS:
            definitions.setdefault(usr, (*place, kind, name))
        elif roles & REFERENCE:
            references[place].append((usr, name, kind, bool(roles & CALL), around))
    out = lambda row: print(json.dumps(row, separators=(",", ":")))
    for path in sorted(files):
        out({"t": "file", "file": path})
    for path, line, column, kind, name in sorted(definitions.values()):
        found = NAME.match(files[path][line - 1][column - 1:])
        if not found:
            continue
        short = found.group(1)
        out({"t": "def", "sym": "", "name": short, "text": short, "kind": KINDS[kind], "file": path, "line": line,
             "col": column, "start": line, "end": line, "local": False})
    told = collections.defaultdict(set)
    external = collections.defaultdict(list)
    for place, all_ in sorted(references.items()):
        path, line, column = place
        found = NAME.match(files[path][line - 1][column - 1:])
        name = found and found.group(1)
        # Operators, subscripts and what stands for literals have no name there.
        all_ = [one for one in all_ if name and one[1].split("(")[0] in (name, "init")]
        if not all_:
            continue
        told[path].add((line, name))
        inside = [one for one in all_ if one[0] in definitions]
        # The type comes before its initializer.
        inside.sort(key=lambda one: (definitions[one[0]][3] == 22, one[0]))
        if not inside:
            external[path].append([line, column, name])
            continue
        to, *also = [definitions[one[0]] for one in inside]
        row = {"t": "ref", "name": name, "text": name, "kind": KINDS[to[3]], "def_file": to[0], "def_line": to[1],
               "def_start": to[1], "ref_file": path, "ref_line": line, "ref_col": column,
               "call": any(one[3] for one in inside) and to[3] not in VALUES, "import": False}
        if also:
            row["alts"] = [[one[0], one[1], one[1]] for one in also]
        # What a variable or property begins with is in no function.
        around = next((definitions[one[4]] for one in inside if one[4] in definitions), None)
        if around and around[3] not in VALUES:
            row["in"] = [around[0], around[1]]
        out(row)
    for _, (path, line, column, _, _) in sorted(definitions.items()):
        told[path].add((line, (NAME.match(files[path][line - 1][column - 1:]) or [None, None])[1]))
    for path, lines in sorted(files.items()):
        rest = [[number, found.start() + 1, found.group(1)] for number, text in enumerate(lines, 1)
                for found in NAME.finditer(text) if (number, found.group(1)) not in told[path]]
        if external[path]:
            out({"t": "ext", "file": path, "pos": external[path]})
        if rest:
            out({"t": "undec", "file": path, "pos": rest})


main()
