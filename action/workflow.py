"""What a step of a workflow is told, and how it answers."""

import os
import sys


class Failure(Exception):
    """What was wrong and what to do, in one sentence each."""


def escaped(text):
    """Text as the data of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def say(text):
    """A line of the log, which the runner takes for no command whatever it holds."""
    for line in text.splitlines():
        print(f"indexer: {line}", flush=True)


def warn(text):
    print(f"::warning title=indexer::{escaped(text)}", flush=True)


def error(text):
    print(f"::error title=indexer::{escaped(text)}", flush=True)


def flag(name):
    """An input that is true or false."""
    text = os.environ.get(name, "").strip().lower()
    if text not in ("", "true", "false"):
        raise Failure(f"{name[6:].lower()} is {text!r}; write true or false")
    return text == "true"


def output(**values):
    """Outputs of the step, none of which has a second line."""
    path = os.environ.get("GITHUB_OUTPUT")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            for name, value in values.items():
                file.write(f"{name.replace('_', '-')}={' '.join(str(value).splitlines())}\n")


def summary(markdown):
    """The page of the run; more than a megabyte is refused there."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(markdown[:900_000] + "\n")


def ended(main):
    """Runs a step to its exit code."""
    try:
        return main()
    except Failure as failure:
        error(str(failure))
        return 2
    finally:
        sys.stdout.flush()
