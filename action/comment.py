"""One comment on a pull request, kept up to date. It is found by its first lines, whoever wrote it."""

from api import Refused

MARKER = "<!-- indexer-diff -->"
KEY = "<!-- indexer-diff: "
# What GitHub takes is 65,536 characters.
MOST = 65_000
CUT = "\n</details>\n\nThe rest is cut; the page of the run has all of it.\n"


def body_of(markdown, paths):
    """The comment: what the program wrote, with a second marker where it is about some paths only."""
    body = markdown
    if paths:
        first, _, rest = markdown.partition("\n")
        body = f"{first}\n{KEY}{', '.join(paths).replace('--', '- -')} -->\n{rest}"
    if len(body) > MOST:
        body = body[: body.rindex("\n", 0, MOST - len(CUT)) + 1] + CUT
    return body


def is_ours(found, body):
    """True for a comment about the same paths."""
    lines = [text.replace("\r\n", "\n").split("\n", 2) for text in (found or "", body)]
    keys = [next((line for line in some[1:2] if line.startswith(KEY)), "") for some in lines]
    return lines[0][0] == MARKER and keys[0] == keys[1]


def keep(api, number, body, has_something):
    """Writes the comment; gives what was done. Nothing is begun where there is nothing to say."""
    for one in api.pages(f"issues/{number}/comments"):
        if not is_ours(one["body"], body):
            continue
        if one["body"].replace("\r\n", "\n").strip() == body.strip():
            return "unchanged"
        try:
            api.call("PATCH", f"issues/comments/{one['id']}", {"body": body})
            return "updated"
        except Refused as refused:
            # Somebody else's, which this token may not touch: then one of our own.
            if refused.status not in (403, 404):
                raise
    if not has_something:
        return "not needed"
    api.call("POST", f"issues/{number}/comments", {"body": body})
    return "created"
