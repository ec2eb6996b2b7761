"""A shared store on a real S3 server (moto), through a proxy that is slow and fails: writers at once, writers that are
killed, readers. What a reader answers is compared with what a build from nothing answers; requests and bytes are those that
the proxy saw.

    python3 .ci/remote/check.py PROGRAM REPOSITORY [--writers 16] [--fail 0.05] [--latency 0.3] [--key FILE] [--symbol NAME]

With a key, as `age-keygen` writes it, the store is encrypted, and nothing in it may be readable. With a symbol, fresh clones ask for it and
for its uses: how long that takes, and what it fetches. Wants `moto[server]` and `boto3` from PyPI. Prints one line a step and exits with 1 where something is wrong.
"""

import argparse
import http.client
import http.server
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import boto3
from moto.server import ThreadedMotoServer


class Faults:
    """What the proxy does to requests, and what it saw."""

    def __init__(self):
        self.fail, self.latency, self.random = 0.0, 0.0, random.Random(7)
        self.lock = threading.Lock()
        self.reset()

    def reset(self):
        self.requests, self.failed, self.sent, self.received = 0, 0, 0, 0


FAULTS = Faults()
SERVER = ("127.0.0.1", 0)


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        time.sleep(FAULTS.latency)
        with FAULTS.lock:
            FAULTS.requests += 1
            FAULTS.received += len(body)
            fails = FAULTS.random.random() < FAULTS.fail
            FAULTS.failed += fails
        if fails:
            # One half before the server saw it, the other after it was done: an answer that was lost.
            if FAULTS.random.random() < 0.5:
                self.forward(body)
            self.answer(503, [], b"")
            return
        self.answer(*self.forward(body))

    def forward(self, body):
        connection = http.client.HTTPConnection(*SERVER, timeout=60)
        connection.request(self.command, self.path, body, dict(self.headers))
        answer = connection.getresponse()
        found = answer.status, answer.getheaders(), answer.read()
        connection.close()
        return found

    def answer(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                self.send_header(name, value)
        length = dict((n.lower(), v) for n, v in headers).get("content-length", "0")
        self.send_header("content-length", length if self.command == "HEAD" else str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
            with FAULTS.lock:
                FAULTS.sent += len(body)

    do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = pass_on

    def log_message(self, *_):
        pass


class Machines:
    def __init__(self, given, address, folder):
        self.program, self.repository = os.path.abspath(given.program), os.path.abspath(given.repository)
        self.address, self.folder = address, Path(folder)
        self.key = ["--remote-key-file", os.path.abspath(given.key)] if given.key else []

    def clone(self, name, revision):
        root = self.folder / name
        subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", self.repository, root], check=True)
        subprocess.run(["git", "-C", root, "checkout", "-q", revision], check=True)
        return root

    def start(self, root, *arguments, remote=True):
        named = ["--remote", self.address, *self.key] if remote else []
        cache = self.folder / (root.name + "-cache")
        command = [self.program, *arguments, "--root", root, "--cache-dir", cache, *named]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def ask(self, root, *arguments, remote=True):
        started = time.time()
        asked = self.start(root, *arguments, remote=remote)
        out, err = asked.communicate()
        return out, err, asked.returncode, time.time() - started

    def status(self, root, remote=True):
        out, err, code, took = self.ask(root, "index-status", "--format", "json", remote=remote)
        if code != 0:
            sys.exit(f"index-status: {err}")
        return json.loads(out), took

    def forget(self, *roots):
        for root in roots:
            shutil.rmtree(root)
            shutil.rmtree(self.folder / (root.name + "-cache"), ignore_errors=True)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("repository")
    arguments.add_argument("--writers", type=int, default=16)
    arguments.add_argument("--fail", type=float, default=0.05)
    arguments.add_argument("--latency", type=float, default=0.3)
    arguments.add_argument("--key", help="the store is encrypted with the key in this file")
    arguments.add_argument("--symbol", help="what fresh clones ask for")
    given = arguments.parse_args()
    global SERVER
    moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    moto.start()
    SERVER = moto.get_host_and_port()
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    proxy.daemon_threads = True
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    os.environ.update(
        AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="hunter2-secret", AWS_REGION="us-east-1",
        AWS_ENDPOINT=f"http://127.0.0.1:{proxy.server_port}", AWS_ALLOW_HTTP="true",
    )
    s3 = boto3.client("s3", endpoint_url=f"http://{SERVER[0]}:{SERVER[1]}", region_name="us-east-1")
    s3.create_bucket(Bucket="bucket")
    with tempfile.TemporaryDirectory() as folder:
        check(Machines(given, "s3://bucket/tenant", folder), given, s3)
    proxy.shutdown()
    moto.stop()


def seen():
    return f"{FAULTS.requests} requests ({FAULTS.failed} failed), {FAULTS.sent:,} bytes down, {FAULTS.received:,} up"


def check(machines, given, s3):
    wrong = []

    def must(condition, what):
        print(("ok    " if condition else "WRONG ") + what, flush=True)
        if not condition:
            wrong.append(what)

    def same(root, revision_root):
        ours = machines.ask(root, "export", "refs")[0]
        theirs = machines.ask(revision_root, "export", "refs", remote=False)[0]
        return ours == theirs and len(ours) > 0

    # From nothing, for comparison.
    clean = machines.clone("clean", "HEAD")
    alone, cold = machines.status(clean, remote=False)
    print(f"      from nothing: {cold:.1f} s, {alone['files']} files, {alone['source_bytes']:,} bytes of source, "
          f"{alone['index_bytes']:,} of segments")

    # One writer at the commit before.
    before = machines.clone("before", "HEAD~1")
    FAULTS.reset()
    _, err, code, took = machines.ask(before, "index", "--quiet", "--remote-write")
    must(code == 0, f"HEAD~1 is stored from nothing in {took:.1f} s: {seen()} {err}")

    # A commit in between.
    between = machines.clone("between", "HEAD")
    FAULTS.reset()
    status, took = machines.status(between)
    remote = status["remote"]
    must(remote["state"] == "taken_from_ancestor" and remote["behind"] == 1, f"HEAD from HEAD~1 in {took:.1f} s: {seen()}")
    must(same(between, clean), "what it answers is what a build from nothing answers")

    # Slow, failing, many at once, some killed.
    FAULTS.fail, FAULTS.latency = given.fail, given.latency
    FAULTS.reset()
    writers = [machines.clone(f"writer-{number}", "HEAD") for number in range(given.writers)]
    killed = writers[: given.writers // 4]
    # All but the killed have the facts already: what is tested is the store.
    for root in writers:
        shutil.copytree(machines.folder / "clean-cache", machines.folder / (root.name + "-cache"))
    running = [(root, machines.start(root, "index", "--quiet", "--remote-write")) for root in writers]
    time.sleep(1)
    for root, process in running:
        if root in killed:
            time.sleep(FAULTS.random.random() * 2)
            process.kill()
    outcomes = [(root in killed, *process.communicate(), process.returncode) for root, process in running]
    failed = [err for was_killed, _, err, code in outcomes if code != 0 and not was_killed]
    must(not failed, f"{len(writers)} writers at once, {len(killed)} of them killed: {seen()} {failed[:1]}")
    machines.forget(*writers)
    FAULTS.reset()
    reader = machines.clone("reader", "HEAD")
    status, took = machines.status(reader)
    must(status["remote"]["state"] == "taken", f"a reader with {given.latency} s and {given.fail:.0%} of failures, {took:.1f} s: {seen()} {status['remote']}")
    must(same(reader, clean), "what it answers is what a build from nothing answers")

    # A good line.
    FAULTS.fail, FAULTS.latency = 0.0, 0.0
    FAULTS.reset()
    good = machines.clone("good", "HEAD")
    status, took = machines.status(good)
    must(status["remote"]["state"] == "taken", f"a reader on this machine's own line, {took:.1f} s against {cold:.1f} s: {seen()}")

    # What a first question costs.
    for latency in (0.0, 0.05, given.latency) if given.symbol else ():
        FAULTS.latency = latency
        first = machines.clone(f"first-{latency}", "HEAD")
        for asked in (("lookup-symbol",), ("find-references",), ("index-status", "--format", "json")):
            FAULTS.reset()
            name = () if "index-status" in asked else (given.symbol,)
            out, err, code, took = machines.ask(first, *asked, *name)
            must(code == 0 and out, f"{latency} s a request, {' '.join(asked[:1] + name)} in {took:.2f} s: {seen()} {err[:200]}")
        print("     ", json.loads(out)["remote"], json.loads(out).get("partial_segments"), flush=True)
        FAULTS.latency = 0.0
        machines.forget(first)

    # Broken in all ways.
    objects = [found["Key"] for page in s3.get_paginator("list_objects_v2").paginate(Bucket="bucket") for found in page["Contents"]]
    must(objects, f"{len(objects)} objects in the store")
    for key in objects:
        body = s3.get_object(Bucket="bucket", Key=key)["Body"].read()
        if given.key and not (body.startswith(b"age-encryption.org/v1\n") and b"\x28\xb5\x2f\xfd" not in body[:4096]):
            must(False, f"{key} is not encrypted")
        s3.put_object(Bucket="bucket", Key=key, Body=body[: len(body) // 2])
    broken = machines.clone("broken", "HEAD")
    status, _ = machines.status(broken)
    must(status["remote"]["state"] == "failed" and same(broken, clean), f"half of every object: {status['remote']['reason']}")
    if given.key:
        machines.key, keys = [], machines.key
        keyless = machines.clone("keyless", "HEAD")
        status, _ = machines.status(keyless)
        must(status["remote"]["state"] == "failed" and same(keyless, clean), f"without the key: {status['remote']['reason']}")
        _, err, code, _ = machines.ask(keyless, "index", "--remote-write")
        must("encrypted" in err, f"who forgets the key writes nothing: {err.strip()[-200:]}")
        machines.key = keys
    FAULTS.fail = 1.0
    away = machines.clone("away", "HEAD")
    status, took = machines.status(away)
    must(status["remote"]["state"] == "failed" and same(away, clean), f"every request fails, {took:.1f} s: {status['remote']['reason']}")
    FAULTS.fail, FAULTS.latency = 0.0, 40.0
    slow = machines.clone("slow", "HEAD")
    status, took = machines.status(slow)
    must(status["remote"]["state"] == "failed" and same(slow, clean), f"40 s a request, {took:.1f} s: {status['remote']['reason']}")
    must("hunter2" not in json.dumps(status), "no credential in an answer")
    if wrong:
        sys.exit(f"{len(wrong)} wrong")


main()
