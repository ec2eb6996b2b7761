"""One comment on a pull request, found by its marker."""

import os
import pathlib
import sys
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import comment
import github
from api import Api, Refused

SAID = f"{comment.MARKER}\n### What this changes\n\n1 symbols changed\n"


class Comments(unittest.TestCase):
    def setUp(self):
        self.state = github.GitHub()
        serving = github.serve(self.state)
        self.api = Api(serving.__enter__(), "some/shop", "secret")
        self.addCleanup(serving.__exit__, None, None, None)
        patch = mock.patch.dict(os.environ, INDEXER_RETRY_SECONDS="0")
        patch.start()
        self.addCleanup(patch.stop)

    def keep(self, text=SAID, paths=(), has_something=True):
        return comment.keep(self.api, 7, comment.body_of(text, list(paths)), has_something)

    def bodies(self):
        return [one["body"] for one in self.state.comments]

    def test_one_comment_is_created_then_left_then_updated(self):
        self.assertEqual(self.keep(), "created")
        self.assertEqual(self.keep(), "unchanged")
        self.assertEqual(self.keep(SAID + "more\n"), "updated")
        self.assertEqual(self.bodies(), [SAID + "more\n"])
        self.assertEqual(self.state.tokens, {"Bearer secret"})

    def test_it_is_found_whoever_wrote_it_and_on_any_page(self):
        talk = lambda number: {"id": number, "body": f"I see {comment.MARKER}", "user": {"login": "a"}}
        self.state.comments = [talk(number) for number in range(250)]
        self.state.comments.append({"id": 900, "body": SAID.replace("\n", "\r\n"), "user": {"login": "another-bot"}})
        self.assertEqual(self.keep(), "unchanged")
        self.assertEqual(self.keep(SAID + "more\n"), "updated")
        self.assertEqual(len(self.state.comments), 251)

    def test_a_comment_that_may_not_be_changed_is_left_for_one_of_our_own(self):
        self.state.comments = [{"id": 1, "body": SAID + "theirs", "user": {"login": "outsider"}}]
        self.state.refuses[("PATCH", r"comments/1$")] = 403
        self.assertEqual(self.keep(), "created")
        self.assertEqual(self.keep(SAID + "more\n"), "updated")
        self.assertEqual(self.bodies(), [SAID + "theirs", SAID + "more\n"])

    def test_other_paths_have_a_comment_of_their_own(self):
        for paths in [(), ("a",), ("a", "b")]:
            self.assertEqual(self.keep(paths=paths), "created")
            self.assertEqual(self.keep(paths=paths), "unchanged")
        self.assertEqual(len(self.state.comments), 3)
        self.assertNotIn("--!>", comment.body_of(SAID, ["x-->y"]).split("\n")[1][:-3])
        self.assertEqual(comment.body_of(SAID, ["x-->y"]).split("\n")[1].count("-->"), 1)

    def test_nothing_is_begun_where_nothing_changes_and_what_is_there_is_kept_true(self):
        self.assertEqual(self.keep(has_something=False), "not needed")
        self.keep()
        self.assertEqual(self.keep(f"{comment.MARKER}\nnothing\n", has_something=False), "updated")

    def test_a_long_comment_is_cut_at_a_line(self):
        body = comment.body_of(SAID + "<details>\n" + "- `one of many`\n" * 9000, [])
        self.assertLessEqual(len(body), 65_536)
        self.assertTrue(body.endswith(comment.CUT) and "`\n\n</details>" in body)

    def test_a_server_that_stumbles_is_asked_again_but_never_to_create(self):
        self.state.refuses[("GET", "comments")] = [502, 503, 0]
        self.assertEqual(self.keep(), "created")
        self.state.comments.clear()
        self.state.refuses = {("POST", "comments"): 502}
        with self.assertRaises(Refused):
            self.keep()
        self.assertEqual(sum(one[0] == "POST" for one in self.state.asked), 2)

    def test_a_redirection_does_not_take_the_token_along(self):
        self.state.refuses[("GET", "comments")] = 302
        with self.assertRaises(Refused) as refused:
            self.keep()
        self.assertEqual(refused.exception.status, 302)


if __name__ == "__main__":
    unittest.main()
