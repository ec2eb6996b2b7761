"""GitHub's API, as far as this action needs it."""

import json
import os
import time
import urllib.error
import urllib.request

from workflow import Failure

PAGE = 100
TRIES = 3


class Refused(Exception):
    """The API answered, and not with what was asked for."""

    def __init__(self, status, what):
        super().__init__(f"{what}: status {status}")
        self.status = status


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirection would take the token along."""

    def redirect_request(self, *_):
        return None


class Api:
    def __init__(self, url, repository, token):
        self.url, self.repository, self.token = url.rstrip("/"), repository, token
        self._open = urllib.request.build_opener(_NoRedirect).open

    @classmethod
    def of_environment(cls, token):
        url, repository = os.environ.get("GITHUB_API_URL", ""), os.environ.get("GITHUB_REPOSITORY", "")
        if not url or not repository:
            raise Failure("GITHUB_API_URL and GITHUB_REPOSITORY are not set; this runs in a workflow of GitHub")
        return cls(url, repository, token)

    def call(self, method, path, body=None):
        """One request to the repository's part of the API; again where the server stumbles."""
        request = urllib.request.Request(f"{self.url}/repos/{self.repository}/{path}", method=method)
        request.add_header("Accept", "application/vnd.github+json")
        request.add_header("X-GitHub-Api-Version", "2022-11-28")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        data = None if body is None else json.dumps(body).encode()
        what = f"{method} {path.split('?')[0]}"
        for left in reversed(range(TRIES)):
            try:
                with self._open(request, data, timeout=60) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                # What creates something may have done so before it stumbled.
                if error.code < 500 or not left or method == "POST":
                    raise Refused(error.code, what) from error
            except (urllib.error.URLError, OSError) as error:
                if not left:
                    raise Refused(0, f"{what}: {error}") from error
            time.sleep(float(os.environ.get("INDEXER_RETRY_SECONDS", "2")))
        raise AssertionError("the last try returns or raises")

    def pages(self, path):
        """All rows of a list."""
        number, sign = 1, "&" if "?" in path else "?"
        while True:
            rows = self.call("GET", f"{path}{sign}per_page={PAGE}&page={number}")
            yield from rows
            if len(rows) < PAGE:
                return
            number += 1
