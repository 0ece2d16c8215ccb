import { posix } from "node:path";
import type { AgentId, Case } from "../types.ts";
import { BROKEN_HOMES } from "./broken.ts";
import { buildHomes, type Home } from "./homes.ts";
import { type Probe, PROBES } from "./probes.ts";
import { seededCase } from "./seeded.ts";
import { AGENT_HOMES } from "./settings.ts";

/** So many homes from seeds are recorded; more are asked with `--homes`. */
const SEEDED = 10;

export function buildCases(id: AgentId): readonly Case[] {
  const folder = id === "claude" ? ".claude/skills" : ".agents/skills";
  return [
    ...PROBES.map((probe) => toCase(id, `PROJECT/${folder}`, probe)),
    ...[...buildHomes(folder), ...AGENT_HOMES[id], ...BROKEN_HOMES[id]].map((home) =>
      toHomeCase(id, home),
    ),
    ...Array.from({ length: SEEDED }, (_, index) => seededCase(id, index + 1)),
  ];
}

function toCase(agent: AgentId, root: string, probe: Probe): Case {
  const inRoot = (path: string): string => posix.join(root, path);
  const links = Object.entries(probe.links ?? {}).map(([path, target]) => [
    inRoot(path),
    target.replace(/^ROOT/u, root),
  ]);
  const files = Object.entries(probe.files).map(([path, text]) => [inRoot(path), text]);
  return {
    id: `${agent}-${probe.id}`,
    note: probe.note ?? "",
    in: {
      files: Object.fromEntries(files),
      ...(probe.dirs !== undefined && { dirs: probe.dirs.map(inRoot) }),
      ...(links.length > 0 && { links: Object.fromEntries(links) }),
      cwd: "PROJECT",
      git: ["PROJECT"],
    },
  };
}

function toHomeCase(agent: AgentId, home: Home): Case {
  return {
    id: `${agent}-home-${home.id}`,
    note: home.note,
    in: { cwd: "PROJECT", git: ["PROJECT"], ...home.in },
  };
}
