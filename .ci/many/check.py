"""Many clients on many repositories over HTTP: counts errors, watches memory and handles.

    python3 .ci/many/check.py [--program PATH] [--repositories 50] [--clients 64] [--minutes 3]

Makes the repositories in a folder of its own, serves them with tokens (a token a repository, and one for all), and asks from
threads: each client symbols, uses, searches of one repository or of all, edits now and then. Every answer is checked: HTTP 200, no
error, rows of a repository that its token may see and of no other. Prints a line each ten seconds and the figures at the end; ends
with 1 where an answer was wrong, or memory after the middle grew by more than a fifth. Needs Python alone.
"""

import argparse
import hashlib
import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

WORDS = "order price basket client account ledger stock tax route token queue batch retry cache header".split()


def repository(folder, number, dice):
    """A Python package of some twenty files that imports from the one before it."""
    package = folder / f"svc_{number}"
    package.mkdir(parents=True)
    before = f"acme-svc-{number - 1}" if number else "acme-base"
    (folder / "pyproject.toml").write_text(
        f'[project]\nname = "acme-svc-{number}"\ndependencies = ["{before}"]\n')
    (package / "__init__.py").write_text("from .part_0 import handle_0\n")
    for part in range(20):
        lines = [f"from svc_{number - 1} import handle_0 as earlier\n" if number and part == 0 else ""]
        for function in range(6):
            a, b = dice.sample(WORDS, 2)
            name = f"handle_{part}" if function == 0 else f"{a}_{b}_{part}_{function}"
            lines.append(f'\n\ndef {name}({a}, {b}):\n    """Keeps the {a} of a {b}, service {number}."""\n'
                         f"    return {a} + {b}\n")
        (package / f"part_{part}.py").write_text("".join(lines))


class Client:
    def __init__(self, port, token):
        self.port, self.token, self.connection, self.number = port, token, None, 0

    def call(self, tool, arguments):
        """The text of an answer, and whether it is one of an error."""
        self.number += 1
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {}}
        body = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": "tools/call",
                           "params": {"name": tool, "arguments": arguments, "_meta": meta}})
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
                   "Authorization": f"Bearer {self.token}", "MCP-Protocol-Version": "2026-07-28",
                   "Mcp-Method": "tools/call", "Mcp-Name": tool}
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        self.connection.request("POST", "/mcp", body, headers)
        reply = self.connection.getresponse()
        text = reply.read().decode()
        if reply.status != 200:
            return f"{reply.status} {text}", True
        answer = json.loads(text)
        if "error" in answer:
            return text, True
        return answer["result"]["content"][0]["text"], answer["result"].get("isError", False)


def resident(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def anonymous(pid):
    """Memory that is no mapped file, in MB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"RssAnon:\s+(\d+)", file.read())[1]) / 2**10


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--program", default="target/release/indexer-mcp")
    asked.add_argument("--repositories", type=int, default=50)
    asked.add_argument("--clients", type=int, default=64)
    asked.add_argument("--minutes", type=float, default=3)
    asked = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return run(asked, pathlib.Path(folder))


def run(asked, folder):
    dice = random.Random(7)
    for number in range(asked.repositories):
        repository(folder / f"r{number}", number, dice)
    names = [f"r{number}" for number in range(asked.repositories)]
    (folder / "all.toml").write_text(f"repositories = {json.dumps(names)}\n")
    tokens = {name: f"token-of-{name}" for name in names}
    digest = lambda token: hashlib.sha256(token.encode()).hexdigest()
    (folder / "tokens.toml").write_text("".join(
        f'[{name}]\nsha256 = "{digest(token)}"\nrepositories = ["{name}"]\n' for name, token in tokens.items())
        + f'[all]\nsha256 = "{digest("everything")}"\nrepositories = ["*"]\n')
    (folder / "root").mkdir()
    server = subprocess.Popen(
        [asked.program, "--root", folder / "root", "--cache-dir", folder / "cache", "--http", "127.0.0.1:0",
         "--repositories", folder / "all.toml", "--tokens-file", folder / "tokens.toml"],
        stderr=subprocess.PIPE, text=True, env={**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)})
    try:
        port = next(int(found[1]) for line in server.stderr if (found := re.search(r":(\d+)/mcp", line)))
        return ask(asked, folder, names, tokens, server.pid, port)
    finally:
        server.terminate()
        server.wait()


def ask(asked, folder, names, tokens, pid, port):
    end = time.monotonic() + asked.minutes * 60
    lock, counts, wrong, slowest = threading.Lock(), {}, [], [0.0]

    def note(kind, began, text, is_wrong):
        with lock:
            counts[kind] = counts.get(kind, 0) + 1
            slowest[0] = max(slowest[0], time.monotonic() - began)
            if is_wrong:
                wrong.append(f"{kind}: {text[:300]}")

    def client(number):
        dice = random.Random(number)
        alone, all_of_them = (Client(port, token) for token in ("", "everything"))
        while time.monotonic() < end:
            name = dice.choice(names)
            alone.token = tokens[name]
            kind = dice.choices(["symbol", "uses", "search", "other", "all", "consumers", "edit"],
                                [30, 15, 20, 10, 5, 5, 5])[0]
            began = time.monotonic()
            if kind == "symbol":
                text, failed = alone.call("lookup_symbol", {"name": f"handle_{dice.randrange(20)}"})
                failed = failed or "total=1" not in text
            elif kind == "uses":
                text, failed = alone.call("find_references", {"symbol": "handle_0"})
            elif kind == "search":
                text, failed = alone.call("search", {"query": " ".join(dice.sample(WORDS, 2)), "repository": "*"})
                told = set(re.findall(r"repo:(r\d+)/", text))
                failed = failed or "asked=1" not in text or told - {name}
            elif kind == "other":
                other = dice.choice(names)
                text, failed = alone.call("lookup_symbol", {"name": "handle_1", "repository": other})
                failed = (not failed or "no repository is called" not in text) if other != name else failed
            elif kind == "all":
                text, failed = all_of_them.call("search", {"query": dice.choice(WORDS), "repository": "*"})
                failed = failed or f"asked={len(names)}" not in text
            elif kind == "consumers":
                text, failed = all_of_them.call("get_consumers", {"symbol": "handle_0", "repository": name})
            else:
                # Few files, again and again: what is indexed does not grow. Put in whole: nobody reads a half of one.
                edited = f"edited_{number % 4}"
                whole = folder / f"whole_{number}.py"
                whole.write_text(f"def {edited}():\n    return {dice.randrange(10**6)}\n")
                whole.replace(folder / name / f"svc_{name[1:]}" / f"{edited}.py")
                text, failed = alone.call("lookup_symbol", {"name": edited, "match": "exact"})
                failed = failed or "total=1" not in text
            note(kind, began, text, failed)

    def guarded(number):
        try:
            client(number)
        except Exception as error:  # a client that cannot go on is an error of the run
            note("client", time.monotonic(), repr(error), True)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(asked.clients)]
    for thread in threads:
        thread.start()
    began, memory = time.monotonic(), []
    while any(thread.is_alive() for thread in threads):
        time.sleep(min(10, max(0.1, end - time.monotonic() + 0.1)))
        memory.append(anonymous(pid))
        handles = len(os.listdir(f"/proc/{pid}/fd"))
        print(f"{time.monotonic() - began:5.0f} s  {sum(counts.values()):7} answers  {len(wrong)} wrong  "
              f"{resident(pid):.0f} MB resident  {memory[-1]:.0f} MB anonymous  {handles} handles", flush=True)
    middle, last = memory[len(memory) // 2], max(memory[-3:])
    print(f"{counts}; slowest {slowest[0]:.1f} s; anonymous memory {middle:.0f} MB in the middle, {last:.0f} MB at the end")
    for one in wrong[:10]:
        print("wrong:", one)
    return 1 if wrong or last > middle * 1.2 + 20 else 0


if __name__ == "__main__":
    sys.exit(main())
