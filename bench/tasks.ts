import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Target, Task } from "./measure.ts";

const here = import.meta.dirname;
const program = join(here, "..", "dist", "cli", "main.js");

/** Starting up: compared with a Node process that does nothing. */
export function startTasks(): Task[] {
  return [
    {
      id: "empty",
      title: "empty node process",
      command: [join(here, "empty.mjs")],
      base: "empty",
      isSilent: true,
    },
    programTask({ id: "version", arguments: ["--version"], base: "empty", target: { ratio: 2 } }),
    programTask({ id: "help", arguments: ["--help"], base: "empty", target: { ratio: 2 } }),
  ];
}

/** Work on a tree: compared with reading every SKILL.md. `scratch` takes the caches. */
export function treeTasks(tree: string, scratch: string): Task[] {
  function onTree(id: string, words: readonly string[], target?: Target): Task {
    return programTask({
      id,
      arguments: [...words, tree],
      base: "floor",
      ...(target && { target }),
      environment: { SKILLWRIGHT_CACHE_DIR: join(scratch, `cache-${id}`) },
    });
  }
  const lint = ["lint", "--format", "json"];
  return [
    {
      id: "floor",
      title: "floor: read every SKILL.md",
      command: [join(here, "floor.mjs"), tree],
      base: "floor",
    },
    {
      id: "empty",
      title: "empty node process",
      command: [join(here, "empty.mjs")],
      base: "floor",
      isSilent: true,
    },
    onTree("list", ["list", "--json", "--no-cache"], { ratio: 3, megabytes: 110 }),
    onTree("list-cached", ["list", "--json"], { ratio: 1 }),
    onTree("lint", [...lint, "--no-cache", "--jobs", "1"], { ratio: 8, megabytes: 160 }),
    onTree("lint-jobs", [...lint, "--no-cache"]),
    onTree("lint-cached", lint, { ratio: 1.5 }),
    onTree("validate", ["validate", "--dialect", "agentskills", "--json"], { ratio: 5 }),
    // Loads, gates and lists for the model: everything that happens when a session begins.
    onTree("prompt", ["prompt", "--as", "openclaw", "--root"], { ratio: 5, megabytes: 150 }),
  ];
}

/** Gating alone: compared with a loop that makes the same look-ups and finds out nothing else. */
export function gateTasks(): Task[] {
  const command = [join(here, "gate.ts")];
  return [
    { id: "plain", title: "plain loop: 10,000 skills, 3 hosts", command, base: "plain" },
    {
      id: "gate",
      title: "gate: 10,000 skills, 3 hosts",
      command,
      base: "plain",
      target: { ratio: 2 },
    },
  ];
}

/** A library that stays open: one file of the tree changes, compared with opening it. */
export function changeTasks(tree: string): Task[] {
  const command = [join(here, "change.ts"), tree];
  return [
    { id: "cold", title: "cold load: open, gate, list", command, base: "cold" },
    {
      id: "change",
      title: "snapshot after one change",
      command,
      base: "cold",
      target: { ratio: 0.02 },
    },
  ];
}

interface ProgramTask {
  readonly id: string;
  readonly arguments: readonly string[];
  readonly base: string;
  readonly target?: Target;
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
}

export function programTask(options: ProgramTask): Task {
  const words = options.arguments.filter((argument) => !argument.includes("/"));
  const suffix = options.id.endsWith("cached") ? " (warm cache)" : "";
  return {
    id: options.id,
    title: `skillwright ${words.join(" ")}${suffix}`,
    command: [program, ...options.arguments],
    base: options.base,
    ...(options.target && { target: options.target }),
    ...(options.environment && { environment: options.environment }),
    ...(options.directory !== undefined && { directory: options.directory }),
    ...(!existsSync(program) && { unavailable: "dist/cli/main.js is missing: build first" }),
  };
}
