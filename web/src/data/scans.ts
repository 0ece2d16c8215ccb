/** Verdicts of the scanner for skills of the list; the server scans, and nothing of a skill is run. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Client } from "../../../src/client/index.ts";
import { leadOf, type SkillRow } from "./skill-source.ts";
import { useClient } from "./workbench.ts";

export type Scan = Awaited<ReturnType<Client["scanSkill"]>>["skills"][number];

export interface ScannedRow {
  readonly row: SkillRow;
  readonly scan: Scan | undefined;
  readonly error: Error | null;
}

/** The server scans a limited number of skills a minute for each user. */
export const MOST_SCANNED = 100;
/** Where nobody has asked for scans: enough for most machines, with room left for those who ask. */
export const MOST_UNASKED = 50;

/** Skills in one request. The server counts requests, and a page with fifty skills must not use them all up. */
const MOST_AT_ONCE = 10;

interface Asked {
  readonly row: SkillRow;
  readonly answer: PromiseWithResolvers<Scan>;
}

/** Scans that are asked for in one go share requests. */
function createScanner(client: Client): Scanner {
  let waiting: Asked[] = [];
  const send = (): void => {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MOST_AT_ONCE)
      void scanTogether(client, all.slice(at, at + MOST_AT_ONCE));
  };
  return async (row) => {
    const answer = Promise.withResolvers<Scan>();
    if (waiting.length === 0) queueMicrotask(send);
    waiting.push({ row, answer });
    return await answer.promise;
  };
}

async function scanTogether(client: Client, asked: readonly Asked[]): Promise<void> {
  const read = await Promise.allSettled(asked.map(({ row }) => sourceOf(client, row)));
  const sources = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  try {
    const { skills } =
      sources.length === 0 ? { skills: [] } : await client.scanSkill({ body: { skills: sources } });
    const scans = skills.values();
    for (const [index, { answer }] of asked.entries()) {
      const source = read[index];
      const scan = source?.status === "fulfilled" ? scans.next().value : undefined;
      if (scan === undefined) answer.reject(whyNot(source));
      else answer.resolve(scan);
    }
  } catch (error) {
    for (const { answer } of asked) answer.reject(error);
  }
}

function whyNot(source: PromiseSettledResult<unknown> | undefined): unknown {
  return source?.status === "rejected" ? source.reason : new Error("The skill was not scanned.");
}

/** A stored skill by its name, with all of its files; of one in a folder its text. */
async function sourceOf(client: Client, row: SkillRow) {
  const { kind, name, system: dialect = "" } = row;
  if (kind === "shelf") return name;
  const { agent = "", path = row.path ?? "" } = leadOf(row) ?? {};
  const { text } = await client.readLibraryText({ query: { dialect, agent, path } });
  return { path: `${name}/SKILL.md`, text };
}

export type Scanner = (row: SkillRow) => Promise<Scan>;

export function useScanner(): Scanner {
  const client = useClient();
  return useMemo(() => createScanner(client), [client]);
}

function queryOf(scan: Scanner, row: SkillRow) {
  return {
    queryKey: ["scan", row.kind, row.path ?? row.name, row.updated_at],
    queryFn: () => scan(row),
    staleTime: Infinity,
  };
}

/** The scan of one row, which shares its request with the others that are asked for beside it. */
export function useScan(scan: Scanner, row: SkillRow, isEnabled: boolean): Scan | undefined {
  return useQuery({ ...queryOf(scan, row), enabled: isEnabled }).data;
}

const QUIET_MS = 1500;

/** Whether the page has been open for a while, so that what can wait does not hold up what is looked at. */
export function useQuiet(): boolean {
  const [isQuiet, setIsQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isQuiet;
}

export function useScans(rows: readonly SkillRow[]): readonly ScannedRow[] {
  const scan = useScanner();
  return useQueries({
    queries: rows.map((row) => queryOf(scan, row)),
    combine: (results) =>
      results.flatMap(({ data, error }, index) => {
        const row = rows[index];
        return row === undefined ? [] : [{ row, scan: data, error }];
      }),
  });
}
