import type { Statement } from "../context.ts";
import type { ScanRule } from "../rule.ts";
import { placeOf, search } from "../text/search.ts";
import { find, findPlainly, statementPlace } from "../text/prose.ts";
import { CONCEAL, OVERRIDE, PRIVATE, SEND } from "../text/words.ts";

const ORDER =
  /\b(?:you (?:must|should|will|are to|need to)|(?:ai|claude|assistant|agent|model|llm|gpt|codex|copilot)s?\b[^.]{0,30}\b(?:must|should|shall|will|:|,)|always|first|before|when(?:ever)?|instead|also|please|immediately|important|execute|run|send|fetch|read|call|insert|include)\b/;
const HARM =
  /\bcurl\b|\bwget\b|\bbase64\b|\|\s*(?:ba|z)?sh\b|\beval\b|\bexfiltrat|\bbypass|\bpasswords?\b|\bcredentials?\b|\bapi keys?\b|\bsecrets?\b|\btokens?\b[^.]{0,40}\b(?:to|in)\b|\b\w+_(?:token|secret|key)s?\b|\bsudo\b|\brm -rf\b|https?:\/\/\S{1,300}\s[^.]{0,60}\b(?:execute|follow|run)\b|\b(?:execute|run|download|fetch)\b[^.]{0,60}https?:\/\//;
const INVISIBLE =
  /<(?:span|div|p|font|small|section|details|b|i|a)\b[^>]{0,100}(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}0|opacity\s{0,2}:\s{0,2}0(?![.\d])|color\s{0,2}:\s{0,2}(?:white|transparent|#fff(?:fff)?)\b)[^>]{0,100}>([^<]{8,2000})/gi;
const SPELLED = new Set(["tag-characters", "variation-selectors"]);

export const hiddenInstructions: ScanRule = {
  code: "scan/hidden-instructions",
  title: "Everything that an agent reads can be seen by people.",
  severity: "critical",
  category: "injection",
  hint: "Only the agent reads this text. Do not install a skill that hides orders.",
  check(context) {
    for (const statement of context.statements) {
      const isSpelled = statement.view.decoding.some((kind) => SPELLED.has(kind));
      if (isSpelled || (statement.kind === "comment" && isHarmful(statement)))
        context.report({
          ...statementPlace(statement),
          severity: isSpelled || isGrave(statement) ? "critical" : "high",
          message: isSpelled
            ? "Unexpected text in characters that no screen shows, expected text that people can read."
            : "Unexpected order to the agent in a comment, expected it where people read it.",
        });
    }
    for (const hit of search(context, INVISIBLE)) {
      if (hit.around.origin === "fence" || hit.around.origin === "inline") continue;
      const inner = (hit.match[1] ?? "").toLowerCase();
      if (context.fileAt(hit.view.file)?.kind === "code" || !ORDER.test(inner)) continue;
      context.report({
        ...placeOf(hit),
        evidence: hit.match[1] ?? "",
        decoding: [...hit.view.decoding, "invisible-text"],
        severity:
          HARM.test(inner) || OVERRIDE.test(inner) || PRIVATE.test(inner) || CONCEAL.test(inner)
            ? "critical"
            : "medium",
        message:
          "Unexpected order in text that a page does not show, expected it where people read it.",
      });
    }
  },
};

function isGrave(statement: Statement): boolean {
  return find(statement, OVERRIDE) !== undefined || findPlainly(statement, CONCEAL) !== undefined;
}

function isHarmful(statement: Statement): boolean {
  if (isGrave(statement)) return true;
  if (!ORDER.test(statement.folded)) return false;
  const isSent = find(statement, PRIVATE) !== undefined && SEND.test(statement.folded);
  return isSent || find(statement, HARM) !== undefined;
}
