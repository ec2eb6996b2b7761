"""Puts the program where the other steps find it, and says what its index is kept under."""

import hashlib
import io
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
import zipfile

import workflow
from workflow import Failure

VERSION = "0.1.0"
REPOSITORY = "indexer/indexer"
SYSTEMS = {"Linux": "unknown-linux-gnu", "Darwin": "apple-darwin", "Windows": "pc-windows-msvc"}
CPUS = {"x86_64": "x86_64", "AMD64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64", "ARM64": "aarch64"}


def archive_name(version):
    system, cpu = SYSTEMS.get(platform.system()), CPUS.get(platform.machine())
    if not system or not cpu:
        raise Failure(f"there is no program for {platform.system()} on {platform.machine()}; build it, and set program")
    return f"indexer-{version}-{cpu}-{system}.{'zip' if system.endswith('msvc') else 'tar.xz'}"


def fetched(url):
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.read()
    except (urllib.error.URLError, OSError) as error:
        raise Failure(f"{url} cannot be fetched ({error}); set program to an indexer that is installed") from error


def checked(archive, name, sums):
    """The archive, once its SHA-256 is the one that the release names."""
    wanted = next((line.split()[0] for line in sums.splitlines() if line.split()[1:] == [name]), None)
    if wanted is None:
        raise Failure(f"SHA256SUMS of the release does not name {name}")
    if hashlib.sha256(archive).hexdigest() != wanted:
        raise Failure(f"{name} is not what SHA256SUMS of the release says; nothing was installed")
    return archive


def program_in(archive, name):
    """The bytes of the program; nothing else is unpacked."""
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            return next(files.read(one) for one in files.namelist() if one.endswith("/indexer.exe"))
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        return next(files.extractfile(one).read() for one in files if one.isfile() and one.name.endswith("/indexer"))


def install(folder, version):
    """Fetches the release into the folder; gives the path of the program."""
    if not re.fullmatch(r"\d+\.\d+\.\d+[-.a-z0-9]*", version):
        raise Failure(f"version is {version!r}; write one such as {VERSION}")
    repository = os.environ.get("ACTION_REPOSITORY") or REPOSITORY
    server = os.environ.get("INDEXER_RELEASES") or f"https://github.com/{repository}/releases/download"
    name = archive_name(version)
    sums = fetched(f"{server}/v{version}/SHA256SUMS").decode()
    archive = checked(fetched(f"{server}/v{version}/{name}"), name, sums)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / ("indexer.exe" if name.endswith(".zip") else "indexer")
    path.write_bytes(program_in(archive, name))
    path.chmod(0o755)
    return path


def main():
    temporary = pathlib.Path(os.environ.get("RUNNER_TEMP") or ".").absolute()
    given = os.environ.get("INPUT_PROGRAM", "").strip()
    if given:
        found = shutil.which(given)
        if not found:
            raise Failure(f"program is {given!r}, which is no program here; install it first, or leave program empty")
        path = pathlib.Path(found).absolute()
    else:
        path = install(temporary / "indexer", os.environ.get("INPUT_VERSION", "").strip().lstrip("v") or VERSION)
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    if not said.startswith("indexer "):
        raise Failure(f"{path} does not run here, or is no indexer")
    workflow.say(said)
    index_format = re.search(r"index format (\d+)", said)
    # The tree of what is checked out: equal contents have an equal index.
    tree = subprocess.run(["git", "rev-parse", "HEAD^{tree}"], capture_output=True, text=True, check=False)
    key = f"indexer-{platform.system()}-{platform.machine()}-{index_format.group(1) if index_format else 0}"
    workflow.output(
        program=path,
        cache=temporary / "indexer-cache",
        key=key,
        # Without a checkout, the run itself: other runs still begin with what this one stores.
        tree=tree.stdout.strip() if tree.returncode == 0 else os.environ.get("GITHUB_RUN_ID", "none"),
    )
    return 0


if __name__ == "__main__":
    sys.exit(workflow.ended(main))
