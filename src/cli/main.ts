#!/usr/bin/env node
/**
 * The start of the program. It answers `--version` and `--help` itself and loads everything else only
 * when it is needed, since most of the time of a short run is loading.
 */
import manifest from "../../package.json" with { type: "json" };
import { findCommand } from "./commands/table.ts";
import { commandHelp, mainHelp } from "./help.ts";

const words = process.argv.slice(2);
const answer = answerAtOnce(words);
if (answer === undefined) {
  const { start } = await import("./start.ts");
  process.exitCode = await start(words, manifest.version);
} else process.stdout.write(answer);

/** What can be said without loading a command; undefined where there is nothing. */
function answerAtOnce(parameters: readonly string[]): string | undefined {
  const [first, second] = parameters;
  if (first === "--version" || first === "-V") return `${manifest.version}\n`;
  if (first === "--help" || first === "-h") return mainHelp(manifest.version);
  if (first === "help" && second === undefined) return mainHelp(manifest.version);
  const name = first === "help" ? second : first;
  const command = findCommand(name ?? "");
  if (command === undefined) return undefined;
  const end = parameters.indexOf("--");
  const before = end === -1 ? parameters : parameters.slice(0, end);
  const isAsked = first === "help" || before.includes("--help") || before.includes("-h");
  return isAsked ? commandHelp(command) : undefined;
}
