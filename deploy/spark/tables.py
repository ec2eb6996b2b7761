"""Exports many repositories as Parquet tables with Spark: each repository is a task.

    spark-submit tables.py REPOSITORIES TABLES [--program indexer] [--store URL] [--tasks 32]

REPOSITORIES is a file with a line for each repository: a name, a blank, and what `git clone` takes. TABLES is a folder that
every worker can write, as one of the network or a mounted bucket. With STORE, a shared store, a repository that did not
change is fetched and not parsed. A task that fails is run again by Spark; a repository that cannot be indexed at all does not
stop the others: it is told at the end, and the exit code is 1.
"""

import argparse
import subprocess
import sys
import tempfile
import time

from pyspark.sql import SparkSession


def exported(line, tables, program, store):
    """Clones, indexes and exports one repository: (name, seconds, what was said, whether it is there)."""
    name, address = line.split(maxsplit=1)
    started = time.time()
    with tempfile.TemporaryDirectory() as folder:
        root = f"{folder}/root"
        done = subprocess.run(["git", "clone", "-q", address, root], capture_output=True, text=True)
        if done.returncode == 0:
            command = [program, "export", "--format", "parquet", "-o", tables, "--name", name, "--root", root]
            command += ["--cache-dir", f"{folder}/cache"] + (["--remote", store] if store else [])
            done = subprocess.run(command, capture_output=True, text=True)
    said = done.stderr.strip().splitlines()
    return name, round(time.time() - started, 1), said[-1] if said else "", done.returncode == 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("repositories")
    arguments.add_argument("tables")
    arguments.add_argument("--program", default="indexer")
    arguments.add_argument("--store")
    arguments.add_argument("--tasks", type=int, default=32)
    given = arguments.parse_args()
    with open(given.repositories, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    tables, program, store = given.tables, given.program, given.store
    spark = SparkSession.builder.appName("indexer").getOrCreate()
    work = spark.sparkContext.parallelize(lines, min(given.tasks, max(len(lines), 1)))
    results = work.map(lambda line: exported(line, tables, program, store)).collect()
    for name, seconds, said, is_there in results:
        print(f"{'ok' if is_there else 'FAILED'} {name} {seconds}s {said}")
    symbols = spark.read.parquet(f"{tables}/symbols") if any(result[3] for result in results) else None
    if symbols is not None:
        symbols.groupBy("repository").count().orderBy("count", ascending=False).show(20, truncate=False)
    spark.stop()
    return 0 if all(result[3] for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
