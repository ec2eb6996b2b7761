"""Starts the program that this wheel brings along, as an MCP server."""

import os
import subprocess
import sys
import sysconfig

PROGRAM = "indexer.exe" if os.name == "nt" else "indexer"


def find():
    """The program: where scripts of this Python go, of the user's, or beside a `--target` folder."""
    user = {"nt": "nt_user", "posix": "posix_user"}.get(os.name)
    if sys.platform == "darwin" and sys._framework:
        user = "osx_framework_user"
    beside = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin")
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user) if user else None, beside]
    paths = [os.path.join(folder, PROGRAM) for folder in folders if folder]
    for path in paths:
        if os.path.isfile(path):
            return path
    sys.exit(f"error: {PROGRAM} is in none of {', '.join(paths)}\nhint: install @NAME@ again")


def serve():
    """Becomes the server; on Windows, which cannot, starts it and waits."""
    program, given = find(), sys.argv[1:]
    if os.name == "nt":
        sys.exit(subprocess.call([program, "serve", *given]))
    os.execv(program, ["indexer-mcp", *given])
