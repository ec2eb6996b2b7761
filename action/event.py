"""What is compared with what, as the event of the workflow says."""

import json
import os
import urllib.parse
from dataclasses import dataclass
from typing import Optional

from workflow import Failure

NOTHING = "0" * 40


@dataclass(frozen=True)
class Comparison:
    """Both ends, and the pull request that they are of."""

    # A commit or a name.
    base: str
    head: str
    number: Optional[int] = None
    # Of the branch that code scanning files its results under.
    ref: str = ""


def of_environment(api, base=""):
    """From the files and variables that the runner gives; `base` is the user's own."""
    name, path = os.environ.get("GITHUB_EVENT_NAME", ""), os.environ.get("GITHUB_EVENT_PATH", "")
    try:
        with open(path, encoding="utf-8") as file:
            event = json.load(file)
    except (OSError, ValueError) as error:
        raise Failure(f"the event of the workflow cannot be read ({error})") from error
    return compared(name, event, api, base.strip())


def compared(name, event, api, base=""):
    """The comparison of an event; `None` where there is nothing before it."""
    if "pull_request" in event:
        return _of_pull(event["pull_request"], base)
    if name == "workflow_run":
        return _of_pull(_pull_of_run(event["workflow_run"], api), base)
    if name == "issue_comment":
        if "pull_request" not in event["issue"]:
            raise Failure("the comment is on an issue; run this for comments on pull requests only")
        return _of_pull(api.call("GET", f"pulls/{event['issue']['number']}"), base)
    if name == "merge_group":
        group = event["merge_group"]
        return Comparison(base or group["base_sha"], group["head_sha"], ref=group["head_ref"])
    head = os.environ.get("GITHUB_SHA") or "HEAD"
    ref = os.environ.get("GITHUB_REF", "")
    default = event.get("repository", {}).get("default_branch", "")
    if name == "push":
        if event.get("deleted"):
            return None
        before = event.get("before", NOTHING)
        if base or before != NOTHING:
            return Comparison(base or before, event["after"], ref=ref)
        # A new branch is compared with the one that it came from.
        return Comparison(default, event["after"], ref=ref) if ref != f"refs/heads/{default}" else None
    if base or (default and ref != f"refs/heads/{default}"):
        return Comparison(base or default, head, ref=ref)
    raise Failure(f"the event {name!r} does not say what to compare with; set base")


def _of_pull(pull, base):
    number = pull["number"]
    return Comparison(base or pull["base"]["sha"], pull["head"]["sha"], number, f"refs/pull/{number}/head")


def _pull_of_run(run, api):
    """The pull request that a workflow ran for. For one from a fork the event names none."""
    for one in run.get("pull_requests") or []:
        return api.call("GET", f"pulls/{one['number']}")
    owner = (run.get("head_repository") or {}).get("owner", {}).get("login", "")
    head = urllib.parse.quote(f"{owner}:{run['head_branch']}")
    for pull in api.pages(f"pulls?state=open&head={head}"):
        if pull["head"]["sha"] == run["head_sha"]:
            return pull
    raise Failure(f"no open pull request has the commit {run['head_sha']}; it was closed, or has a newer commit")
