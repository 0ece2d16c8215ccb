#!/usr/bin/env node
/**
 * The start of the program. It answers `--version` and `--help` itself and loads everything else only
 * when it is needed, since most of the time of a short run is loading.
 */
import manifest from "../../package.json" with { type: "json" };
import { findAction, findCommand } from "./commands/table.ts";
import { commandHelp, mainHelp } from "./help.ts";

const words = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isOld = major < 22 || (major === 22 && minor < 12);
const answer = await answerAtOnce(words);
process.stdout.on("error", endOnFailedOutput);
if (isOld && answer === undefined) {
  const needed = `Skillwright needs Node ${manifest.engines.node}`;
  process.stderr.write(`error: ${needed}, and this is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else if (answer === undefined) {
  // Whoever does not take messages shall not lose the result.
  process.stderr.on("error", () => undefined);
  const { start } = await import("./start.ts");
  process.exitCode = await start(words, manifest.version);
} else process.stdout.write(answer);

/** `skillwright … | head` closes the pipe early; that is no failure, but a full disk is. */
function endOnFailedOutput(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  const reason = error.message.replace(/^[A-Z]+: |, write$/g, "");
  process.stderr.write(`error: The output cannot be written: ${reason}.\n`);
  process.exit(2);
}

/** What can be said without loading a command; undefined where there is nothing. */
async function answerAtOnce(parameters: readonly string[]): Promise<string | undefined> {
  const [first, second] = parameters;
  if (first === "--version" || first === "-V") return `${manifest.version}\n`;
  if (first === "--help" || first === "-h") return mainHelp(manifest.version);
  if (first === "help" && second === undefined) return mainHelp(manifest.version);
  // What an old Node cannot load it cannot show either.
  if (isOld) return undefined;
  const [name, action] = first === "help" ? [second, parameters[2]] : [first, second];
  const found = findAction(name ?? "", action);
  const isAction = found !== undefined && "row" in found;
  const command = isAction ? found.row : findCommand(name ?? "");
  if (command === undefined) return undefined;
  const end = parameters.indexOf("--");
  const before = end === -1 ? parameters : parameters.slice(0, end);
  const isAsked = first === "help" || before.includes("--help") || before.includes("-h");
  return isAsked ? commandHelp(await command.load()) : undefined;
}
