"""A registry of npm on the loopback that has the packages it is given and no other."""

import base64
import contextlib
import hashlib
import http.server
import json
import pathlib
import tarfile
import threading
import urllib.parse


def document(path, url):
    """What the registry says of a package: its one version."""
    with tarfile.open(path) as archive:
        manifest = json.load(archive.extractfile("package/package.json"))
    sha512 = base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
    manifest["dist"] = {"tarball": f"{url}/files/{path.name}", "integrity": f"sha512-{sha512}"}
    version = manifest["version"]
    return {"name": manifest["name"], "dist-tags": {"latest": version}, "versions": {version: manifest}}


@contextlib.contextmanager
def serve(paths):
    """Serves until the end of the block; gives the address."""
    paths = [pathlib.Path(one) for one in paths]
    documents = {}

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = urllib.parse.unquote(self.path.lstrip("/"))
            file = next((one for one in paths if name == f"files/{one.name}"), None)
            if file:
                self.send(200, file.read_bytes(), "application/octet-stream")
            elif name in documents:
                self.send(200, json.dumps(documents[name]).encode(), "application/json")
            else:
                self.send(404, b"{}", "application/json")

        def send(self, code, body, kind):
            self.send_response(code)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        url = f"http://127.0.0.1:{server.server_port}"
        for path in paths:
            told = document(path, url)
            documents[told["name"]] = told
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        try:
            yield url
        finally:
            server.shutdown()
