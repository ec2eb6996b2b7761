"""What files of Python, notebooks or files of Starlark define, by Python's own parser: file, line, kind and name.

    KIND=python|jupyter|starlark python3 python.py FOLDER

Of a notebook the cells of code count, a line of the file for each of theirs; lines for IPython (`%magic`, `!command`, `name?`) are
left out, and so are cells for another language (`%%bash`). Starlark's syntax is a part of Python's. Functions and classes count
wherever they stand; variables where a module or a class assigns them first, not those of functions; attributes where a method
first assigns them to its first parameter.
"""

import ast
import os
import re
import sys
from json.decoder import scanstring
from pathlib import Path

STARLARK_NAMES = {"BUCK", "BUILD", "WORKSPACE"}
STARLARK_ENDINGS = {".bazel", ".bzl", ".bzlmod", ".star"}
BLANK = re.compile(r"[ \t\r\n]*")


def value(text, at):
    """A value of JSON and where it ends; of a text `(text, place)`."""
    at = BLANK.match(text, at).end()
    if text[at] == '"':
        found, end = scanstring(text, at + 1, False)
        return (found, at), end
    if text[at] not in "[{":
        return None, re.compile(r"[^,\]}\s]*").match(text, at).end()
    found, close = ([], "]") if text[at] == "[" else ({}, "}")
    at = BLANK.match(text, at + 1).end()
    while text[at] != close:
        key, behind = value(text, at)
        if close == "}":
            at = BLANK.match(text, behind).end()
            found[key[0]], behind = value(text, at + 1)
        else:
            found.append(key)
        at = BLANK.match(text, behind).end()
        at = BLANK.match(text, at + 1).end() if text[at] == "," else at
    return found, at + 1


def cells(text):
    """The code of each cell, and the line of the file that each of its lines has."""
    whole, _ = value(text, 0)
    for cell in whole["cells"]:
        if cell["cell_type"][0] != "code":
            continue
        parts = cell["source"] if isinstance(cell["source"], list) else [cell["source"]]
        lines = []
        for part, place in parts:
            lines += [text.count("\n", 0, place) + 1] * max(1, part.count("\n"))
        # Behind the last one stands no line break.
        yield "".join(part for part, _ in parts), lines + lines[-1:]


def without_commands(code):
    """The code without what IPython reads; nothing where the cell is for another language."""
    if code.startswith("%%") and not re.match(r"%%(time|timeit|capture)\b", code):
        return ""
    line = re.compile(r"^([ \t]*)(?:[%!?].*|[\w.]+\?{1,2}[ \t]*$)", re.M)
    code = line.sub(r"\1pass", code)
    return re.sub(r"=[ \t]*[%!].*$", "= None", code, flags=re.M)


def targets(node):
    """The names that a target binds."""
    if isinstance(node, ast.Name):
        yield node
    elif isinstance(node, (ast.Tuple, ast.List)):
        for one in node.elts:
            yield from targets(one)
    elif isinstance(node, ast.Starred):
        yield from targets(node.value)


def assigned(node):
    """The targets of a statement."""
    if isinstance(node, ast.Assign):
        return node.targets
    if isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor)):
        return [node.target]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [one.optional_vars for one in node.items if one.optional_vars]
    return []


def attributes(function, seen):
    """What a method assigns to its first parameter."""
    arguments = function.args.posonlyargs + function.args.args
    if not arguments:
        return
    statements = [node for node in ast.walk(function) if assigned(node)]
    for node in sorted(statements, key=lambda node: node.lineno):
        for target in assigned(node):
            for one in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
                if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
                    if one.value.id == arguments[0].arg and one.attr not in seen:
                        seen.add(one.attr)
                        yield one.end_lineno, "attribute", one.attr


def rows(body, scope, seen, members):
    """What statements define: line, kind and name."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, "method" if scope == "class" else "function", node.name
            seen.add(node.name)
            if scope == "class":
                yield from attributes(node, members)
            yield from rows(node.body, "function", set(), set())
        elif isinstance(node, ast.ClassDef):
            yield node.lineno, "class", node.name
            seen.add(node.name)
            own = set()
            yield from rows(node.body, "class", own, own)
        else:
            for target in assigned(node) if scope != "function" else []:
                for one in targets(target):
                    if one.id not in seen:
                        seen.add(one.id)
                        yield one.lineno, "variable", one.id
            for name in ("body", "orelse", "finalbody", "handlers", "cases"):
                inner = getattr(node, name, [])
                inner = [part for part in inner if not isinstance(part, (ast.excepthandler, ast.match_case))] + [
                    part for one in inner if isinstance(one, (ast.excepthandler, ast.match_case)) for part in one.body
                ]
                yield from rows(inner, scope, seen, members)


def main():
    kind, root = os.environ["KIND"], Path(sys.argv[1])
    for path in sorted(root.rglob("*")):
        if not path.is_file() or path.is_symlink() or ".git" in path.parts:
            continue
        if kind == "jupyter" and path.suffix == ".ipynb":
            text = path.read_text(encoding="utf8")
            parts = [(without_commands(code), lines) for code, lines in cells(text)]
        elif kind == "starlark" and (path.suffix in STARLARK_ENDINGS or path.name in STARLARK_NAMES):
            text = path.read_text(encoding="utf8")
            parts = [(text, range(1, text.count("\n") + 2))]
        elif kind == "python" and path.suffix in {".py", ".pyi"}:
            text = path.read_text(encoding="utf8")
            parts = [(text, range(1, text.count("\n") + 2))]
        else:
            continue
        seen = set()
        for code, lines in parts:
            try:
                body = ast.parse(code).body
            except SyntaxError as error:
                print(f"{path.relative_to(root)}: {error}", file=sys.stderr)
                continue
            for line, what, name in rows(body, "module", seen, set()):
                print(path.relative_to(root), lines[line - 1], what, name, sep="\t")


main()
