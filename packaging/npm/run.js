// Finds the program for this system among the optional dependencies and becomes it; where Node cannot
// replace its own process, it starts the program and stays only to pass on signals and the exit code.
"use strict";

const { spawn } = require("child_process");
const os = require("os");
const tty = require("tty");

const SCOPE = "@NPM_SCOPE@";
const VARIABLE = "INDEXER_BINARY";

// True for Linux without glibc, such as Alpine.
function isMusl() {
  if (process.platform !== "linux" || !process.report) return false;
  // Else the report looks up the names of every open connection.
  process.report.excludeNetwork = true;
  return !process.report.getReport().header.glibcVersionRuntime;
}

function find() {
  if (process.env[VARIABLE]) return process.env[VARIABLE];
  const system = `${process.platform}-${process.arch}`;
  const wanted = `${SCOPE}/${isMusl() ? `${system}-musl` : system}`;
  const program = process.platform === "win32" ? "indexer.exe" : "indexer";
  try {
    return require.resolve(`${wanted}/bin/${program}`);
  } catch {
    process.stderr.write(
      `error: the package ${wanted}, which holds the program for this system, is not installed\n` +
        `hint: install again without --no-optional and --omit=optional; where a mirror or a lock file of another ` +
        `system has left it out, run: npm install ${wanted}@@VERSION@\n` +
        `hint: where there is no such package, build the program (@REPOSITORY@) and set ${VARIABLE} to its path\n`,
    );
    process.exit(1);
  }
}

function run(name) {
  const program = find();
  const given = process.argv.slice(2);
  if (typeof process.execve === "function" && process.platform !== "win32") {
    try {
      process.execve(program, [name, ...given], process.env);
    } catch {
      // Not allowed here, as in a worker: start it instead.
    }
  }
  // Windows knows no other name of a program than that of its file.
  const isServer = process.platform === "win32" && name !== "indexer";
  const child = spawn(program, isServer ? ["serve", ...given] : given, {
    argv0: name,
    stdio: "inherit",
    windowsHide: true,
  });
  const pass = (signal) => child.kill(signal);
  process.on("SIGTERM", pass);
  process.on("SIGHUP", pass);
  // A terminal sends Ctrl-C to both; a second one would end the program before it has kept its work.
  // Not by process.stdin, which would switch the input that both share to reading without waiting.
  process.on("SIGINT", (signal) => tty.isatty(0) || pass(signal));
  process.on("exit", () => child.kill());
  child.on("error", (error) => {
    process.stderr.write(`error: ${program} cannot be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    process.exit(signal ? 128 + os.constants.signals[signal] : code);
  });
}

module.exports = run;
