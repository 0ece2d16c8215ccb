import { createPrefixReader, errorCode, type FoundFile, reasonOf } from "../../platform/index.ts";
import {
  decodeText,
  detectDialect,
  type Document,
  type Problem,
  readAs,
  readDocument,
  type Reading,
  type Severity,
  type Violation,
  violationsOf,
  type ViolationRule,
} from "../../skill/index.ts";

/** What `list` tells of one skill. */
export interface Entry {
  readonly path: string;
  readonly name?: string;
  readonly description?: string;
  readonly dialect?: string;
  /** Completes "This is … because …". */
  readonly reason?: string;
  readonly errors: number;
  readonly warnings: number;
  readonly codes: readonly string[];
  /** Why the file could not be read. */
  readonly failure?: string;
}

/** These look at the instructions or at the whole file, which `list` does not read. */
const BODY_RULES: ReadonlySet<ViolationRule> = new Set(["placeholder-undeclared", "file-size"]);

export type EntryReader = (file: FoundFile) => Entry;

/** Reads entries one after the other; only the frontmatter is looked at. */
export function createEntryReader(): EntryReader {
  const readPrefix = createPrefixReader(holdsFrontmatter);
  return (file) => {
    try {
      const { bytes, isWhole } = readPrefix(file.path);
      return readEntry(file.shown, isWhole ? bytes : bytes.subarray(0, cutBefore(bytes)));
    } catch (error) {
      if (errorCode(error) === "") throw error;
      const failure = reasonOf(error);
      return { path: file.shown, errors: 1, warnings: 0, codes: ["read/unreadable"], failure };
    }
  };
}

const DASH = 0x2d;

/** True when both fences are in the bytes. Other files are read whole, to tell what is odd about them. */
function holdsFrontmatter(bytes: Buffer): boolean {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (bytes[start] !== DASH || bytes[start + 1] !== DASH || bytes[start + 2] !== DASH) return false;
  for (let at = bytes.indexOf("\n---", start); at !== -1; at = bytes.indexOf("\n---", at + 1)) {
    const lineEnd = bytes.indexOf("\n", at + 4);
    if (lineEnd === -1) return false;
    if (bytes.toString("latin1", at + 4, lineEnd).trim() === "") return true;
  }
  return false;
}

/** The end of the last whole line, so that no character and no line end is cut in two. */
function cutBefore(bytes: Buffer): number {
  return bytes.lastIndexOf("\n") + 1;
}

function readEntry(path: string, bytes: Uint8Array): Entry {
  const { text, problems } = decodeText(bytes);
  const document = readDocument(text, problems);
  const { dialect, reason } = detectDialect(document.frontmatter, path);
  const reading = readAs(dialect, document, { path });
  const { name, description } = dialect.describe(reading);
  const found = { errors: 0, warnings: 0, codes: new Set<string>() };
  for (const problem of document.problems)
    add(found, `parse/${problem.kind}`, problemSeverity(problem, reading));
  for (const violation of violationsOf(reading)) {
    if (BODY_RULES.has(violation.rule) || isSaid(violation, document, reading)) continue;
    add(found, `lint/${violation.rule}`, violation.severity);
  }
  return {
    path,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    dialect: dialect.id,
    reason,
    errors: found.errors,
    warnings: found.warnings,
    codes: [...found.codes],
  };
}

function add(
  found: { errors: number; warnings: number; readonly codes: Set<string> },
  code: string,
  severity: Severity,
): void {
  if (severity === "error") found.errors++;
  else if (severity === "warning") found.warnings++;
  else return;
  found.codes.add(code);
}

/** What the system of the dialect bears is no error there. */
function problemSeverity(problem: Problem, { dialect }: Reading): Severity {
  const isBorne = problem.severity === "error" && dialect.bears.includes(problem.kind);
  return isBorne ? "warning" : problem.severity;
}

/** The system refuses the file for an oddity of writing that was counted already. */
function isSaid(violation: Violation, document: Document, reading: Reading): boolean {
  if (violation.rule !== "frontmatter-refused") return false;
  return reading.refusals.every((refusal) =>
    document.problems.some((problem) => problem.kind === refusal.kind),
  );
}
