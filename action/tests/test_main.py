"""The whole step: events, clones of every kind, and what arrives at GitHub. INDEXER names the program."""

import base64
import contextlib
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ACTION = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import github

INDEXER = os.environ.get("INDEXER", "indexer")
SHOP = "def price(n):\n    return n * 2\n"
BROKEN = "def price(n, currency):\n    return n * 2\n"
MAIN = "from shop import price\n\n\ndef run():\n    return price(3)\n"
WHO = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}


class Step(unittest.TestCase):
    """`main`, where pull request 7 breaks `price`, sixty commits after the histories parted."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.upstream = pathlib.Path(folder.name) / "some/shop"
        cls.upstream.mkdir(parents=True)
        cls.in_upstream("init", "-q", "-b", "main")
        cls.in_upstream("config", "uploadpack.allowFilter", "true")
        cls.in_upstream("config", "uploadpack.allowAnySHA1InWant", "true")
        cls.commit({"shop.py": SHOP, "main.py": MAIN})
        cls.parted = cls.in_upstream("rev-parse", "HEAD")
        for number in range(60):
            cls.commit({"notes.md": f"{number}\n"})
        cls.base = cls.in_upstream("rev-parse", "HEAD")
        cls.in_upstream("checkout", "-q", "-b", "topic", cls.parted)
        cls.commit({"shop.py": BROKEN})
        cls.head = cls.in_upstream("rev-parse", "HEAD")
        # As GitHub keeps it: the fork's branch is not here.
        cls.in_upstream("update-ref", "refs/pull/7/head", cls.head)
        cls.in_upstream("checkout", "-q", "main")
        cls.in_upstream("branch", "-q", "-D", "topic")

    @classmethod
    def in_upstream(cls, *words):
        return cls.git(cls.upstream, *words)

    @staticmethod
    def git(folder, *words):
        environment = {**os.environ, **WHO, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        done = subprocess.run(["git", *words], cwd=folder, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    @classmethod
    def commit(cls, files):
        for name, text in files.items():
            (cls.upstream / name).write_text(text)
        cls.in_upstream("add", ".")
        cls.in_upstream("commit", "-q", "-m", "c")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.clone = self.folder / "clone"
        self.github = github.GitHub()
        self.pull = {"number": 7, "base": {"sha": self.base}, "head": {"sha": self.head, "ref": "topic"}}
        self.pull["head"]["user"] = {"login": "outsider"}
        self.github.pulls = [self.pull]

    def cloned(self, *options):
        url = self.upstream.as_uri()
        self.git(self.folder, "clone", "-q", *options, url, str(self.clone))

    def run_step(self, name, event, **inputs):
        """Runs the step in the clone; gives its exit code, its log, its outputs."""
        self.clone.mkdir(exist_ok=True)
        path, output, page = (self.folder / one for one in ["event.json", "output", "summary"])
        path.write_text(json.dumps({"repository": {"default_branch": "main"}, **event}))
        output.write_text("")
        page.write_text("")
        (self.folder / "home").mkdir(exist_ok=True)
        with github.serve(self.github) as url:
            environment = {
                "PATH": os.environ["PATH"],
                "HOME": str(self.folder / "home"),
                "RUNNER_TEMP": str(self.folder),
                "GITHUB_EVENT_NAME": name,
                "GITHUB_EVENT_PATH": str(path),
                "GITHUB_API_URL": url,
                "GITHUB_SERVER_URL": self.upstream.parents[1].as_uri(),
                "GITHUB_REPOSITORY": "some/shop",
                "GITHUB_OUTPUT": str(output),
                "GITHUB_STEP_SUMMARY": str(page),
                "GITHUB_REF": "refs/heads/topic",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "INDEXER": INDEXER,
                "INDEXER_CACHE_DIR": str(self.folder / "cache"),
                "INDEXER_RETRY_SECONDS": "0",
                "INPUT_TOKEN": "secret-token",
                "INPUT_COMMENT": "true",
                **inputs,
            }
            done = subprocess.run(
                [sys.executable, ACTION / "main.py"], cwd=self.clone, env=environment, capture_output=True, text=True
            )
        outputs = dict(line.split("=", 1) for line in output.read_text().splitlines())
        self.assertNotIn("secret-token", done.stdout + done.stderr + json.dumps(outputs) + page.read_text())
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout, {**outputs, "summary": page.read_text()}

    def of_pull(self, name="pull_request", **inputs):
        return self.run_step(name, {"pull_request": self.pull}, **inputs)

    def breaks(self, told):
        """What came to main since is not counted; what the pull request breaks is."""
        code, log, outputs = told
        self.assertEqual((code, outputs["breaking"]), (0, "1"), log)
        self.assertIn("::warning file=shop.py,line=1,title=Breaking change::", log)
        self.assertIn("1 symbols changed", outputs["summary"])
        return outputs

    def test_a_pull_request_gets_one_comment_and_a_summary(self):
        self.cloned()
        outputs = self.breaks(self.of_pull())
        (one,) = self.github.comments
        self.assertEqual(one["body"].strip(), outputs["summary"].strip())
        self.assertTrue(one["body"].startswith("<!-- indexer-diff -->\n"))
        self.assertEqual(pathlib.Path(outputs["comment-file"]).read_text(), one["body"])
        self.breaks(self.of_pull())
        self.assertEqual(len(self.github.comments), 1)

    def test_a_shallow_clone_is_deepened_to_where_histories_part(self):
        self.cloned("--depth=1")
        self.breaks(self.of_pull())
        self.assertEqual(self.git(self.clone, "merge-base", self.base, self.head), self.parted)

    def test_without_a_checkout_nothing_of_an_outsider_is_checked_out(self):
        self.breaks(self.of_pull("pull_request_target"))
        self.assertEqual([one.name for one in self.clone.iterdir()], [".git"])

    def test_a_partial_clone_gets_the_files_that_it_left_out(self):
        self.cloned("--filter=blob:none", "--no-checkout")
        self.breaks(self.of_pull())

    def test_a_workflow_that_follows_another_finds_the_outsiders_pull_request(self):
        run = {"pull_requests": [], "head_sha": self.head, "head_branch": "topic"}
        run["head_repository"] = {"owner": {"login": "outsider"}}
        self.breaks(self.run_step("workflow_run", {"workflow_run": run}))
        self.assertEqual(len(self.github.comments), 1)

    def test_a_merge_queue_fails_and_comments_nowhere(self):
        self.cloned("--depth=1")
        group = {"base_sha": self.base, "head_sha": self.head, "head_ref": "refs/pull/7/head"}
        code, log, outputs = self.run_step("merge_group", {"merge_group": group}, INPUT_FAIL_ON="breaking")
        self.assertEqual((code, outputs["breaking"]), (1, "1"), log)
        self.assertIn("::error file=shop.py", log)
        self.assertEqual(self.github.asked, [])

    def test_a_token_that_may_not_write_fails_nothing(self):
        self.cloned()
        self.github.refuses = {("POST", "comments"): 403, ("POST", "sarifs"): 403}
        told = self.of_pull(INPUT_SARIF="true")
        self.breaks(told)
        self.assertEqual(told[1].count("::warning title=indexer::"), 2)
        self.assertIn("pull_request_target", told[1])

    def test_sarif_arrives_under_the_commit_with_fingerprints(self):
        self.cloned()
        outputs = self.breaks(self.of_pull(INPUT_SARIF="true", INPUT_COMMENT="false"))
        (scan,) = self.github.scans
        self.assertEqual((scan["commit_sha"], scan["ref"]), (self.head, "refs/pull/7/head"))
        log = json.loads(gzip.decompress(base64.b64decode(scan["sarif"])))
        self.assertEqual(log, json.loads(pathlib.Path(outputs["sarif-file"]).read_text()))
        (result,) = log["runs"][0]["results"]
        self.assertRegex(result["partialFingerprints"]["primaryLocationLineHash"], r"^[0-9a-f]{16}:1$")
        self.assertEqual(self.github.comments, [])

    def test_paths_are_told_apart(self):
        self.cloned()
        code, log, outputs = self.of_pull(INPUT_PATHS="main.py\n")
        self.assertEqual((code, outputs["breaking"]), (0, "0"), log)
        self.assertEqual(self.github.comments, [])
        self.breaks(self.of_pull(INPUT_PATHS="shop.py\nmain.py\n", INPUT_SARIF="true"))
        (one,) = self.github.comments
        self.assertEqual(one["body"].count("<!-- indexer-diff -->"), 1)
        self.assertIn("<!-- indexer-diff: shop.py, main.py -->", one["body"])
        self.assertEqual(one["body"].count("### What this changes"), 2)

    def failing(self):
        """A program that complains in words that the runner would take for a command."""
        path = self.folder / "failing"
        path.write_text("#!/bin/sh\necho '::error title=x::y' >&2\nexit 2\n")
        path.chmod(0o755)
        return path

    def test_what_is_wrong_is_said_in_a_sentence(self):
        self.cloned()
        for inputs, said in [
            ({"INPUT_BASE": "nowhere"}, "the commit 'nowhere' is neither in the clone"),
            ({"INPUT_BASE": "--upload-pack=touch gone"}, "is no commit"),
            ({"INPUT_FAIL_ON": "breaking,everything"}, "fail-on: everything; there are breaking, api, cycle"),
            ({"INPUT_COMMENT": "maybe"}, "comment is 'maybe'; write true or false"),
            ({"INDEXER": "/bin/false", "INPUT_BASE": "main~99"}, "the commit 'main~99'"),
            ({"INDEXER": str(self.failing())}, "indexer diff failed with 2"),
        ]:
            code, log, _ = self.of_pull(**inputs)
            self.assertEqual(code, 2, log)
            self.assertIn("::error title=indexer::", log)
            self.assertNotIn("\n::error title=x", "\n" + log)
            self.assertIn(said, log)

    def test_a_push_of_a_branch_is_compared_with_the_default_one(self):
        self.cloned()
        self.git(self.clone, "fetch", "-q", "origin", "refs/pull/7/head")
        self.breaks(self.run_step("push", {"before": "0" * 40, "after": self.head}))


if __name__ == "__main__":
    unittest.main()
