"""The commits that are compared, in a clone that may be shallow, partial, or not there at all."""

import base64
import os
import subprocess

import workflow
from workflow import Failure

# How many commits of each end are fetched at first, and how many times as many each time after.
FIRST, TIMES, MOST = 50, 8, 30_000


class Clone:
    """The repository in the current folder."""

    def __init__(self, server, repository, token):
        self.url, self.server, self.token = f"{server}/{repository}", server, token
        if self._git("rev-parse", "--git-dir").returncode != 0:
            # Nothing needs to be checked out: commits are compared.
            self._must("init", "--quiet")
        if self._git("remote", "get-url", "origin").returncode != 0:
            self._must("remote", "add", "origin", self.url)

    def both_ends(self, comparison):
        """Fetches what is missing; gives both commits. Their histories meet, or one has no other."""
        if self._git("config", "remote.origin.promisor").returncode == 0:
            self._fill(comparison)
        ends = [self._commit(comparison.base, ""), self._commit(comparison.head, comparison.ref)]
        depth = FIRST
        while self._git("merge-base", *ends).returncode != 0:
            if not self._is_shallow():
                raise Failure(f"{comparison.base} and {comparison.head} have no commit in common; set base")
            step = ["--unshallow"] if depth > MOST else [f"--deepen={depth}"]
            workflow.say(f"the clone is shallow; fetching {step[0][2:]}")
            self._fetch(*step, "origin", *ends)
            depth *= TIMES
        return ends

    def _commit(self, name, ref):
        """The commit of that name or id, fetched where it is not there."""
        if name.startswith("-"):
            raise Failure(f"{name!r} is no commit; is base right?")
        for one in [name, f"refs/remotes/origin/{name}"]:
            found = self._git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{one}^{{commit}}")
            if found.returncode == 0:
                return found.stdout.strip()
        depth = [f"--depth={FIRST}"] if self._is_shallow() or self._is_empty() else []
        # An id by itself, then the ref that holds it: not every server gives out ids.
        for what in filter(None, [name, ref]):
            if self._git(*self._fetching(*depth, "origin", what)).returncode == 0:
                wanted = name if what == ref else "FETCH_HEAD"
                found = self._git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{wanted}^{{commit}}")
                if found.returncode == 0:
                    return found.stdout.strip()
        raise Failure(f"the commit {name!r} is neither in the clone nor at {self.url}; is base right?")

    def _fill(self, comparison):
        """Files that a partial clone left out: indexer asks nobody for them."""
        workflow.say("the clone is partial; fetching what was left out")
        whole = ["-c", "remote.origin.promisor=false", "-c", "remote.origin.partialclonefilter="]
        named = [self._commit(comparison.base, ""), self._commit(comparison.head, comparison.ref)]
        self._must(*whole, *self._fetching("--refetch", "origin", *named))

    def _is_shallow(self):
        return self._git("rev-parse", "--is-shallow-repository").stdout.strip() == "true"

    def _is_empty(self):
        return self._git("rev-list", "--all", "--max-count=1").stdout.strip() == ""

    def _fetching(self, *words):
        return ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-commit-graph", *words]

    def _fetch(self, *words):
        self._must(*self._fetching(*words))

    def _must(self, *words):
        done = self._git(*words)
        if done.returncode != 0:
            raise Failure(f"git {words[0]} failed: {done.stderr.strip()}")
        return done.stdout

    def _git(self, *words):
        environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
        environment.pop("INPUT_TOKEN", None)
        key = f"http.{self.server}/.extraheader"
        asked = ["git", "config", "--get", key]
        has_own = subprocess.run(asked, capture_output=True, check=False).returncode == 0
        if words[0] != "config" and self.token and self.server.startswith("https:") and not has_own:
            # As actions/checkout does it, for clones that it left without: not in the list of processes.
            login = base64.b64encode(f"x-access-token:{self.token}".encode()).decode()
            environment.update(
                GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0=key, GIT_CONFIG_VALUE_0=f"AUTHORIZATION: basic {login}"
            )
        return subprocess.run(["git", *words], capture_output=True, text=True, env=environment, check=False)
