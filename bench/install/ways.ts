/** How each program is asked to install all skills of a registry into a folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Comparison } from "./skills.ts";

const root = join(import.meta.dirname, "../..");
const skills = join(root, "test/clients/node_modules/skills/bin/cli.mjs");
const clawhub = join(root, "test/clients/node_modules/clawhub/bin/clawdhub.js");
const own = join(root, "dist/cli/main.js");

export interface Way {
  readonly title: string;
  /** Below the folder in which the program runs. */
  readonly target: string;
  readonly comparison: Comparison;
  /** The words of each call, one after the other. */
  readonly calls: readonly (readonly string[])[];
  readonly environment: Readonly<Record<string, string>>;
  readonly isOurs: boolean;
}

export function waysTo(url: string, names: readonly string[]): readonly Way[] {
  // Nobody has signed the skills, so that a user of ours has to agree to that.
  const agreed = "--allow-experimental";
  const ours = {
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
      title: "skills add URL --skill *",
      target: ".claude/skills",
      comparison: {},
      calls: [[skills, "add", url, "--skill", "*", "--yes", "--copy", "--agent", "claude-code"]],
      environment: { DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", CI: "1" },
      isOurs: false,
    },
    {
      title: "clawhub install NAME, one by one",
      target: "skills",
      comparison: { leftOut: ".clawhub/" },
      calls: names.map((name) => [clawhub, "--no-input", "install", name]),
      environment: { CLAWHUB_SITE: url, CLAWHUB_DISABLE_TELEMETRY: "1" },
      isOurs: false,
    },
  ];
}

/** Runs every call to its end, and gives the seconds of all together. */
export async function runWay(way: Way, folder: string, home: string): Promise<number> {
  const began = performance.now();
  for (const words of way.calls) await runCall(words, folder, { HOME: home, ...way.environment });
  return (performance.now() - began) / 1000;
}

async function runCall(
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(process.execPath, words, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", NO_COLOR: "1", ...environment },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  await once(child, "close");
  if (child.exitCode !== 0)
    throw new Error(`It ended with ${child.exitCode ?? child.signalCode}: ${said.slice(-2000)}`);
}
