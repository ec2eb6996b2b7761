"""Questions about exported repositories, asked of DuckDB, DataFusion and Spark and of `indexer` itself: all answers
must be equal.

    python3 .ci/engines/check.py PROGRAM REPOSITORY [REPOSITORY ..] [--engines duckdb,datafusion,spark]

Wants what requirements.txt beside it names, and Java for Spark. Prints a line for each question and engine, and exits
with 1 where an answer differs.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

TABLES = ["files", "symbols", "metrics", "references", "calls", "bases", "dependencies", "history"]


class Duck:
    def __init__(self, tables):
        import duckdb

        self.connection = duckdb.connect()
        for table in TABLES:
            files = f"{tables}/{table}/*/*.parquet"
            self.connection.sql(
                f"CREATE VIEW t_{table} AS SELECT * FROM read_parquet('{files}', hive_partitioning = true)"
            )

    def rows(self, sql):
        return [tuple(row) for row in self.connection.sql(sql).fetchall()]


class DataFusion:
    def __init__(self, tables):
        import datafusion
        import pyarrow

        self.context = datafusion.SessionContext()
        for table in TABLES:
            partitions = [("repository", pyarrow.string())]
            self.context.register_parquet(
                f"t_{table}", f"{tables}/{table}/", table_partition_cols=partitions
            )

    def rows(self, sql):
        columns = [batch.to_pydict() for batch in self.context.sql(sql).collect()]
        return [row for batch in columns for row in zip(*batch.values())]


class Spark:
    def __init__(self, tables):
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local[2]").appName("indexer")
        self.session = builder.config("spark.ui.enabled", "false").getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")
        for table in TABLES:
            self.session.read.parquet(f"{tables}/{table}").createOrReplaceTempView(f"t_{table}")

    def rows(self, sql):
        return [tuple(row) for row in self.session.sql(sql).collect()]


ENGINES = {"duckdb": Duck, "datafusion": DataFusion, "spark": Spark}


class Indexer:
    """The program, asked about one repository."""

    def __init__(self, program, root, cache):
        self.program, self.root, self.cache = program, root, cache

    def run(self, *arguments):
        command = [self.program, "--root", self.root, "--cache-dir", self.cache, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def ask(self, *arguments):
        return json.loads(self.run(*arguments, "--format", "json"))


def questions(indexer, repository, subjects):
    """(question, SQL, what the tools answer), both as sets or numbers in one form."""
    here = f"repository = '{repository}'"
    function, path, type_ = subjects
    status = indexer.ask("index-status")
    yield (
        "how many symbols, files and uses by certainty are there?",
        f"SELECT certainty, count(DISTINCT use_id) FROM t_references WHERE {here} GROUP BY certainty",
        {(word, status[word]) for word in ("resolved", "possible", "external", "unresolved") if status[word]},
    )
    yield (
        "how many symbols are there?",
        f"SELECT count(*) FROM t_symbols WHERE {here}",
        {(status["symbols"],)},
    )
    # Java has none outside of types, and a method is called through those that it overrides, too.
    if function:
        callers = indexer.ask("get-callers", function["key"], "--limit", "500")
        yield (
            f"how many call {function['qualified']}?",
            f"SELECT count(*) FROM (SELECT DISTINCT path, caller FROM t_calls WHERE {here} "
            f"AND callee_path = '{function['path']}' AND callee_qualified = '{function['qualified']}')",
            {(callers["total"],)},
        )
        uses = indexer.ask("find-references", function["key"], "--limit", "500")
        yield (
            f"where is {function['qualified']} used?",
            f"SELECT count(*) FROM t_references WHERE {here} AND target_path = '{function['path']}' "
            f"AND target_qualified = '{function['qualified']}'",
            {(uses["total"],)},
        )
    dependents = indexer.ask("get-dependents", path, "--limit", "500")
    yield (
        f"how many files depend on {path}?",
        f"SELECT count(DISTINCT path) FROM t_dependencies WHERE {here} AND needs = '{path}'",
        # Documents that link to a file need it in no table.
        {(sum(1 for one in dependents["dependents"] if one.get("tier") != "outlined"),)},
    )
    hotspots = indexer.ask("get-hotspots", "--sort-by", "cognitive", "--tests", "--limit", "20")["hotspots"]
    yield (
        "which figures have the functions that are hardest to read?",
        f"SELECT cognitive FROM t_metrics WHERE {here} ORDER BY cognitive DESC LIMIT {len(hotspots)}",
        Counter((one["cognitive"],) for one in hotspots),
    )
    lines = [json.loads(line) for line in indexer.run("export", "refs").splitlines()]
    most = Counter(one["def_file"] for one in lines if one["resolution"] == "resolved").most_common(1)[0]
    yield (
        "into which file do most certain uses lead?",
        f"SELECT target_path, count(*) AS uses FROM t_references WHERE {here} AND certainty = 'resolved' "
        "AND target IS NOT NULL AND role <> 'invoke' GROUP BY target_path ORDER BY uses DESC, target_path LIMIT 1",
        {most},
    )
    symbols = [json.loads(line) for line in indexer.run("export", "symbols").splitlines()]
    kinds = Counter(one["kind"] for one in symbols)
    yield (
        "how many symbols of each kind are there?",
        f"SELECT kind, count(*) FROM t_symbols WHERE {here} GROUP BY kind",
        set(kinds.items()),
    )
    below = indexer.ask("get-type-hierarchy", type_["key"], "--direction", "down", "--depth", "1", "--limit", "500")
    yield (
        f"how many types are directly below {type_['qualified']}?",
        f"SELECT count(DISTINCT b.symbol) FROM t_bases b JOIN t_symbols s ON s.id = b.base "
        f"AND s.repository = b.repository WHERE b.{here} AND s.path = '{type_['path']}' "
        f"AND s.qualified = '{type_['qualified']}'",
        {(below["total"],)},
    )
    deps = [json.loads(line) for line in indexer.run("export", "deps").splitlines()]
    both = {(one["from"], one["to"]) for one in deps}
    yield (
        "how many pairs of files depend on each other?",
        "SELECT count(*) FROM t_dependencies a JOIN t_dependencies b ON a.path = b.needs AND a.needs = b.path "
        f"AND a.repository = b.repository WHERE a.{here} AND a.path < a.needs",
        {(sum(1 for a, b in both if a < b and (b, a) in both),)},
    )


def subjects(rows_of):
    """What is asked about: the function with most callers, the file most depend on, the type with most below it."""
    def symbol(sql):
        found = rows_of(sql)
        if not found:
            return None
        path, qualified, name = found[0]
        return {"path": path, "qualified": qualified, "key": f"{path}#{name}"}

    function = symbol(
        "SELECT s.path, s.qualified, s.name FROM t_calls c JOIN t_symbols s ON s.id = c.callee AND s.repository = "
        "c.repository WHERE c.{here} AND s.kind = 'function' AND s.owner IS NULL GROUP BY s.path, s.qualified, s.name "
        "ORDER BY count(*) DESC, s.path, s.qualified LIMIT 1"
    )
    path = rows_of(
        "SELECT needs FROM t_dependencies WHERE {here} GROUP BY needs ORDER BY count(*) DESC, needs LIMIT 1"
    )[0][0]
    type_ = symbol(
        "SELECT s.path, s.qualified, s.name FROM t_bases b JOIN t_symbols s ON s.id = b.base AND s.repository = "
        "b.repository WHERE b.{here} AND s.owner IS NULL GROUP BY s.path, s.qualified, s.name "
        "ORDER BY count(*) DESC, s.path, s.qualified LIMIT 1"
    )
    return function, path, type_


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--engines", default="duckdb,datafusion,spark")
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as work:
        tables, cache = f"{work}/tables", f"{work}/cache"
        roots = {Path(root).resolve().name: str(Path(root).resolve()) for root in options.repositories}
        for name, root in roots.items():
            indexer = Indexer(options.program, root, cache)
            indexer.run("export", "--format", "parquet", "-o", tables)
        size = sum(file.stat().st_size for file in Path(tables).rglob("*.parquet"))
        print(f"exported {len(roots)} repositories, {size} bytes")
        engines = {name: ENGINES[name](tables) for name in options.engines.split(",")}
        for repository, root in roots.items():
            indexer = Indexer(options.program, root, cache)
            first = next(iter(engines.values()))
            asked = subjects(lambda sql: first.rows(sql.format(here=f"repository = '{repository}'")))
            for question, sql, expected in questions(indexer, repository, asked):
                for name, engine in engines.items():
                    start = time.perf_counter()
                    rows = engine.rows(sql)
                    took = time.perf_counter() - start
                    found = Counter(rows) if isinstance(expected, Counter) else set(rows)
                    state = "ok" if found == expected else "WRONG"
                    wrong += state != "ok"
                    print(f"{state} {repository} {name} {took:.3f}s {question}")
                    if state != "ok":
                        print(f"  engine {sorted(found)[:8]}\n  tools  {sorted(expected)[:8]}")
    print(f"{wrong} wrong")
    sys.exit(1 if wrong else 0)


main()
