/**
 * Runs the command line of OpenClaw over and over in one process. Between two calls it forgets what it read from the
 * environment and the settings of the last one; files of a release have names of their own, its functions keep theirs.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Call } from "./ask.ts";

const [program = ""] = process.argv.slice(2);
const dist = join(dirname(program), "dist");

/** What makes it forget. */
const RESETS = [
  "resetConfigRuntimeState",
  "resetConfigOverrides",
  "pinConfigDir",
  "pinRuntimePaths",
];

type Plain = () => void;

async function findResets(): Promise<readonly Plain[]> {
  const left = new Set(RESETS);
  const found: Plain[] = [];
  for (const name of readdirSync(dist)) {
    if (!name.endsWith(".mjs")) continue;
    const text = readFileSync(join(dist, name), "utf8");
    for (const reset of left) {
      if (!text.includes(`\nfunction ${reset}(`)) continue;
      const alias = new RegExp(`\\b${reset}(?: as (?<alias>\\w+))?[ ,}]`, "u").exec(
        text.slice(text.lastIndexOf("\nexport {")),
      );
      if (alias === null) continue;
      const module: Record<string, Plain> = await import(pathToFileURL(join(dist, name)).href);
      const value = module[alias.groups?.["alias"] ?? reset];
      if (value !== undefined) found.push(value);
      left.delete(reset);
    }
  }
  if (left.size > 0) throw new Error(`This release has no ${[...left].join(", ")}.`);
  return found;
}

// Each call adds listeners of its own.
process.setMaxListeners(0);
const resets = await findResets();
const {
  runCli,
}: { readonly runCli: (words: readonly string[], options: object) => Promise<void> } = await import(
  pathToFileURL(join(dist, "cli/run-main.js")).href
);
const own = { ...process.env };

function setEnvironment(values: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, values);
}

class Ended extends Error {}

async function answer({ words, folder, environment }: Call): Promise<string> {
  setEnvironment(environment);
  process.chdir(folder);
  process.argv = [process.execPath, program, ...words];
  for (const reset of resets) reset();
  let text = "";
  const write = process.stdout.write.bind(process.stdout);
  const writeError = process.stderr.write.bind(process.stderr);
  const exit = process.exit.bind(process);
  const take = (piece: unknown, ...rest: unknown[]): boolean => {
    text += String(piece);
    rest.forEach((item) => typeof item === "function" && item());
    return true;
  };
  process.stdout.write = take;
  process.stderr.write = (_piece: unknown, ...rest: unknown[]): boolean => {
    rest.forEach((item) => typeof item === "function" && item());
    return true;
  };
  process.exit = () => {
    throw new Ended();
  };
  try {
    await runCli(process.argv, { retainConsoleRoutingUntilProcessExit: true });
  } catch {
    // It refuses, and has said why or would have done so at its end.
  } finally {
    process.stdout.write = write;
    process.stderr.write = writeError;
    process.exit = exit;
    process.exitCode = 0;
    process.chdir("/");
    setEnvironment(own);
  }
  return text;
}

process.on("message", (call: Call) => {
  void answer(call).then((text) => process.send?.(text));
});
