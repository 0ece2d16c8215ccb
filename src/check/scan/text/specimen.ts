import type { ScanContext } from "../context.ts";
import { isSecurityText } from "./explain.ts";

/** Names of files that hold attacks to test a defence with. */
const TEST_PATH =
  /(?:^|[/._-])(?:tests?|specs?|fixtures?|payloads?|jailbreaks?|samples?|signatures?|patterns?|rules|detect(?:ors?|ions?)?|evals?|corpus)(?:[/._-]|$)/i;
/** Entries of a list of rules, which are compared with texts and never run. */
const RULE_ENTRY =
  /^[ \t]*(?:- )?["']?(?:pattern(?:s|-\w+)?|regex(?:es)?|payloads?|examples?|signatures?|matches|match|indicators?|test_?cases?)["']?[ \t]*[:=]/m;
const RULE_REACH = 400;
/** Something that a line of a program hands its texts to. */
const RUNS =
  /\b(?:system|popen|run|call|check_call|check_output|getoutput|exec\w*|spawn\w*|eval|invoke\w*|shell|sh|subprocess|child_process|send|write\w*)\s*\(|shell\s*=\s*True|\$`/i;
const COMPARING =
  /\bre\.(?:search|match|compile|find|full)|\bRegExp\b|\.test\(|\.match\w*\(|\.search\(|\bexpect\(|\bassert\w*[ (]|\.includes\(|\bin [A-Z_]{3,}\b/;
const COMPARES = /(?:\b(?:[ef]?grep|rg|ag|awk|sed|ack)\b|=~|\bcase\b)/;

/**
 * Whether a place in a file that is no Markdown only shows an attack: a text that a program compares others with, an
 * entry in a list of rules, or a file of tests in a skill about security. What a program runs, the analysis of code finds.
 */
export function isSpecimen(context: ScanContext, path: string, offset: number): boolean {
  const file = context.fileAt(path);
  if (file?.text === undefined || file.kind === "skill") return false;
  if (TEST_PATH.test(path) && context.ask(isSecurityText)) return true;
  const { text, kind, language } = file;
  if (kind === "text")
    return (
      /\.(?:ya?ml|json|toml)$/i.test(path) &&
      RULE_ENTRY.test(text.slice(Math.max(0, offset - RULE_REACH), offset + 1))
    );
  if (kind !== "code" || context.ports.syntax === undefined) return false;
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  if (offset - start > 2000) return false;
  const before = text.slice(start, offset);
  const quote = openQuote(before);
  if (quote === -1) return false;
  if (language === "shell") return COMPARES.test(lastCommand(before.slice(0, quote)));
  if (language !== "python" && language !== "javascript" && language !== "typescript") return false;
  // A list or a call holds it, in a program that compares texts.
  const isListed = /[[{(,:]\s*[rbfu]{0,2}$/i.test(before.slice(0, quote));
  return isListed && !RUNS.test(before) && COMPARING.test(text.slice(0, 100_000));
}

/** Where the quotation mark stands that is open at the end; -1 where none is. */
function openQuote(before: string): number {
  let open = "";
  let start = -1;
  for (let at = 0; at < before.length; at++) {
    const mark = before.charAt(at);
    if (mark === "\\") at++;
    else if (open === "" && (mark === '"' || mark === "'" || mark === "`")) {
      open = mark;
      start = at;
    } else if (mark === open) open = "";
  }
  return open === "" ? -1 : start;
}

function lastCommand(line: string): string {
  return line.slice(Math.max(line.lastIndexOf(";"), line.lastIndexOf("|")) + 1);
}
