import { cacheFolder, openStore } from "../../platform/index.ts";
import type { VerdictStore } from "../../serve/mcp/index.ts";
import type { Context } from "../context.ts";
import { scannerDigest } from "../../app/registry/scan-memory.ts";

type Row = readonly [key: string, decision: "allow" | "review" | "block", reason: string];

/** Entries that are kept; the oldest go first. */
const MOST_VERDICTS = 50_000;

/**
 * Verdicts of the very same scanner, kept among the caches for the next start. Undefined where nobody knows which
 * scanner this is.
 */
export function verdictStore({ environment, now }: Context): VerdictStore | undefined {
  const scanner = scannerDigest();
  if (scanner === undefined) return undefined;
  const folder = cacheFolder(environment);
  const load: VerdictStore["load"] = () => {
    const answer = openStore(folder, now()).readAnswer("verdicts", [scanner]);
    // Written below by the same program; a damaged file counts as none.
    const rows = answer === undefined ? [] : (JSON.parse(answer) as readonly Row[]);
    return new Map(rows.map(([key, decision, reason]) => [key, { decision, reason }]));
  };
  return {
    load,
    save: (verdicts) => {
      // What another process has written meanwhile is kept as well.
      const rows = [...new Map([...load(), ...verdicts])]
        .slice(-MOST_VERDICTS)
        .map(([key, { decision, reason }]) => [key, decision, reason]);
      openStore(folder, now()).writeAnswer("verdicts", [scanner], JSON.stringify(rows));
    },
  };
}
