"""What files of SQL define, by PostgreSQL's own parser (pglast 8.8): file, line, kind and name.

    python3 sql.py FOLDER

Commands of its shell end statements, and what it puts in is a name of the same length. Statements that the parser does not take
(tests hold wrong ones) are left out; their number is told.
"""

import re
import sys
from pathlib import Path

from pglast import ast, parse_sql
from pglast.parser import split

INSERTED = re.compile(r"""(?<![:\w]):(?:"[^"\n]*"|'[^'\n]*'|[A-Za-z_]\w*)""")
ROWS = re.compile(r"(?im)^copy\s[^;]*\sfrom\s+stdin[^;]*;[^\n]*\n(.*?)^\\\.$", re.S)


def plain(text):
    """The same text without what only the shell reads; everything stays on its line."""
    text = ROWS.sub(lambda found: re.sub(r"[^\n]", " ", found.group(0)), text)
    lines = []
    for line in text.split("\n"):
        at = re.search(r"\\[a-z!?.]+", line)
        outside = at and line[: at.start()].count("'") % 2 == 0
        if outside and (line[: at.start()].strip() == "" or at.group(0) in ("\\gset", "\\gexec", "\\g", "\\gdesc", "\\crosstabview")):
            line = line[: at.start()] + ";"
        lines.append(line)

    def name(found):
        return "'" + "x" * (len(found.group(0)) - 2) + "'" if found.group(0)[1] == "'" else "x" * len(found.group(0))

    return INSERTED.sub(name, "\n".join(lines))


def last(names):
    return names[-1].sval


def defined(node, at):
    """Kind, name and place of what a statement defines."""
    if isinstance(node, (ast.CreateStmt, ast.CreateForeignTableStmt)):
        base = node.base if isinstance(node, ast.CreateForeignTableStmt) else node
        yield "table", base.relation.relname, base.relation.location
        for one in base.tableElts or ():
            if isinstance(one, ast.ColumnDef):
                yield "column", one.colname, one.location
    elif isinstance(node, ast.CreateTableAsStmt):
        yield "table", node.into.rel.relname, node.into.rel.location
    elif isinstance(node, ast.ViewStmt):
        yield "view", node.view.relname, node.view.location
    elif isinstance(node, ast.IndexStmt) and node.idxname:
        yield "index", node.idxname, at
    elif isinstance(node, ast.CreateFunctionStmt):
        yield "procedure" if node.is_procedure else "function", last(node.funcname), at
    elif isinstance(node, ast.CreateTrigStmt):
        yield "trigger", node.trigname, at
    elif isinstance(node, ast.CompositeTypeStmt):
        yield "type", node.typevar.relname, node.typevar.location
        for one in node.coldeflist or ():
            yield "column", one.colname, one.location
    elif isinstance(node, (ast.CreateEnumStmt, ast.CreateRangeStmt)):
        yield "type", last(node.typeName), at
    elif isinstance(node, ast.CreateDomainStmt):
        yield "domain", last(node.domainname), at
    elif isinstance(node, ast.CreateSeqStmt):
        yield "sequence", node.sequence.relname, node.sequence.location
    elif isinstance(node, ast.CreateSchemaStmt) and node.schemaname:
        yield "schema", node.schemaname, at
    elif isinstance(node, ast.DefineStmt) and node.kind.name in ("OBJECT_AGGREGATE", "OBJECT_TYPE"):
        yield node.kind.name[7:].lower(), last(node.defnames), at
    elif isinstance(node, ast.AlterTableStmt):
        for one in node.cmds:
            if one.subtype.name == "AT_AddColumn":
                yield "column", one.def_.colname, one.def_.location


def main():
    root, refused, read = Path(sys.argv[1]), 0, 0
    for path in sorted(root.rglob("*.sql")):
        text = plain(path.read_text())
        try:
            statements = split(text, with_parser=False, only_slices=True)
        except Exception:
            refused += 1
            continue
        for one in statements:
            part = text[one]
            # A comment before it is none of it.
            gap = re.match(r"(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)*", part, re.S).end()
            try:
                parsed = parse_sql(part)
            except Exception:
                refused += 1
                continue
            read += 1
            for raw in parsed:
                for kind, name, place in defined(raw.stmt, gap):
                    place = gap if place is None or place < 0 else len(part.encode()[:place].decode())
                    line = text.count("\n", 0, one.start + place) + 1
                    if not name.startswith("xx"):
                        print(path.relative_to(root), line, kind, name, sep="\t")
    print(f"{read} statements are read, {refused} are refused", file=sys.stderr)


main()
