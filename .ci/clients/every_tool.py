"""Drives every tool of the server with the PyPI SDK: python every_tool.py SERVER ROOT"""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

SERVER, ROOT = sys.argv[1:]
# What a required argument is filled in with, by its name; anything else is the name of a symbol.
VALUES = {"path": "main.py", "pattern": "help.r", "query": "helper", "question": "how does helper work", "since_ref": "HEAD"}


def fill(name, schema):
    value = VALUES.get(name, "helper")
    return [value] if schema.get("type") == "array" else 1 if schema.get("type") == "integer" else value


def field(thing, *names):
    """A field under the first of these names that there is: they changed with version 2."""
    return next(getattr(thing, name) for name in names if hasattr(thing, name))


async def main():
    arguments = ["--root", ROOT, "--cache-dir", f"{ROOT}-cache", "--tools", "all"]
    async with stdio_client(StdioServerParameters(command=SERVER, args=arguments)) as streams:
        async with ClientSession(*streams) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            assert len(tools) > 20, len(tools)
            answered = 0
            for tool in tools:
                schema = field(tool, "input_schema", "inputSchema")
                given = {name: fill(name, schema["properties"][name]) for name in schema.get("required", [])}
                answer = await session.call_tool(tool.name, given)
                failed, text = field(answer, "is_error", "isError"), answer.content[0].text
                begins = "error code=" if failed else "answer "
                assert text.startswith(begins) or "graph" in tool.name, (tool.name, text[:200])
                answered += not failed
            assert answered * 4 >= len(tools) * 3, f"{answered} of {len(tools)} tools gave an answer"
            for resource in (await session.list_resources()).resources:
                read = await session.read_resource(resource.uri)
                assert read.contents[0].text, resource.uri
            print(f"PyPI SDK over stdio: {len(tools)} tools, {answered} answers")


asyncio.run(main())
