// Asks every tool through the inspector's command line, a process for each: node inspector.mjs INSPECTOR SERVER ROOT
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

const [inspector, server, root] = process.argv.slice(2);
const target = [server, "--root", root, "--cache-dir", `${root}-cache`, "--tools", "all"];

function ask(...more) {
  const given = [inspector, "--cli", ...target, ...more];
  // A tool that answers with an error ends the inspector with another code, and says so on stdout all the same.
  try {
    return JSON.parse(execFileSync(process.execPath, given, { stdio: ["ignore", "pipe", "ignore"] }));
  } catch (failure) {
    return JSON.parse(failure.stdout);
  }
}

const values = { path: "main.py", pattern: "help.r", query: "helper", question: "how does helper work", since_ref: "HEAD" };
const { tools } = ask("--method", "tools/list");
let answered = 0;
for (const tool of tools) {
  const required = tool.inputSchema.required ?? [];
  const pairs = required.map((name) => {
    const value = values[name] ?? "helper";
    return `${name}=${tool.inputSchema.properties[name].type === "array" ? JSON.stringify([value]) : value}`;
  });
  const arguments_ = pairs.length > 0 ? ["--tool-arg", ...pairs] : [];
  const answer = ask("--method", "tools/call", "--tool-name", tool.name, ...arguments_);
  assert.ok(answer.content[0].text.length > 0, tool.name);
  answered += answer.isError ? 0 : 1;
}
assert.ok(answered * 4 >= tools.length * 3, `${answered} of ${tools.length} tools gave an answer`);
const { resources } = ask("--method", "resources/list");
for (const { uri } of resources) {
  assert.ok(ask("--method", "resources/read", "--uri", uri).contents[0].text.length > 0, uri);
}
console.log(`inspector: ${tools.length} tools, ${answered} answers, ${resources.length} resources`);
