/** Verdicts of the scanner for skills of the list; the server scans, and nothing of a skill is run. */
import { useQueries } from "@tanstack/react-query";
import type { Client } from "../../../src/client/index.ts";
import { leadOf, type SkillRow } from "./skill-source.ts";
import { useClient } from "./workbench.ts";

export type Scan = Awaited<ReturnType<Client["scanSkill"]>>["skills"][number];

export interface ScannedRow {
  readonly row: SkillRow;
  readonly scan: Scan | undefined;
  readonly error: Error | null;
}

async function scanRow(client: Client, row: SkillRow, signal: AbortSignal): Promise<Scan> {
  const { skills } = await client.scanSkill({
    body: { skills: [await sourceOf(client, row, signal)] },
    signal,
  });
  const [scan] = skills;
  if (scan === undefined) throw new Error("The skill was not scanned.");
  return scan;
}

/** A stored skill by its name, with all of its files; of one in a folder its text. */
async function sourceOf(client: Client, row: SkillRow, signal: AbortSignal) {
  const { kind, name, system: dialect = "" } = row;
  if (kind === "shelf") return name;
  const { agent = "", path = row.path ?? "" } = leadOf(row) ?? {};
  const { text } = await client.readLibraryText({ query: { dialect, agent, path }, signal });
  return { path: `${name}/SKILL.md`, text };
}

export function useScans(rows: readonly SkillRow[]): readonly ScannedRow[] {
  const client = useClient();
  return useQueries({
    queries: rows.map((row) => ({
      queryKey: ["scan", row.kind, row.path ?? row.name, row.updated_at],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => scanRow(client, row, signal),
      staleTime: Infinity,
    })),
    combine: (results) =>
      results.flatMap(({ data: scan, error }, index) => {
        const row = rows[index];
        return row === undefined ? [] : [{ row, scan, error }];
      }),
  });
}
