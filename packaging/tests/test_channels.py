"""Each package, installed into an empty place without a network, answers over MCP and on the command line.

    python3 packaging/tests/test_channels.py      with DIST, the folder that `cargo xtask dist` wrote
"""

import base64
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import unittest
import zipfile

sys.path.insert(0, os.path.dirname(__file__))
import loopback
import registry
from asking import Client, Place, run

OUT = pathlib.Path(os.environ.get("DIST", "target/dist-out")).absolute()
NAMES = json.loads((pathlib.Path(__file__).parent.parent / "names.json").read_text())
CPU = {"x86_64": "x64", "aarch64": "arm64"}[platform.machine()]
OLDEST_GLIBC = (2, 17)
# The archive and the .deb are compressed by xz. What npm, PyPI and MCP clients take is deflated, which makes a third more of it.
MOST_BYTES = 22_000_000
MOST_BYTES_DEFLATED = 28_000_000


def only(pattern):
    """The one file of the folder that fits."""
    found = sorted(OUT.glob(pattern))
    assert len(found) == 1, f"{pattern} in {OUT}: {found}"
    return found[0]


def eventually(happens, what):
    """Waits for something that only takes as long as the machine is busy."""
    for _ in range(1200):
        if happens():
            return
        time.sleep(0.05)
    raise AssertionError(what)


def parents():
    """The parent of every process."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            found[int(stat.parent.name)] = int(stat.read_text().rsplit(")", 1)[1].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


class Channel(unittest.TestCase):
    def setUp(self):
        self.place = Place()
        self.addCleanup(self.place.remove)
        self.began = time.monotonic()

    def told(self, path, what):
        """For the record: how large, and how long from nothing to the first answer. Fails where it is larger than allowed."""
        took = time.monotonic() - self.began
        print(f"\n{what}: {path.stat().st_size / 1e6:.2f} MB, {took:.2f} s from nothing to the first answer")
        is_xz = path.suffix in (".xz", ".deb")
        self.assertLessEqual(path.stat().st_size, MOST_BYTES if is_xz else MOST_BYTES_DEFLATED, path.name)

    def answers(self, program, server, environment=None):
        """One question on the command line, one over MCP, and both versions."""
        asked = run([*program, "lookup-symbol", "price"], self.place, environment)
        self.assertEqual(asked.returncode, 0, asked)
        self.assertRegex(asked.stdout, r"path=shop\.py line=1\b")
        client = Client([*server, "--root", self.place.root], self.place, environment)
        self.assertEqual(client.hello(), "indexer")
        self.assertRegex(client.lookup("run"), r"path=main\.py line=4\b")
        code, errors = client.end()
        self.assertEqual((code, errors), (0, ""))
        said = run([*program, "--version"], self.place, environment).stdout
        self.assertRegex(said, r"^indexer \d+\.\d+\.\d+ \(commit [0-9a-f]{12}(-dirty)?, \S+, index format \d+\)\nlanguages: .+$")


class Archive(Channel):
    def test_the_archive(self):
        path = only("indexer-*-linux-gnu.tar.xz")
        with tarfile.open(path) as archive:
            archive.extractall(self.place.prefix)
        (folder,) = self.place.prefix.iterdir()
        self.answers([folder / "indexer"], [folder / "indexer-mcp"])
        self.told(path, "archive")
        for name in ["LICENSE-MIT", "LICENSES-OF-PARTS.txt", "README.md", "man/indexer.1", "completions/indexer.bash"]:
            self.assertGreater((folder / name).stat().st_size, 0, name)

    def test_every_part_has_a_licence_and_stands_in_the_list(self):
        with tarfile.open(only("indexer-*-linux-gnu.tar.xz")) as archive:
            read = {one.name.split("/", 1)[1]: archive.extractfile(one) for one in archive if one.isfile()}
            bom = json.load(read["indexer.cdx.json"])
            licences = read["LICENSES-OF-PARTS.txt"].read().decode()
            program = hashlib.sha256(read["indexer"].read()).hexdigest()
        self.assertEqual(bom["metadata"]["component"]["hashes"][0]["content"], program)
        parts = {one["bom-ref"]: one for one in bom["components"]}
        self.assertGreater(len(parts), 50)
        for one in bom["dependencies"]:
            self.assertLessEqual({on for on in one["dependsOn"]}, set(parts), one["ref"])
        for one in parts.values():
            self.assertTrue(one.get("licenses"), one["name"])
            if one.get("hashes"):
                self.assertIn(f"{one['name']} {one['version']}: ", licences)

    def test_an_old_glibc_will_do_and_nothing_else_is_needed(self):
        with tarfile.open(only("indexer-*-linux-gnu.tar.xz")) as archive:
            archive.extractall(self.place.prefix)
        (program,) = self.place.prefix.glob("*/indexer")
        said = subprocess.run(["objdump", "-p", program], capture_output=True, text=True, check=True).stdout
        needed = set(re.findall(r"NEEDED +(\S+)", said))
        ours = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1"}
        loaders = {one for one in needed if one.startswith("ld-linux")}
        self.assertEqual(needed - ours - loaders, set())
        versions = [tuple(map(int, one.split("."))) for one in re.findall(r"GLIBC_([0-9.]+)", said)]
        print(f"\nglibc: {'.'.join(map(str, max(versions)))} is needed")
        self.assertLessEqual(max(versions), OLDEST_GLIBC)
        strings = program.read_bytes()
        home = os.environ.get("CARGO_HOME") or pathlib.Path.home() / ".cargo"
        for path in [home, pathlib.Path(__file__).parents[2]]:
            self.assertFalse(f"{path}/".encode() in strings, f"{path} of the machine that built it")


class Npm(Channel):
    """Installed from a registry on the loopback, as npm would from its own."""

    def setUp(self):
        super().setUp()
        main = f"{NAMES['name']}-[0-9]*.tgz"
        part = f"{NAMES['npm_scope'][1:]}-linux-{CPU}-[0-9]*.tgz"
        self.packages = [only(main), only(part)]
        # Every version of Node that is there: old ones start the program, new ones become it.
        self.nodes = [pathlib.Path(one) for one in os.environ.get("NODES", "").split(os.pathsep) if one]
        self.nodes.append(pathlib.Path(shutil.which("node")))

    def install(self, packages, *options, where=("--global",)):
        with registry.serve(packages) as url:
            environment = self.place.environment(npm_config_registry=url, npm_config_cache=str(self.place.home / "npm"))
            command = ["npm", "install", *where, "--prefix", self.place.prefix, "--no-audit", "--no-fund", *options]
            done = run([*command, NAMES["name"]], self.place, environment)
            self.assertEqual(done.returncode, 0, done)

    def on_path(self, node):
        return self.place.environment(node.parent)

    def test_npm(self):
        self.install(self.packages)
        bin = self.place.prefix / "bin"
        self.answers([bin / "indexer"], [bin / "indexer-mcp"])
        self.told(self.packages[1], "npm")
        for node in self.nodes:
            self.answers([node, bin / "indexer"], [node, bin / "indexer-mcp"], self.on_path(node))
        installed = self.place.prefix / "lib/node_modules" / NAMES["name"]
        manifests = [json.loads(one.read_text()) for one in installed.rglob("package.json")]
        self.assertEqual(len(manifests), 2)
        self.assertFalse(any("scripts" in one for one in manifests))

    def test_the_exit_code_is_that_of_the_program(self):
        self.install(self.packages)
        for node in self.nodes:
            for words, code in [(["lookup-symbol", "gone", "--exit-status"], 1), (["no-such-command"], 2)]:
                asked = run([node, self.place.prefix / "bin/indexer", *words], self.place)
                self.assertEqual(asked.returncode, code, asked)

    def test_sigterm_reaches_the_program_and_no_orphan_stays(self):
        self.install(self.packages)
        for node in self.nodes:
            for how, code in [(signal.SIGTERM, 0), (signal.SIGINT, 130), (signal.SIGKILL, -9)]:
                client = Client([node, self.place.prefix / "bin/indexer-mcp"], self.place)
                client.hello()
                shim = client.process.pid
                family = [shim] + [child for child, parent in parents().items() if parent == shim]
                client.process.send_signal(how)
                if how == signal.SIGKILL:
                    # Nobody can pass that on; the program ends with its input.
                    client.process.stdin.close()
                self.assertEqual(client.ended(), code, (node, how))
                alive = lambda: set(family[1:]) & set(parents())
                eventually(lambda: not alive(), f"{node} {how}: {alive()} are still there")

    def test_a_mirror_that_drops_optional_packages(self):
        self.install(self.packages[:1])
        self.install(self.packages, "--omit=optional", where=())
        for program in [self.place.prefix / "bin/indexer", self.place.prefix / "node_modules/.bin/indexer"]:
            asked = run([program, "--version"], self.place)
            self.assertEqual(asked.returncode, 1, asked)
            self.assertRegex(asked.stderr, rf"hint: .*npm install {NAMES['npm_scope']}/linux-{CPU}@\d")
            environment = self.place.environment(INDEXER_BINARY=shutil.which("true"))
            self.assertEqual(run([program], self.place, environment).returncode, 0)


class Wheel(Channel):
    def test_pip(self):
        path = only("*.whl")
        venv = self.place.prefix / "venv"
        made = run([sys.executable, "-m", "venv", venv], self.place)
        self.assertEqual(made.returncode, 0, made)
        self.began = time.monotonic()
        done = run([venv / "bin/pip", "install", "--quiet", "--no-index", path], self.place)
        self.assertEqual(done.returncode, 0, done)
        self.answers([venv / "bin/indexer"], [venv / "bin/indexer-mcp"])
        self.told(path, "wheel")
        client = Client([venv / "bin/python", "-m", "indexer_mcp", "--root", self.place.root], self.place)
        self.assertEqual(client.hello(), "indexer")
        # The program has taken the place of Python: the signal is its own.
        client.process.send_signal(signal.SIGTERM)
        self.assertEqual(client.ended(), 0)
        target = self.place.prefix / "target"
        pip = [venv / "bin/pip", "install", "--quiet", "--no-index", "--target", target, path]
        self.assertEqual(run(pip, self.place).returncode, 0)
        run([venv / "bin/pip", "uninstall", "--quiet", "--yes", NAMES["name"]], self.place)
        said = run(
            [venv / "bin/python", "-m", "indexer_mcp", "--version"],
            self.place,
            self.place.environment(PYTHONPATH=str(target)),
        )
        self.assertTrue(said.stdout.startswith("indexer-mcp "), said)

    def test_the_record_is_true(self):
        with zipfile.ZipFile(only("*.whl")) as wheel:
            record = next(name for name in wheel.namelist() if name.endswith("/RECORD"))
            lines = [one.rsplit(",", 2) for one in wheel.read(record).decode().splitlines()]
            self.assertEqual(sorted(one[0] for one in lines), sorted(wheel.namelist()))
            for name, digest, length in lines:
                if name != record:
                    bytes = wheel.read(name)
                    found = base64.urlsafe_b64encode(hashlib.sha256(bytes).digest()).rstrip(b"=").decode()
                    self.assertEqual((f"sha256={found}", str(len(bytes))), (digest, length), name)


class Deb(Channel):
    def test_dpkg(self):
        path = only("*.deb")
        admin = self.place.prefix / "var/lib/dpkg"
        (admin / "updates").mkdir(parents=True)
        (admin / "info").mkdir()
        (admin / "status").touch()
        (admin / "available").touch()
        command = ["dpkg", "--root", self.place.prefix, "--log", "/dev/null", "--force-not-root", "--force-depends"]
        done = run([*command, "--install", path], self.place, self.place.environment("/usr/sbin", "/sbin"))
        self.assertEqual(done.returncode, 0, done)
        bin = self.place.prefix / "usr/bin"
        self.answers([bin / "indexer"], [bin / "indexer-mcp"])
        self.told(path, "deb")
        listed = run(["dpkg-deb", "--contents", path], self.place).stdout
        self.assertTrue(all(one.split()[1] == "root/root" for one in listed.splitlines()), listed)
        self.assertIn("usr/share/man/man1/indexer.1", listed)
        self.assertEqual(run(["dpkg-deb", "--field", path, "Package"], self.place).stdout.strip(), NAMES["name"])


class Mcpb(Channel):
    def test_mcpb(self):
        path = only(f"*-linux-{CPU}.mcpb")
        with zipfile.ZipFile(path) as bundle:
            for one in bundle.infolist():
                to = pathlib.Path(bundle.extract(one, self.place.prefix))
                to.chmod(one.external_attr >> 16 & 0o777)
        manifest = json.loads((self.place.prefix / "manifest.json").read_text())
        config = manifest["server"]["mcp_config"]
        stands_for = {"${__dirname}": str(self.place.prefix), "${user_config.root}": str(self.place.root)}
        words = [config["command"], *config["args"]]
        for name, value in stands_for.items():
            words = [word.replace(name, value) for word in words]
        self.assertEqual(words[0], str(self.place.prefix / manifest["server"]["entry_point"]))
        client = Client(words, self.place)
        self.assertEqual(client.hello(), "indexer")
        self.assertRegex(client.lookup("run"), r"path=main\.py line=4\b")
        self.assertEqual(client.end(), (0, ""))
        self.told(path, "mcpb")
        asked = run([words[0], "lookup-symbol", "price"], self.place)
        self.assertRegex(asked.stdout, r"path=shop\.py line=1\b")


if os.environ.get("WITHOUT_NETWORK"):
    loopback.on()

if __name__ == "__main__":
    unittest.main()
