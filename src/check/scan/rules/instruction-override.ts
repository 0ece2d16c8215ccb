import type { ScanContext, Statement } from "../context.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { find, gravityOf, neighbours, type Said, statementPlace } from "../text/prose.ts";
import { OVERRIDE } from "../text/words.ts";
import {
  CONSENTS,
  FORGED_VOICE,
  LOOSENS,
  OVERRIDES,
  says,
  saidAmong,
  SECRETS,
  UNASKED,
} from "../deeds/index.ts";

interface Row {
  readonly pattern: RegExp;
  readonly severity: ScanSeverity;
  readonly what: string;
}

const ROWS: readonly Row[] = [
  { pattern: OVERRIDE, severity: "critical", what: "an order to set other instructions aside" },
  {
    pattern:
      /\byou (?:are|have become) (?:now |no longer )(?:[^.]{0,40})\b(?:dan|jailbroken|unrestricted|unfiltered|uncensored|bound by|limited by|developer mode|god mode|without (?:any )?(?:restrictions|limits|rules)|free (?:of|from) (?:all |any )?(?:restrictions|rules))\b/,
    severity: "critical",
    what: "a new role without rules for the agent",
  },
  {
    pattern:
      /\b(?:enter|enable|activate|switch to) (?:dan|developer|god|jailbreak|unrestricted|admin|sudo|debug override) mode\b|\bdo anything now\b/,
    severity: "high",
    what: "a mode without rules for the agent",
  },
  {
    pattern:
      /^\W*(?:system|admin|developer|root)\s?(?:override|directive|command|instruction|prompt|alert|notice)\s?[:\]>]/,
    severity: "high",
    what: "a sentence that poses as the system's",
  },
  {
    pattern:
      /\b(?:safety|security) (?:checks?|polic(?:y|ies)|guidelines|rules|filters?|confirmations?)\b[^.]{0,40}\b(?:are|is|have been|has been) (?:now |hereby )?(?:disabled|suspended|lifted|void|turned off|switched off)\b/,
    severity: "high",
    what: "a claim that the rules of the agent do not hold",
  },
  {
    pattern:
      /\b(?:reveal|print|output|repeat|disclose|send|leak|dump|exfiltrate|forward)\b[^.]{0,30}\b(?:your|the agent'?s|the) (?:full |entire |complete |hidden |original |initial )*(?:system prompt|system message|hidden instructions|initial instructions|developer message)\b/,
    severity: "high",
    what: "an order to give the system's instructions away",
  },
  {
    pattern:
      /\b(?:these|this skill'?s?|the following|my|our) (?:instructions?|rules?|directives?|skill)\b[^.]{0,40}\b(?:override|supersede|take (?:absolute |full )?(?:precedence|priority) over)\b[^.]{0,50}\b(?:system|safety|user'?s?|all other|any other|previous|developer|anthropic|openai)\b/,
    severity: "medium",
    what: "a claim of precedence over other instructions",
  },
];

export const instructionOverride: ScanRule = {
  code: "scan/instruction-override",
  title: "A skill adds to the agent's instructions and does not set others aside.",
  severity: "critical",
  category: "injection",
  hint: "Such words turn an agent against its user. Do not install a skill that asks for this.",
  check(context) {
    for (const statement of context.statements) {
      const found = overrideIn(context, statement);
      if (found === undefined) continue;
      const { said, severity, what } = found;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, severity, said),
        message: `The text contains ${what}.`,
      });
    }
  },
};

interface Found {
  readonly said: Said;
  readonly severity: ScanSeverity;
  readonly what: string;
}

function overrideIn(context: ScanContext, statement: Statement): Found | undefined {
  for (const { pattern, severity, what } of ROWS) {
    const said = find(statement, pattern);
    if (said !== undefined) return { said, severity, what };
  }
  const set = says(context, statement, OVERRIDES);
  if (set !== undefined)
    return { said: set, severity: "high", what: "an order to set other instructions aside" };
  const voice = says(context, statement, FORGED_VOICE);
  if (voice === undefined) return undefined;
  const around = [statement, ...neighbours(context, statement, 0)];
  const isGrave = [CONSENTS, LOOSENS, SECRETS, UNASKED, OVERRIDES].some(
    (family) => saidAmong(context, around, family) !== undefined,
  );
  return isGrave
    ? { said: voice, severity: "high", what: "a sentence in the voice of somebody else" }
    : undefined;
}
