import {
  createPrefixReader,
  errorCode,
  type FoundFile,
  type PrefixReader,
  reasonOf,
} from "../../../platform/index.ts";
import {
  type Decoded,
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
} from "../../../skill/index.ts";
import type { Entry } from "../../library/listing.ts";
import { folderNameOf } from "../inputs.ts";

/** These look at the instructions or at the whole file, which `list` does not read. */
const BODY_RULES: ReadonlySet<ViolationRule> = new Set(["placeholder-undeclared", "file-size"]);

export type EntryReader = (file: FoundFile) => Entry;

/** Reads entries one after the other; only the frontmatter is looked at. */
export function createEntryReader(): EntryReader {
  const readPrefix = createPrefixReader(holdsFrontmatter);
  return (file) => {
    try {
      const head = readPrefix(file.path, true);
      const entry = readEntry(file, decoded(head));
      // Some systems describe a skill by its first paragraph, which is not in the head.
      if (entry.description !== undefined && entry.name !== undefined) return entry;
      return readEntry(file, decoded(readPrefix(file.path)));
    } catch (error) {
      if (errorCode(error) === "") throw error;
      const failure = reasonOf(error);
      return { path: file.shown, errors: 1, warnings: 0, codes: ["read/unreadable"], failure };
    }
  };
}

function decoded({ text, bytes }: ReturnType<PrefixReader>): Decoded {
  return bytes === undefined ? { text, problems: [] } : decodeText(bytes);
}

const CLOSER = /\n---[ \t]*\r?\n/;

/** True when both fences are in the text. Other files are read whole, to tell what is odd about them. */
function holdsFrontmatter(text: string): boolean {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return text.startsWith("---", start) && CLOSER.test(text);
}

function readEntry(file: FoundFile, { text, problems }: Decoded): Entry {
  const path = file.shown;
  const directory = folderNameOf(file);
  const document = readDocument(text, problems);
  const { dialect, reason } = detectDialect(document.frontmatter, path);
  const reading = readAs(dialect, document, {
    path,
    ...(directory === undefined ? {} : { directory }),
  });
  const { name, description } = dialect.describe(reading);
  const found: Counted = { errors: 0, warnings: 0, codes: [] };
  for (const problem of document.problems)
    add(found, `parse/${problem.kind}`, problemSeverity(problem, reading));
  for (const violation of violationsOf(reading)) {
    if (BODY_RULES.has(violation.rule) || isSaid(violation, document, reading)) continue;
    add(found, `lint/${violation.rule}`, violation.severity);
  }
  const { errors, warnings, codes } = found;
  return { path, name, description, dialect: dialect.id, reason, errors, warnings, codes };
}

interface Counted {
  errors: number;
  warnings: number;
  readonly codes: string[];
}

function add(found: Counted, code: string, severity: Severity): void {
  if (severity === "error") found.errors++;
  else if (severity === "warning") found.warnings++;
  else return;
  if (!found.codes.includes(code)) found.codes.push(code);
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
