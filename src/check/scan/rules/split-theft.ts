import type { ScanContext, Statement } from "../context.ts";
import {
  type Family,
  GATHERS,
  maskedOf,
  says,
  SENDS_TO_FIXED,
  strangeAddress,
} from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";
import { AUTHENTICATION } from "../text/words.ts";

/** Names of what is put together in one place and given away in another. */
const VESSEL =
  /\b(?:reports?|bundles?|archives?|diagnostics|snapshots?|packages?|backups?|payloads?|collections?|records?|dossiers?|summar(?:y|ies)|logs?|health file|results?)\b/g;
const FILE = /[\w-]{2,60}\.(?:txt|json|log|zip|tgz|gz|tar|csv|md|bin|dat|db|enc|7z)\b/gi;
const MOST = 200;
const HOLDS: Family = {
  pattern: /<secret>|\bbearer tokens?\b|\bsession cookies?\b|\bsaved passwords\b/,
};
const LEFT_OUT =
  /\b(?:leav\w+ out|exclud\w+|omit\w*|redact\w*|except|strip\w*|mask\w*)\b[^.;]{0,60}<secret>/;

function isLeftOut(context: ScanContext, statement: Statement): boolean {
  return LEFT_OUT.test(maskedOf(context, statement).text);
}

interface Side {
  readonly statement: Statement;
  readonly names: ReadonlySet<string>;
}

export const splitTheft: ScanRule = {
  code: "scan/split-theft",
  title: "What is gathered in one place is not given away in another.",
  severity: "high",
  category: "exfiltration",
  confidence: "medium",
  hint: "Neither sentence is bad by itself. Read them together.",
  check(context) {
    const gathered = gatheredIn(context);
    if (gathered.length === 0) return;
    for (const statement of context.statements) {
      const sent = says(context, statement, SENDS_TO_FIXED);
      if (sent === undefined || !isFar(context, statement)) continue;
      const names = namesIn(statement);
      const source = gathered.find(
        (side) => side.statement !== statement && [...names].some((name) => side.names.has(name)),
      );
      if (source === undefined) continue;
      const { view, span } = source.statement;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, "high", { ...sent, isQuoted: false }),
        message: "What holds secrets is handed to a stranger in several steps.",
        related: [{ message: "What it holds.", file: view.file, span: view.original(span) }],
      });
    }
  },
};

function isFar(context: ScanContext, statement: Statement): boolean {
  return (
    strangeAddress(statement.text) !== undefined ||
    maskedOf(context, statement).text.includes("<mail>")
  );
}

/** Sentences by which files of secrets come into something that has a name. */
function gatheredIn(context: ScanContext): readonly Side[] {
  const sides: Side[] = [];
  for (const statement of context.statements) {
    if (statement.stance !== "asks" || statement.kind === "heading") continue;
    if (sides.length >= MOST) break;
    if (says(context, statement, HOLDS) === undefined || isLeftOut(context, statement)) continue;
    if (AUTHENTICATION.test(statement.folded.replace(/bearer tokens?/g, ""))) continue;
    if (says(context, statement, GATHERS) === undefined) continue;
    // What the file comes into may be told a sentence earlier.
    const near = neighbours(context, statement, 0).filter(({ stance }) => stance === "asks");
    const names = new Set(near.flatMap((other) => [...namesIn(other)]));
    if (names.size > 0) sides.push({ statement, names });
  }
  return sides;
}

function namesIn({ folded }: Statement): ReadonlySet<string> {
  const words = (folded.match(VESSEL) ?? []).map((word) => word.replace(/(?:ies|y|s)$/, ""));
  const files = (folded.match(FILE) ?? []).filter((name) => !/^(?:skill|readme)\.md$/.test(name));
  return new Set([...words, ...files]);
}
