// Drives every tool of the server with the npm SDK, over stdio and over HTTP: node every-tool.mjs SERVER ROOT
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [server, root] = process.argv.slice(2);
const options = ["--root", root, "--cache-dir", `${root}-cache`, "--tools", "all"];

// What a required argument is filled in with, by its name; anything else is the name of a symbol.
const values = { path: "main.py", pattern: "help.r", query: "helper", question: "how does helper work", since_ref: "HEAD" };
const fill = (name, schema) => {
  const value = values[name] ?? "helper";
  return schema.type === "array" ? [value] : schema.type === "integer" ? 1 : value;
};

async function drive(transport, over) {
  const client = new Client({ name: "every-tool", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.length > 20, `${tools.length} tools`);
  let answered = 0;
  for (const tool of tools) {
    const args = {};
    for (const name of tool.inputSchema.required ?? []) args[name] = fill(name, tool.inputSchema.properties[name]);
    const answer = await client.callTool({ name: tool.name, arguments: args });
    const text = answer.content[0].text;
    const begins = answer.isError ? `error code=` : `answer `;
    assert.ok(text.startsWith(begins) || tool.name.includes("graph"), `${tool.name}: ${text.slice(0, 200)}`);
    answered += answer.isError ? 0 : 1;
    const wrong = await client.callTool({ name: tool.name, arguments: { nobody_knows: 1 } });
    assert.ok(wrong.isError && wrong.content[0].text.includes("nobody_knows"), tool.name);
  }
  assert.ok(answered * 4 >= tools.length * 3, `${answered} of ${tools.length} tools gave an answer`);
  const { resources } = await client.listResources();
  for (const { uri } of resources) assert.ok((await client.readResource({ uri })).contents[0].text.length > 0, uri);
  const { prompts } = await client.listPrompts();
  for (const { name, arguments: wanted } of prompts) {
    const given = Object.fromEntries((wanted ?? []).map((one) => [one.name, "helper"]));
    assert.ok((await client.getPrompt({ name, arguments: given })).messages.length > 0, name);
  }
  const ref = { type: "ref/prompt", name: "understand" };
  const { completion } = await client.complete({ ref, argument: { name: "symbol", value: "help" } });
  assert.ok(completion.values.some((value) => value.endsWith("helper")), JSON.stringify(completion));
  await client.close();
  console.log(`npm SDK over ${over}: ${tools.length} tools, ${answered} answers, ${resources.length} resources, ${prompts.length} prompts`);
}

await drive(new StdioClientTransport({ command: server, args: options }), "stdio");

const child = spawn(server, [...options, "--http", ":0"], { stdio: ["ignore", "ignore", "pipe"] });
for await (const line of createInterface(child.stderr)) {
  const found = line.match(/listening on (.*)/);
  if (!found) continue;
  await drive(new StreamableHTTPClientTransport(new URL(found[1])), "HTTP");
  child.kill("SIGTERM");
  break;
}
const code = await new Promise((resolve) => child.on("exit", resolve));
assert.equal(code, 0);
