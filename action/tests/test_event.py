"""What each event says is compared."""

import os
import pathlib
import sys
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import github
from api import Api
from event import Comparison, NOTHING, compared
from workflow import Failure

A, B, C = "a" * 40, "b" * 40, "c" * 40
PULL = {"number": 7, "base": {"sha": A}, "head": {"sha": B, "ref": "topic", "user": {"login": "outsider"}}}
OF_PULL = Comparison(A, B, 7, "refs/pull/7/head")
REPOSITORY = {"default_branch": "main"}


class Events(unittest.TestCase):
    def compared(self, name, event, base="", pulls=()):
        state = github.GitHub()
        state.pulls = list(pulls)
        with github.serve(state) as url:
            self.state = state
            return compared(name, {"repository": REPOSITORY, **event}, Api(url, "some/shop", "secret"), base)

    def test_a_pull_request_names_both_ends(self):
        for name in ["pull_request", "pull_request_target", "pull_request_review"]:
            self.assertEqual(self.compared(name, {"pull_request": PULL}), OF_PULL)
        self.assertEqual(self.state.asked, [])
        self.assertEqual(self.compared("pull_request", {"pull_request": PULL}, base=C).base, C)

    def test_a_run_for_a_fork_is_found_by_its_commit(self):
        run = {"pull_requests": [], "head_sha": B, "head_branch": "topic"}
        run["head_repository"] = {"owner": {"login": "outsider"}}
        older = {**PULL, "number": 6, "head": {**PULL["head"], "sha": C}}
        self.assertEqual(self.compared("workflow_run", {"workflow_run": run}, pulls=[older, PULL]), OF_PULL)
        with self.assertRaisesRegex(Failure, "no open pull request has the commit"):
            self.compared("workflow_run", {"workflow_run": run}, pulls=[older])
        own = {**run, "pull_requests": [{"number": 7}]}
        self.assertEqual(self.compared("workflow_run", {"workflow_run": own}, pulls=[PULL]), OF_PULL)

    def test_a_comment_on_a_pull_request_asks_for_it(self):
        issue = {"number": 7, "pull_request": {}}
        self.assertEqual(self.compared("issue_comment", {"issue": issue}, pulls=[PULL]), OF_PULL)
        with self.assertRaisesRegex(Failure, "on an issue"):
            self.compared("issue_comment", {"issue": {"number": 8}})

    def test_a_merge_queue_has_no_pull_request_to_comment_on(self):
        group = {"base_sha": A, "head_sha": B, "head_ref": "refs/heads/gh-readonly-queue/main/pr-7-x"}
        found = self.compared("merge_group", {"merge_group": group})
        self.assertEqual(found, Comparison(A, B, None, group["head_ref"]))

    def test_a_push_is_compared_with_what_was_there(self):
        push = {"before": A, "after": B}
        with mock.patch.dict(os.environ, GITHUB_REF="refs/heads/topic"):
            self.assertEqual(self.compared("push", push), Comparison(A, B, None, "refs/heads/topic"))
            new = {"before": NOTHING, "after": B}
            self.assertEqual(self.compared("push", new).base, "main")
            self.assertIsNone(self.compared("push", {**new, "deleted": True}))
        with mock.patch.dict(os.environ, GITHUB_REF="refs/heads/main"):
            self.assertIsNone(self.compared("push", {"before": NOTHING, "after": B}))

    def test_what_names_no_base_wants_one(self):
        with mock.patch.dict(os.environ, GITHUB_REF="refs/heads/main", GITHUB_SHA=B):
            with self.assertRaisesRegex(Failure, "set base"):
                self.compared("schedule", {})
            self.assertEqual(self.compared("schedule", {}, base="v1").base, "v1")
        with mock.patch.dict(os.environ, GITHUB_REF="refs/heads/topic", GITHUB_SHA=B):
            self.assertEqual(self.compared("workflow_dispatch", {}), Comparison("main", B, None, "refs/heads/topic"))


if __name__ == "__main__":
    unittest.main()
