"""Indexes a repository with Ray: each part of its files is parsed by a task, then one task links.

    python3 index.py REPOSITORY STORE --parts 8 [--program indexer]

REPOSITORY is what `git clone` takes and every worker can reach; STORE is the address of a shared store that every worker can
reach, with credentials in its environment. A task whose worker died is run again by Ray; it finds what it had stored.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time

import ray


def run(program, repository, commit, store, *arguments):
    """Runs the program in a clone of its own, with a cache that goes with it."""
    with tempfile.TemporaryDirectory() as folder:
        root = f"{folder}/root"
        subprocess.run(["git", "clone", "-q", "--no-checkout", repository, root], check=True)
        subprocess.run(["git", "-C", root, "checkout", "-q", commit], check=True)
        command = [program, *arguments, "--root", root, "--cache-dir", f"{folder}/cache", "--remote", store]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stderr.strip().splitlines()


@ray.remote(max_retries=3, retry_exceptions=True)
def facts(program, repository, commit, store, part, parts):
    return run(program, repository, commit, store, "facts", "--shard", f"{part}/{parts}", "--remote-write")


@ray.remote(max_retries=3, retry_exceptions=True)
def index(program, repository, commit, store):
    return run(program, repository, commit, store, "index", "--format", "json", "--remote-write")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("repository")
    arguments.add_argument("store")
    arguments.add_argument("--parts", type=int, default=8)
    arguments.add_argument("--program", default="indexer")
    given = arguments.parse_args()
    found = subprocess.run(["git", "ls-remote", given.repository, "HEAD"], check=True, capture_output=True, text=True)
    commit = found.stdout.split()[0]
    ray.init(log_to_driver=False)
    started = time.time()
    parts = [
        facts.remote(given.program, given.repository, commit, given.store, part, given.parts)
        for part in range(1, given.parts + 1)
    ]
    for lines in ray.get(parts):
        print("\n".join(lines))
    parsed = time.time()
    print("\n".join(ray.get(index.remote(given.program, given.repository, commit, given.store))))
    print(json.dumps({"commit": commit, "facts_s": round(parsed - started, 1), "index_s": round(time.time() - parsed, 1)}))


if __name__ == "__main__":
    sys.exit(main())
