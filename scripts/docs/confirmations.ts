/** What confirmed the models of other systems: the programs that answered the recorded cases. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { agents } from "../../src/library/agents/index.ts";
import type { Confirmation } from "../../src/skill/index.ts";

const folder = resolve(import.meta.dirname, "../../vectors/agents");

interface Recorded {
  readonly agent: string;
  readonly version: string;
}

/** src/skill/confirmations.json: the release of each program and the number of its cases, as vectors/agents has them. */
export function confirmations(): readonly Confirmation[] {
  return [...agents.flatMap(({ id, command }) => rowOf(id, command)), openclawRow()];
}

function rowOf(id: string, command: string): readonly Confirmation[] {
  const file = join(folder, `${command}.jsonl`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): Recorded => JSON.parse(line));
  const versions = new Set(lines.map(({ version }) => version));
  if (versions.size !== 1) throw new Error(`${file} names ${versions.size} releases.`);
  return [{ id, program: command, version: lines[0]?.version ?? "", cases: lines.length }];
}

function openclawRow(): Confirmation {
  const { version, homes }: { readonly version: string; readonly homes: object } = JSON.parse(
    readFileSync(join(folder, "openclaw-homes.json"), "utf8"),
  );
  const edition = version.split(".").slice(0, 2).join(".");
  return {
    id: `openclaw@${edition}`,
    program: "openclaw",
    version,
    cases: Object.keys(homes).length,
  };
}
