"""The step that compares: runs `indexer diff`, and brings what it says to the pull request."""

import json
import os
import pathlib
import subprocess
import sys

import comment
import event
import sarif
import workflow
from api import Api, Refused
from history import Clone
from workflow import Failure

FAIL_ON = ("breaking", "api", "cycle")


class Program:
    """`indexer diff` between two commits."""

    def __init__(self, path, ends, fail_on):
        self.command = [path, "diff", "..".join(ends)]
        if fail_on:
            self.command += ["--fail-on", ",".join(fail_on)]
        # It needs no token and gets none.
        self.environment = {name: value for name, value in os.environ.items() if "TOKEN" not in name}
        self.failed = False

    def say(self, form, path):
        where = ["--path", path] if path else []
        words = [*self.command, "--quiet", "--format", form, *where]
        done = subprocess.run(
            words, capture_output=True, env=self.environment, encoding="utf-8", errors="replace", check=False
        )
        workflow.say(done.stderr)
        if done.returncode not in (0, 1):
            raise Failure(f"indexer diff failed with {done.returncode}; the log above says why")
        self.failed |= done.returncode == 1
        return done.stdout


def chosen(name, known):
    """A list of words, of which each is known."""
    words = os.environ.get(name, "").replace(",", " ").split()
    wrong = [word for word in words if word not in known]
    if wrong:
        raise Failure(f"{name[6:].lower().replace('_', '-')}: {', '.join(wrong)}; there are {', '.join(known)}")
    return words


def main():
    token = os.environ.get("INPUT_TOKEN", "")
    fail_on, paths = chosen("INPUT_FAIL_ON", FAIL_ON), os.environ.get("INPUT_PATHS", "").split("\n")
    paths = [path.strip() for path in paths if path.strip()]
    wants_comment, wants_sarif = workflow.flag("INPUT_COMMENT"), workflow.flag("INPUT_SARIF")
    api = Api.of_environment(token)
    try:
        comparison = event.of_environment(api, os.environ.get("INPUT_BASE", ""))
    except Refused as refused:
        raise Failure(f"the pull request cannot be had ({refused}); the workflow needs pull-requests: read") from None
    if comparison is None:
        workflow.say("nothing to compare with")
        return 0
    ends = Clone(os.environ.get("GITHUB_SERVER_URL", ""), api.repository, token).both_ends(comparison)
    program = Program(os.environ["INDEXER"], ends, fail_on)

    said = {form: [program.say(form, path) for path in paths or [""]] for form in ["json", "markdown", "github", "sarif"]}
    found = [json.loads(one) for one in said["json"]]
    breaking = sum(len(one["breaking"]) + one.get("more_breaking", 0) for one in found)
    # Annotations are commands for the runner, which the program has escaped.
    print("".join(said["github"]), end="", flush=True)
    body = comment.body_of(said["markdown"][0] + "".join(_rest(one) for one in said["markdown"][1:]), paths)
    log = sarif.joined([json.loads(one) for one in said["sarif"]], paths)
    folder = pathlib.Path(os.environ.get("RUNNER_TEMP") or ".")
    files = {"comment-file": folder / "indexer-comment.md", "sarif-file": folder / "indexer.sarif"}
    files["comment-file"].write_text(body, encoding="utf-8")
    files["sarif-file"].write_text(json.dumps(log), encoding="utf-8")
    workflow.output(breaking=breaking, **files)
    workflow.summary(body)

    if wants_comment and comparison.number:
        has_something = any(one["changes"] for one in found)
        _granted("comment", lambda: comment.keep(api, comparison.number, body, has_something), "pull-requests: write")
    if wants_sarif:
        _granted("sarif", lambda: sarif.upload(api, log, ends[1], comparison.ref), "security-events: write")
    if program.failed:
        workflow.error(f"the change does what fail-on names ({', '.join(fail_on)})")
        return 1
    return 0


def _rest(markdown):
    """A second comment, without the line by which the first is found."""
    return "\n" + markdown.partition("\n")[2]


def _granted(what, do, permission):
    """Does something that a token from a fork may not do, which is no failure of the change."""
    try:
        workflow.say(f"{what}: {do()}")
    except Refused as refused:
        workflow.warn(
            f"{what} could not be written ({refused}). The page of this run has it. The token needs {permission}; "
            "for pull requests from forks, run on pull_request_target or workflow_run, which need no checkout."
        )


if __name__ == "__main__":
    sys.exit(workflow.ended(main))
