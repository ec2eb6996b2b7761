"""A GitHub on the loopback: pull requests, comments and code scanning, and what was asked of it."""

import contextlib
import http.server
import json
import re
import threading
import urllib.parse


class GitHub:
    def __init__(self):
        # Rows of `pulls`, and of the comments of pull request 7.
        self.pulls, self.comments, self.scans = [], [], []
        # (method, path pattern) -> status, for what is refused; counts down where it is a list.
        self.refuses = {}
        self.asked = []
        self.tokens = set()

    def answer(self, method, path, query, body):
        self.asked.append((method, path))
        for (refused, pattern), statuses in self.refuses.items():
            if method == refused and re.search(pattern, path):
                status = statuses.pop(0) if isinstance(statuses, list) and statuses else statuses
                if status:
                    return status, {"message": "no"}
        page, size = int(query.get("page", ["1"])[0]), int(query.get("per_page", ["30"])[0])
        cut = lambda rows: (200, rows[(page - 1) * size : page * size])
        path = path.removeprefix("/repos/some/shop/")
        if (method, path) == ("GET", "issues/7/comments"):
            return cut(self.comments)
        if (method, path) == ("POST", "issues/7/comments"):
            self.comments.append({"id": 1000 + len(self.comments), "body": body["body"], "user": {"login": "bot"}})
            return 201, self.comments[-1]
        if method == "PATCH" and path.startswith("issues/comments/"):
            (one,) = [one for one in self.comments if one["id"] == int(path.rsplit("/", 1)[1])]
            one["body"] = body["body"]
            return 200, one
        if method == "GET" and path == "pulls":
            owner, branch = query["head"][0].split(":")
            fits = lambda head: (head["user"]["login"], head["ref"]) == (owner, branch)
            return cut([one for one in self.pulls if fits(one["head"])])
        if method == "GET" and path.startswith("pulls/"):
            found = [one for one in self.pulls if one["number"] == int(path.rsplit("/", 1)[1])]
            return (200, found[0]) if found else (404, {"message": "Not Found"})
        if (method, path) == ("POST", "code-scanning/sarifs"):
            self.scans.append(body)
            return 202, {"id": "scan-1"}
        return 404, {"message": "Not Found"}


@contextlib.contextmanager
def serve(github):
    """Serves until the end of the block; gives the address of the API."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do(self):
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length)) if length else None
            github.tokens.add(self.headers.get("Authorization"))
            url = urllib.parse.urlsplit(self.path)
            status, said = github.answer(self.command, url.path, urllib.parse.parse_qs(url.query), body)
            data = json.dumps(said).encode()
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "http://127.0.0.2:9/elsewhere")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PATCH = do

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
