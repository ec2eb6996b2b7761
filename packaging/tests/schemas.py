"""Files that others read, against the schemas of those who read them, as far as they are here."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).parents[2]
OUT = pathlib.Path(os.environ.get("DIST", ROOT / "target/dist-out")).absolute()


def not_run(what, why):
    print(f"NOT RUN: {what}: {why}")


def workflows():
    """The action, the workflows and the hooks, by the schemas that check-jsonschema brings along."""
    if importlib.util.find_spec("check_jsonschema") is None:
        return not_run("schemas of GitHub", "pip install check-jsonschema")
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    subprocess.run([*check, "vendor.github-actions", ROOT / "action/action.yml"], check=True)
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    subprocess.run([*check, "vendor.github-workflows", *workflows], check=True)


def bom():
    """The list of parts, by the schema of CycloneDX."""
    if importlib.util.find_spec("cyclonedx") is None:
        return not_run("CycloneDX", "pip install 'cyclonedx-python-lib[json-validation]'")
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    (archive,) = OUT.glob("indexer-*-linux-gnu.tar.xz")
    with tarfile.open(archive) as files:
        text = next(files.extractfile(one).read() for one in files if one.name.endswith("/indexer.cdx.json"))
    wrong = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text.decode())
    assert wrong is None, wrong
    print("ok -- indexer.cdx.json")


def bundle():
    """The manifest of the bundle, by the tool of those who read it: MCPB names its `mcpb`."""
    mcpb = os.environ.get("MCPB")
    if not mcpb:
        return not_run("manifest of the bundle", "npm install @anthropic-ai/mcpb, and name its program in MCPB")
    (path,) = OUT.glob("*.mcpb")
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(path) as files:
        files.extract("manifest.json", folder)
        subprocess.run([mcpb, "validate", f"{folder}/manifest.json"], check=True)


def server():
    """`server.json`, by the limits of the registry's schema of 2025-12-11."""
    said = json.loads((ROOT / "server.json").read_text())
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", said["name"]), said["name"]
    assert 1 <= len(said["description"]) <= 100 and 1 <= len(said["title"]) <= 100
    for package in said["packages"]:
        assert {"registryType", "identifier", "version", "transport"} <= set(package), package
        assert package["version"] == said["version"] != "latest"
        for argument in package["packageArguments"]:
            assert argument["type"] == "named" and argument["name"].startswith("--"), argument
    print("ok -- server.json")


def hooks():
    if importlib.util.find_spec("pre_commit") is None:
        return not_run("hooks", "pip install pre-commit")
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml"]
    subprocess.run(command, check=True)
    print("ok -- .pre-commit-hooks.yaml")


for check in [workflows, bom, bundle, server, hooks]:
    check()
