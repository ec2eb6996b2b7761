"""What every test of a package does: a repository to ask about, one question of each kind."""

import json
import os
import pathlib
import subprocess
import tempfile

FILES = {
    "shop.py": "def price(n):\n    return n * 2\n",
    "main.py": "from shop import price\n\n\ndef run():\n    return price(3)\n",
}


class Place:
    """An empty home, a repository and a prefix to install into, gone afterwards."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="indexer-package-")
        self.folder = pathlib.Path(self._folder.name)
        self.home, self.prefix, self.root = (self.folder / name for name in ["home", "prefix", "shop"])
        for one in [self.home, self.prefix, self.root]:
            one.mkdir()
        for name, text in FILES.items():
            (self.root / name).write_text(text)

    def environment(self, *folders, **more):
        """Nothing of whoever runs the tests but what finds programs."""
        path = os.pathsep.join([*map(str, folders), os.environ["PATH"]])
        return {"PATH": path, "HOME": str(self.home), "LANG": "C.UTF-8", **more}

    def remove(self):
        self._folder.cleanup()


def run(command, place, environment=None, **more):
    """Runs to the end; gives what happened."""
    environment = environment or place.environment()
    command = [str(word) for word in command]
    return subprocess.run(command, cwd=place.root, env=environment, capture_output=True, text=True, timeout=300, **more)


def line(method, number=None, **params):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(message if number is None else {**message, "id": number}) + "\n"


HELLO = line(
    "initialize", 1, protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"}
)


class Client:
    """A client of the server that a command starts."""

    def __init__(self, command, place, environment=None):
        self.process = subprocess.Popen(
            [str(word) for word in command],
            cwd=place.root,
            env=environment or place.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, message):
        self.process.stdin.write(message)
        self.process.stdin.flush()
        said = self.process.stdout.readline()
        if not said:
            raise AssertionError(f"no answer; {self.process.stderr.read()}")
        return json.loads(said)

    def hello(self):
        answer = self.ask(HELLO)
        self.process.stdin.write(line("notifications/initialized"))
        self.process.stdin.flush()
        return answer["result"]["serverInfo"]["name"]

    def lookup(self, name):
        answer = self.ask(line("tools/call", 2, name="lookup_symbol", arguments={"name": name}))
        return answer["result"]["content"][0]["text"]

    def ended(self):
        """Waits for the end of a server that somebody else ends; gives the exit code."""
        code = self.process.wait(60)
        for pipe in [self.process.stdin, self.process.stdout, self.process.stderr]:
            pipe.close()
        return code

    def end(self):
        """Ends the input; gives the exit code and what was written to stderr."""
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors
