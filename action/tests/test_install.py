"""A release is fetched, compared with its sums, and only the program is unpacked."""

import contextlib
import functools
import hashlib
import http.server
import io
import os
import pathlib
import platform
import sys
import tarfile
import tempfile
import threading
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import install
from workflow import Failure

PROGRAM = b"#!/bin/sh\necho 'indexer 0.1.0 (commit 0123456789ab, some-target, index format 4)'\n"


@contextlib.contextmanager
def release(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@unittest.skipUnless(platform.system() == "Linux", "the program of the test is a script")
class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.files = self.folder / f"v{install.VERSION}"
        self.files.mkdir()
        self.name = install.archive_name(install.VERSION)
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode="w:xz") as archive:
            for path in ["../escaped", "indexer-0/indexer"]:
                entry = tarfile.TarInfo(path)
                entry.size = len(PROGRAM)
                archive.addfile(entry, io.BytesIO(PROGRAM))
        self.write(data.getvalue(), hashlib.sha256(data.getvalue()).hexdigest())

    def write(self, archive, digest):
        (self.files / self.name).write_bytes(archive)
        (self.files / "SHA256SUMS").write_text(f"{'0' * 64}  other\n{digest}  {self.name}\n")

    def main(self, **inputs):
        output = self.folder / "output"
        output.write_text("")
        with release(self.folder) as url:
            temporary = self.folder / "temporary" / "deep"
            temporary.mkdir(parents=True, exist_ok=True)
            more = {"RUNNER_TEMP": str(temporary), "GITHUB_OUTPUT": str(output), "INDEXER_RELEASES": url, **inputs}
            with mock.patch.dict(os.environ, more), contextlib.redirect_stdout(io.StringIO()):
                install.main()
        return dict(line.split("=", 1) for line in output.read_text().splitlines())

    def test_the_program_of_the_release_is_installed_and_nothing_beside_it(self):
        told = self.main()
        self.assertEqual(pathlib.Path(told["program"]).read_bytes(), PROGRAM)
        self.assertTrue(told["key"].startswith("indexer-Linux-") and told["key"].endswith("-4"), told)
        self.assertRegex(told["tree"], "^[0-9a-f]{40}$")
        self.assertEqual([one.name for one in self.folder.rglob("escaped")], [])

    def test_an_archive_that_is_not_what_the_sums_say_is_not_installed(self):
        self.write((self.files / self.name).read_bytes() + b"x", hashlib.sha256(b"").hexdigest())
        with self.assertRaisesRegex(Failure, "nothing was installed"):
            self.main()
        self.assertFalse((self.folder / "temporary/deep/indexer").exists())
        (self.files / "SHA256SUMS").write_text("")
        with self.assertRaisesRegex(Failure, "does not name"):
            self.main()

    def test_what_cannot_be_had_says_what_to_do(self):
        for inputs, said in [
            ({"INPUT_VERSION": "9.9.9"}, "set program"),
            ({"INPUT_VERSION": "../../x"}, "write one such as"),
            ({"INPUT_PROGRAM": "/nowhere/indexer"}, "no program here"),
            ({"INPUT_PROGRAM": "true"}, "is no indexer"),
        ]:
            with self.assertRaisesRegex(Failure, said):
                self.main(**inputs)

    def test_a_program_that_is_there_is_taken(self):
        own = self.folder / "own"
        own.write_bytes(PROGRAM)
        own.chmod(0o755)
        self.assertEqual(self.main(INPUT_PROGRAM=str(own))["program"], str(own))


if __name__ == "__main__":
    unittest.main()
