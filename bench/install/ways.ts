/** How each program is asked to install all skills of a registry into a folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Comparison } from "./skills.ts";

const root = join(import.meta.dirname, "../..");
const skills = join(root, "test/clients/node_modules/skills/bin/cli.mjs");
const clawhub = join(root, "test/clients/node_modules/clawhub/bin/clawdhub.js");
const own = join(root, "dist/cli/main.js");
/** What others do on this machine takes none of the processor time of a program. */
const hook = join(root, "bench/usage-hook.cjs");

export interface Way {
  readonly title: string;
  /** Below the folder in which the program runs. */
  readonly target: string;
  readonly comparison: Comparison;
  /** What whoever has a new home does once, before anything is installed; it is not timed. */
  readonly before: readonly (readonly string[])[];
  /** The words of each call, one after the other. */
  readonly calls: readonly (readonly string[])[];
  readonly environment: Readonly<Record<string, string>>;
  readonly isOurs: boolean;
}

export function waysTo(url: string, names: readonly string[]): readonly Way[] {
  // Nobody has signed the skills, so that a user of ours has to agree to that.
  const agreed = "--allow-experimental";
  const ours = {
    before: [],
    target: "skills",
    comparison: { withRights: true },
    environment: { SKILLWRIGHT_REGISTRY: url },
    isOurs: true,
  };
  return [
    {
      ...ours,
      title: "skillwright install NAME...",
      calls: [[own, "install", ...names, agreed]],
    },
    {
      ...ours,
      title: "skillwright install well-known:URL --all",
      calls: [[own, "install", `well-known:${url}`, "--all", agreed]],
    },
    {
      ...ours,
      title: "skillwright install NAME, one by one",
      calls: names.map((name) => [own, "install", name, agreed]),
    },
    {
      ...ours,
      title: "skillwright install NAME..., root trusted",
      before: [[own, "trust", "add", "--registry", url]],
      calls: [[own, "install", ...names, agreed]],
    },
    {
      before: [],
      title: "skills add URL --skill *",
      target: ".claude/skills",
      comparison: {},
      calls: [[skills, "add", url, "--skill", "*", "--yes", "--copy", "--agent", "claude-code"]],
      environment: { DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", CI: "1" },
      isOurs: false,
    },
    {
      before: [],
      title: "clawhub install NAME, one by one",
      target: "skills",
      comparison: { leftOut: ".clawhub/" },
      calls: names.map((name) => [clawhub, "--no-input", "install", name]),
      environment: { CLAWHUB_SITE: url, CLAWHUB_DISABLE_TELEMETRY: "1" },
      isOurs: false,
    },
  ];
}

/** Runs every call to its end, and gives the seconds of processor time of all together. */
export async function runCalls(
  calls: Way["calls"],
  way: Way,
  folder: string,
  home: string,
): Promise<number> {
  let seconds = 0;
  for (const words of calls)
    seconds += await runCall(words, folder, { HOME: home, ...way.environment });
  return seconds;
}

async function runCall(
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(process.execPath, ["--require", hook, ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", ...environment },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  let used = "";
  (child.stdio[3] as Readable).setEncoding("utf8").on("data", (text: string) => {
    used += text;
  });
  await once(child, "close");
  if (child.exitCode !== 0)
    throw new Error(`It ended with ${child.exitCode ?? child.signalCode}: ${said.slice(-2000)}`);
  return (JSON.parse(used) as { readonly cpuSeconds: number }).cpuSeconds;
}
