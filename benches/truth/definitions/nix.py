"""What files of Nix bind, by their tokens: file, line, kind and name.

    python3 nix.py FOLDER

A path of attributes before `=` binds its name, and `=` stands nowhere else (`==` aside). Sets that a function is given, or that
stand in lists, are left out, but for what `let` binds in them; so are paths with something put in. No grammar is asked.
"""

import re
import sys
from pathlib import Path

TOKEN = re.compile(
    r"""(?P<space>\s+|\#[^\n]*|/\*.*?\*/)|(?P<uri>[a-zA-Z][\w+.-]*:[\w%/?:@&=+$,.!~*'-]+)
    |(?P<path>~?[\w.+-]*(?:/[\w.+-]+)+/?|<[\w.+-]+(?:/[\w.+-]+)*>)|(?P<word>[A-Za-z_][\w'-]*)|(?P<number>\d[\d.eE]*)
    |(?P<quote>''|")|(?P<sign>==|//|\+\+|->|&&|\|\||<=|>=|!=|\$\{|\.\.\.|.)""",
    re.X | re.S,
)
KEYWORDS = {"let", "in", "rec", "with", "inherit", "if", "then", "else", "assert", "or"}


def text_end(text, at, quote):
    """Where a text ends, and the places of what is put into it."""
    inside, parts = at, []
    while inside < len(text):
        if quote == '"' and text[inside] == "\\":
            inside += 2
        elif text.startswith("${", inside) and not text.startswith("$${", inside - 1):
            end = closing(text, inside + 2)
            parts.append((inside + 2, end - 1))
            inside = end
        elif quote == "''" and text.startswith("''", inside):
            if text.startswith(("'''", "''$"), inside):
                inside += 3
            elif text.startswith("''\\", inside):
                inside += 4
            else:
                return inside + 2, parts
        elif quote == '"' and text[inside] == '"':
            return inside + 1, parts
        else:
            inside += 1
    return inside, parts


def closing(text, at):
    """Behind the brace that closes what is put into a text."""
    depth = 1
    while depth and at < len(text):
        found = TOKEN.match(text, at)
        at = found.end()
        if found.lastgroup == "quote":
            at, _ = text_end(text, at, found.group())
        elif found.group() in ("{", "${"):
            depth += 1
        elif found.group() == "}":
            depth -= 1
    return at


def tokens(text):
    """Kind, text and place of each token; what is put into a text is read behind it."""
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        kind, here, at = found.lastgroup, at, found.end()
        if kind == "quote":
            at, parts = text_end(text, at, found.group())
            yield "text", text[here:at], here, parts
        elif kind != "space":
            yield kind, found.group(), here, []


def bindings(text, start=0, end=None):
    """Kind, name and place of what is bound."""
    text = text if end is None else text[:end]
    hidden, lets, before, path = [False], [], None, []
    for kind, token, at, parts in tokens(text[start:]):
        at += start
        operand = before is not None and (before[0] in ("number", "text", "path", "uri") or before[1] in (")", "]", "}")
                                          or (before[0] == "word" and before[1] not in KEYWORDS))
        for begin, stop in parts:
            yield from bindings(text, begin + start, stop + start) if stop > begin else ()
        if token in ("{", "(", "[", "${"):
            hidden.append(hidden[-1] or operand or token in ("[", "${"))
        elif token in ("}", ")", "]") and len(hidden) > 1:
            hidden.pop()
        elif token == "let" and kind == "word":
            lets.append(len(hidden))
            hidden.append(False)
        elif token == "in" and kind == "word" and lets:
            del hidden[lets.pop():]
        elif token == "=" and path and not hidden[-1] and all(part for part in path):
            is_local = bool(lets) and len(hidden) == lets[-1] + 1
            yield "variable" if is_local else "attribute", ".".join(path), place
        # A path is names and texts with points between.
        if kind == "word" and token not in KEYWORDS or kind == "text" and token.startswith('"'):
            name = "" if parts else token.strip('"')
            if not (before and before[1] == "." and path):
                path, place = [], at
            path.append(name)
            place = at if name else place
        elif token == "}" and before and path == []:
            pass
        elif token != ".":
            path = []
        before = (kind, token)


def main():
    root = Path(sys.argv[1])
    for file in sorted(root.rglob("*.nix")):
        text = file.read_text()
        for kind, name, place in bindings(text):
            print(file.relative_to(root), text.count("\n", 0, place) + 1, kind, name, sep="\t")


main()
