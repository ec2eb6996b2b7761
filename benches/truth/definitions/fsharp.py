"""What files of F# declare, by the words and columns of their lines: file, line, kind and name.

    python3 fsharp.py FOLDER

A program of its own, which shares nothing with the extractor: comments and texts are blanked, then each line is told by its first
words and by the column at which it begins, as the offside rule has it. Values of functions are locals, and left out; so are what an
attribute or a condition stands before on the same line, tuples that are taken apart, and operators.
"""

import re
import sys
from pathlib import Path

NAME = r"(?:``[^`]+``|[A-Za-z_][\w']*)"
ACCESS = r"(?:(?:private|internal|public)\s+)?"
ATTRIBUTES = r"(?:\[<[^\n]*?>\]\s*)*"


def blanked(text):
    """The text without comments and texts: blanks stand for what they hold, line ends stay."""
    out, at, end = [], 0, len(text)

    def hide(start, stop):
        out.append(re.sub(r"[^\n]", " ", text[start:stop]))

    while at < end:
        start = at
        if text.startswith("//", at):
            at = text.find("\n", at)
            at = end if at < 0 else at
            hide(start, at)
        elif text.startswith("(*", at) and not text.startswith("(*)", at):
            depth, at = 1, at + 2
            while at < end and depth:
                if text.startswith("(*", at) and not text.startswith("(*)", at):
                    depth, at = depth + 1, at + 2
                elif text.startswith("*)", at):
                    depth, at = depth - 1, at + 2
                else:
                    at += 1
            hide(start, at)
        elif match := re.compile(r'[$@]*"""').match(text, at):
            at = text.find('"""', match.end())
            at = end if at < 0 else at + 3
            hide(start, at)
        elif match := re.compile(r'(?:@|\$@|@\$)"').match(text, at):
            at = match.end()
            while at < end and (text[at] != '"' or text.startswith('""', at)):
                at += 2 if text[at] == '"' else 1
            at += 1
            hide(start, at)
        elif match := re.compile(r'\$?"').match(text, at):
            at = match.end()
            while at < end and text[at] != '"':
                at += 2 if text[at] == "\\" else 1
            at += 1
            hide(start, at)
        elif match := re.compile(r"'(?:\\.[^'\n]{0,8}|[^\\'\n])'").match(text, at):
            at = match.end()
            hide(start, at)
        elif match := re.compile(r"``[^`\n]+``|[\w']+").match(text, at):
            at = match.end()
            out.append(text[start:at])
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


class Reader:
    def __init__(self, file, text):
        self.file = file
        self.lines = blanked(text).split("\n")
        # What is open: (column, what it is, column of what stands in it).
        self.open = []

    def say(self, number, kind, name):
        print(self.file, number, kind, name.strip("`"), sep="\t")

    def run(self):
        for index, line in enumerate(self.lines):
            body = line.lstrip()
            if not body or body.startswith("#"):
                continue
            column = len(line) - len(body)
            while self.open and column <= self.open[-1][0] and not (column == self.open[-1][0] and re.match(r"[|)\]}]|with\b|end\b", body)):
                self.open.pop()
            self.line(index + 1, column, body)

    def around(self):
        return self.open[-1][1] if self.open else "module"

    def line(self, number, column, body):
        around = self.around()
        # An attribute may stand before on the same line.
        said = re.match(ATTRIBUTES, body).group(0)
        column_of_word, body = column + len(said), body[len(said):]
        column = min(column, column_of_word)
        if around in ("value", "parameters"):
            return
        if around == "module":
            if match := re.match(rf"namespace\s+(?:rec\s+)?({NAME}(?:\.{NAME})*)", body):
                return
            if match := re.match(rf"module\s+(?:rec\s+)?{ACCESS}({NAME}(?:\.{NAME})*)\s*(=?)\s*(.*)", body):
                path, equals, rest = match.groups()
                if equals and re.fullmatch(rf"{NAME}(\.{NAME})*", rest.strip()):
                    return
                self.say(number, "module", path.split(".")[-1])
                if equals:
                    self.open.append((column, "module"))
                return
            if match := re.match(rf"(?:type|and)\s+{ATTRIBUTES}{ACCESS}((?:{NAME}\.)*)({NAME})(.*)", body):
                if body.startswith("and") and not self.was_type:
                    self.open.append((column, "value"))
                    return
                self.was_type = True
                return self.type(number, column, match)
            if match := re.match(rf"val\s+(?:(?:inline|mutable|private|internal)\s+)*(.*)", body):
                self.value(number, match.group(1))
                self.open.append((column, "value"))
                return
            if match := re.match(rf"exception\s+{ACCESS}({NAME})", body):
                self.say(number, "exception", match.group(1))
                self.open.append((column, "type"))
                return
            if match := re.match(rf"(?:let|and)\s+{ATTRIBUTES}(?:(?:rec|inline|mutable|private|internal|public)\s+)*(.*)", body):
                self.was_type = False
                self.value(number, match.group(1))
                self.open.append((column, "value"))
                return
            self.open.append((column, "value"))
            return
        if around == "type":
            self.member(number, column, body)
        elif around == "record":
            if match := re.match(rf"\{{?\s*(?:mutable\s+)?({NAME})\s*:[^:]", body):
                self.say(number, "field", match.group(1))
                self.fields(number, body[match.end():])
        elif around == "union":
            self.cases(number, column, body)

    was_type = False

    def value(self, number, rest):
        if match := re.match(r"\(\s*\|\s*(.*?)\|\s*\)", rest):
            self.say(number, "active pattern", "|" + re.sub(r"\s", "", match.group(1)) + "|")
        elif match := re.match(rf"({NAME})\s*(.?)", rest):
            if match.group(2) not in (",", ".") and match.group(1) != "_":
                self.say(number, "value", match.group(1))

    def type(self, number, column, match):
        path, name, rest = match.groups()
        if path or re.match(r"\s*(<[^=]*>)?\s*with\b", rest):
            self.open.append((column, "type"))
            return
        self.say(number, "type", name)
        equals = re.search(r"(?<![<>!=:])=(?!=)", rest)
        content = re.sub(r"^\s*(private|internal|public)\b", "", rest[equals.end():]).strip() if equals else ""
        if not equals and rest.count("(") > rest.count(")"):
            self.open += [(column, "type"), (column + 1, "parameters")]
            self.open.pop()
            return
        self.open.append((column, "type"))
        if content:
            self.content(number, column, content)

    def content(self, number, column, content):
        """What stands behind the sign of a type, or where its first line begins."""
        if content.startswith("{"):
            if match := re.match(rf"\{{\s*(?:mutable\s+)?({NAME})\s*:[^:]", content):
                self.say(number, "field", match.group(1))
                self.fields(number, content[match.end():])
            if content.count("{") > content.count("}"):
                self.open.append((column, "record"))
        elif content.startswith("|") or re.match(rf"{NAME}\s+of\b", content) or re.match(rf"{NAME}\s*\|", content):
            self.cases(number, column, content)

    def fields(self, number, rest):
        for name in re.findall(rf";\s*(?:mutable\s+)?({NAME})\s*:[^:]", rest):
            self.say(number, "field", name)

    def cases(self, number, column, body):
        depth, parts, start = 0, [], 0
        for at, sign in enumerate(body):
            depth += (sign in "([{") - (sign in ")]}")
            if sign == "|" and not depth:
                parts.append(body[start:at])
                start = at + 1
        parts.append(body[start:])
        for part in parts:
            if (match := re.match(rf"\s*{ATTRIBUTES}({NAME})", part)) and match.group(1) != "_":
                self.say(number, "case", match.group(1))

    def member(self, number, column, body):
        words = r"(?:(?:static|member|abstract|override|default|val|mutable|inline|private|internal|public)\s+)+"
        if body.startswith("{") or re.match(r"(?:private|internal)\s*\{", body):
            self.content(number, column, body[body.index("{"):])
        elif body.startswith("|") or (re.match(rf"{NAME}\s+of\b", body) or re.match(rf"{NAME}\s*\|", body)):
            self.cases(number, column, body)
        elif match := re.match(rf"{ACCESS}new\s*(?:\(|{NAME})", body):
            self.say(number, "constructor", "new")
            self.open.append((column, "value"))
        elif re.match(r"interface\b", body):
            self.open.append((column, "type"))
        elif match := re.match(rf"(?:static\s+)?let\s+{ATTRIBUTES}(?:(?:rec|inline|mutable|private)\s+)*(.*)", body):
            self.value(number, match.group(1))
            self.open.append((column, "value"))
        elif match := re.match(rf"{words}(.*)", body):
            rest = re.sub(rf"^(?:{NAME}|_)\s*\.\s*(?={NAME}|\()", "", match.group(1))
            if found := re.match(NAME, rest):
                self.say(number, "member", found.group(0))
            self.open.append((column, "value"))
        elif re.match(r"inherit\b|do\b|class\b|struct\b|end\b|with\b|begin\b", body):
            if not re.match(r"class\b|struct\b|end\b|with\b|begin\b", body):
                self.open.append((column, "value"))


def main():
    root = Path(sys.argv[1])
    for path in sorted(path for path in root.rglob("*") if path.suffix in {".fs", ".fsi", ".fsx"} and path.is_file()):
        Reader(path.relative_to(root), path.read_text(encoding="utf-8-sig", errors="replace")).run()


main()
