import type { ScanContext, Statement } from "../context.ts";
import {
  ADOPTS,
  EACH_TIME,
  HIDES,
  HUSHES,
  isStrange,
  maskedOf,
  OBEYS,
  OUTRANKS,
  OUTSIDE_TEXT,
  saidAmong,
  says,
} from "../deeds/index.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { type Address, addressesIn, isPasteSite, judgeHost } from "../text/hosts.ts";
import { find, gravityOf, neighbours, type Said, statementPlace } from "../text/prose.ts";

/** Whatever a server answers is obeyed. */
const ANSWER =
  /\b(?:execute|run|follow|obey|eval(?:uate)?)\b[^.]{0,30}\b(?:any|all|whatever|every|the) (?:\w+ )?(?:commands?|instructions?|code|scripts?|tasks?)\b[^.]{0,40}\b(?:(?:that )?(?:is |are |was |were )?(?:returned|received|provided|sent|given)|(?:it|they) (?:returns?|contains?|sends?)|in the response)\b[^.]{0,40}\b(?:server|response|url|endpoint|remote|c2|webhook|api|by)\b/;
/** Enough where the address is one that anybody can write to. */
const FOLLOW_IT =
  /\b(?:fetch|open|visit|read|get|download|load|check)\b[^.]{0,80}\b(?:follow|execute|obey|run|apply)\b/;
/** Commands come back and are started. */
const COMMANDS =
  /\b(?:run|execute|eval)\b[^.;]{0,30}\b(?:commands?|returned|shell|them|the line|code|scripts?)\b/;
/** The user chose the text, or it is followed in one matter alone. */
const CHOSEN =
  /\b(?:users?|they|you)(?:'s)? (?:gave|gives?|provided?|provides|supplied|supplies|pasted?|shares?d?|named?s?|specif\w+|asks? for|wants?)\b|\buser-(?:provided|supplied|given)\b|\b(?:installation|install|build|set-?up|contribut\w+|migration|upgrade|usage|deploy\w*|authentication|configuration|troubleshooting|onboarding|official|on-?screen) (?:\w+ )?(?:instructions|steps|guide|docs)\b|\b(?:instructions?|steps?|guide) (?:to|for|on) (?:install|set|build|configur|creat|get|download|regist|upgrad|enabl|obtain)/;

export const remoteInstructions: ScanRule = {
  code: "scan/remote-instructions",
  title: "Instructions stand in the skill and are not fetched when it runs.",
  severity: "medium",
  category: "injection",
  hint: "Whoever holds the address can change the skill after it was reviewed. Bring the text along.",
  check(context) {
    for (const statement of context.statements) {
      const found = obeyedIn(context, statement);
      if (found === undefined) continue;
      const severity = severityOf(context, found);
      if (severity === undefined) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, severity, found.said),
        message: "The agent is told to fetch instructions at run time and to follow them.",
      });
    }
  },
};

interface Obeyed {
  readonly said: Said;
  /** It counts as the words of those who may give orders. */
  readonly isAdopted: boolean;
  readonly isAnswer: boolean;
  readonly address: Address | undefined;
}

function obeyedIn(context: ScanContext, statement: Statement): Obeyed | undefined {
  const adopted = says(context, statement, ADOPTS);
  const answer = find(statement, ANSWER);
  const said = answer ?? adopted ?? says(context, statement, OBEYS) ?? followedPaste(statement);
  if (said === undefined) return undefined;
  const address = addressFor(context, statement);
  if (answer === undefined && address === undefined && !isFromStrangers(context, statement))
    return undefined;
  // To treat a text as something is what warnings say too; as part of the skill, none of them does.
  const isAdopted = adopted !== undefined;
  const asked: Said =
    isAdopted &&
    statement.stance === "warns" &&
    /\b(?:treat|regard|consider|take)\b/.test(said.match[0])
      ? { ...said, statement: { ...statement, stance: "asks" } }
      : said;
  return { said: asked, isAdopted, isAnswer: answer !== undefined, address };
}

/** The address that stands in the sentence, in those before it in its paragraph, or in the code just above. */
function addressFor(context: ScanContext, statement: Statement): Address | undefined {
  const own = addressesIn(statement.text).at(-1);
  if (own !== undefined) return own;
  const before = neighbours(context, statement, 1).filter(
    ({ span, stance }) => span.start < statement.span.start && stance === "asks",
  );
  const said = before.map(({ text }) => text).join("\n");
  if (addressesIn(said).length > 0) return addressesIn(said).at(-1);
  const above = statement.view.text.slice(
    Math.max(0, statement.span.start - 400),
    statement.span.start,
  );
  return /(?:`{3}|~{3})\s*$/.test(above) ? addressesIn(above).at(-1) : undefined;
}

/** The sentence speaks of what strangers write. */
function isFromStrangers(context: ScanContext, statement: Statement): boolean {
  return neighbours(context, statement, 0).some(
    (other) =>
      other.span.start <= statement.span.start &&
      OUTSIDE_TEXT.pattern.test(maskedOf(context, other).text),
  );
}

function severityOf(context: ScanContext, found: Obeyed): ScanSeverity | undefined {
  const { said, address, isAdopted, isAnswer } = found;
  const { statement } = said;
  const near = neighbours(context, statement, 1).filter(({ stance }) => stance !== "warns");
  const around = [statement, ...near];
  const own = [statement, ...neighbours(context, statement, 0)];
  const isAbove = saidAmong(context, own, OUTRANKS) !== undefined;
  const isHidden =
    saidAmong(context, around, HIDES) !== undefined ||
    saidAmong(context, around, HUSHES) !== undefined;
  if (isAnswer) return "high";
  if (address === undefined) return isAbove || isHidden ? "high" : isAdopted ? "medium" : undefined;
  const { trust } = judgeHost(address);
  const isSampled = trust === "local" && isStrange(address);
  if (trust === "local" && !isSampled) return undefined;
  if (isHidden || trust === "suspect" || isPasteSite(address) || isGist(address)) return "high";
  if (isAbove || isAdopted) return "high";
  if (CHOSEN.test(statement.folded) || trust === "known") return "low";
  const isAgain = saidAmong(context, around, EACH_TIME) !== undefined;
  const isRun = around.some(({ folded }) => COMMANDS.test(folded));
  return isStrange(address) && (isAgain || isRun) ? "high" : "medium";
}

function isGist({ host }: Address): boolean {
  return host.startsWith("gist.");
}

function followedPaste(statement: Statement): Said | undefined {
  return addressesIn(statement.text).some(isPasteSite) ? find(statement, FOLLOW_IT) : undefined;
}
