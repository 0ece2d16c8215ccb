import { errorTitles } from "../errors.ts";
import { dialectIds } from "../../skill/index.ts";
import { evalCodes } from "../../check/eval/index.ts";
import { allCodes, type CodeEntry } from "../../check/index.ts";

type Row = readonly [code: string, title: string];

const ROWS: readonly Row[] = [
  ["read/unreadable", "Every skill that is found can be read."],
  ["cli/usage", "The command line is one that the program knows."],
  ["cli/no-such-path", "Paths on the command line exist."],
  ["cli/no-skill", "The folder on the command line is a skill."],
  ["cli/invalid-case", "Conformance cases are JSON objects, one a line."],
  ["cli/no-knowledge", "The knowledge base that a skill names is there."],
  ["cli/no-mcp-server", "The MCP servers that a skill may use are set up."],
  ["cli/no-login", "There is a token for the server that is asked."],
  ["cli/refused", "The server takes the request."],
  ["cli/unreachable", "The server that is asked answers."],
  ["cli/internal", "The program comes to an end without a fault of its own."],
];

/** Every code that the program can show: of the checks, and of the program itself. */
export function programCodes(): readonly CodeEntry[] {
  const own = [...ROWS, ...errorTitles()].map(([code, title]): CodeEntry => ({
    code,
    title,
    severity: "error",
    page: `docs/reference/diagnostics/${code}.md`,
  }));
  const evals = Object.entries(evalCodes).map(([code, [severity, title]]): CodeEntry => ({
    code,
    title,
    severity,
    page: `docs/reference/diagnostics/${code}.md`,
  }));
  return [...allCodes(), ...evals, ...own];
}

/** Those of the scanner too, which takes time to load. */
export async function listAllCodes(): Promise<readonly CodeEntry[]> {
  const { scanCodes } = await import("../../check/scan/index.ts");
  return [...programCodes(), ...scanCodes()];
}

/** Words that stand in no table of the commands, for shells that complete them. */
export function vocabulary(): {
  readonly dialects: readonly string[];
  readonly codes: readonly string[];
} {
  return { dialects: dialectIds(), codes: programCodes().map(({ code }) => code) };
}
