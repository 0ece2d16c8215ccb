import type { ScanContext, Statement } from "../context.ts";
import type { ScanRule } from "../rule.ts";
import { find, gravityOf, neighbours, type Said, statementPlace } from "../text/prose.ts";
import { AUTHENTICATION, AWAY, PRIVATE, READ, SEND } from "../text/words.ts";

/** Words by which a sentence goes on with what the one before it was about. */
const REFERS =
  /\b(?:it|its|them|their|this|these|that|all (?:the )?(?:data|of it|files|contents?|information)|the (?:contents?|data|results?|values?|output|file|files|information|collected \w+))\b/;
/** One key is enough where it is the user's own that is sent. */
const OWN_KEY =
  /\b(?:send|post|upload|transmit|forward|exfiltrate|submit|relay)\b[^.]{0,40}\b(?:users?'?s?|their|victim'?s) (?:\w+ )?(?:credentials?|secrets?|passwords?|tokens?|api keys?|keys)\b/;
const SENDS_AWAY = new RegExp(`(?:${SEND.source})(?:[^.]|\\.(?=\\w)){0,160}?(?:${AWAY.source})`);

export const secretSent: ScanRule = {
  code: "scan/secret-sent",
  title: "No instruction sends the user's secrets away.",
  severity: "critical",
  category: "exfiltration",
  hint: "The text asks the agent to give away what it can read. Do not install it.",
  check(context) {
    for (const statement of context.statements) {
      const sent = find(statement, SENDS_AWAY);
      if (sent === undefined || statement.kind === "heading") continue;
      const source = sourceOf(context, sent);
      if (source === undefined) continue;
      const isNear = source === statement;
      context.report({
        ...statementPlace(statement),
        severity: gravityOf(context, "critical", sent),
        confidence: isNear ? "high" : "medium",
        message: "Unexpected instruction to send what is private, expected it to stay where it is.",
        ...(isNear
          ? {}
          : {
              related: [
                {
                  message: "What is sent.",
                  file: source.view.file,
                  span: source.view.original(source.span),
                },
              ],
            }),
      });
    }
  },
};

/** The statement that tells what is sent: the same one, or one shortly before that it refers to. */
function sourceOf(context: ScanContext, { statement, match }: Said): Statement | undefined {
  const { folded } = statement;
  if (AUTHENTICATION.test(folded)) return undefined;
  const object = folded.slice(match.index);
  if (find(statement, OWN_KEY) !== undefined) return statement;
  if (find(statement, PRIVATE) !== undefined && (READ.test(folded) || PRIVATE.test(object)))
    return statement;
  if (!REFERS.test(object.slice(0, 80))) return undefined;
  return neighbours(context, statement, 1).find(
    (other) =>
      other !== statement &&
      other.span.start < statement.span.start &&
      other.stance === "asks" &&
      !AUTHENTICATION.test(other.folded) &&
      find(other, PRIVATE) !== undefined &&
      READ.test(other.folded),
  );
}
