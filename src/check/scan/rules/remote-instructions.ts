import type { Statement } from "../context.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";
import { addressesIn, addressIn, isPasteSite, judgeHost } from "../text/hosts.ts";
import { find, gravityOf, type Said, statementPlace } from "../text/prose.ts";

/** An address is read, and what stands there is obeyed. */
const FOLLOW =
  /\b(?:fetch|download|retrieve|load|read|get|curl|visit|check|pull|open|request)\b[^.]{0,100}\bhttps?:\/\/\S+[^]{0,120}?\b(?:follow|execute|obey|perform|comply with|act on|treat|run|carry out)\b[^.]{0,30}\b(?:instructions?|commands?|directives?|steps?|orders?|whatever|what it says)\b/;
const FOLLOW_AT =
  /\b(?:follow|execute|obey|carry out)\b[^.]{0,30}\b(?:instructions?|commands?|directives?|orders?)\b[^.]{0,30}\b(?:at|from|in|on)\b[^.]{0,20}https?:\/\/\S+/;
/** Whatever a server answers is obeyed. */
const OBEY =
  /\b(?:execute|run|follow|obey|eval(?:uate)?)\b[^.]{0,30}\b(?:any|all|whatever|every|the) (?:\w+ )?(?:commands?|instructions?|code|scripts?|tasks?)\b[^.]{0,40}\b(?:(?:that )?(?:is |are |was |were )?(?:returned|received|provided|sent|given)|(?:it|they) (?:returns?|contains?|sends?)|in the response)\b[^.]{0,40}\b(?:server|response|url|endpoint|remote|c2|webhook|api|by)\b/;

/** What was fetched is to count as the skill itself. */
const ADOPT =
  /\b(?:treat|regard|consider|follow) (?:it|them|this|the (?:output|response|result|content|text|page))s? as (?:if (?:it|they) (?:were|was) )?(?:a )?(?:part of (?:this|the|your)|your (?:own )?instructions|authoritative|system)\b/;

/** Enough where the address is one that anybody can write to. */
const FOLLOW_IT =
  /\b(?:fetch|open|visit|read|get|download|load|check)\b[^.]{0,80}\b(?:follow|execute|obey|run|apply)\b/;

export const remoteInstructions: ScanRule = {
  code: "scan/remote-instructions",
  title: "Instructions stand in the skill and are not fetched when it runs.",
  severity: "medium",
  category: "injection",
  hint: "Whoever holds the address can change the skill after it was reviewed. Bring the text along.",
  check(context) {
    for (const statement of context.statements) {
      const said = find(statement, FOLLOW) ?? find(statement, FOLLOW_AT);
      const obeyed = find(statement, OBEY);
      const adopted = adoptedIn(statement);
      const found = obeyed ?? said ?? followedPaste(statement) ?? adopted;
      if (found === undefined) continue;
      const { text: around } = statement.view;
      const { start, end } = statement.span;
      const near =
        adopted === undefined ? statement.text : around.slice(Math.max(0, start - 400), end);
      const address = addressIn(near);
      if (adopted !== undefined && address === undefined) continue;
      const trust = address === undefined ? undefined : judgeHost(address).trust;
      if (trust === "local") continue;
      const severity: ScanSeverity =
        obeyed !== undefined || adopted !== undefined || trust === "suspect"
          ? "high"
          : trust === "known"
            ? "low"
            : "medium";
      context.report({
        ...statementPlace(statement),
        severity: gravityOf(context, severity, found),
        message:
          "Unexpected instructions that are fetched and followed at run time, expected them in the skill.",
      });
    }
  },
};

function followedPaste(statement: Statement): Said | undefined {
  return addressesIn(statement.text).some(isPasteSite) ? find(statement, FOLLOW_IT) : undefined;
}

/** To treat a text as something is what warnings say too; as part of the skill, none of them does. */
function adoptedIn(statement: Statement): Said | undefined {
  const said = find(statement, ADOPT);
  if (said === undefined || statement.stance !== "warns") return said;
  return { ...said, statement: { ...statement, stance: "asks" } };
}
