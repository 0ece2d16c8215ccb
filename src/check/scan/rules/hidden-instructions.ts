import type { ScanContext, Statement } from "../context.ts";
import type { ScanRule } from "../rule.ts";
import { type Hit, placeOf, search } from "../text/search.ts";
import { CARRIES, graveDeed, HIDES, HUSHES, OVERRIDES, says, worstDeed } from "../deeds/index.ts";
import { find, findPlainly, statementPlace } from "../text/prose.ts";
import { CONCEAL, OVERRIDE, PRIVATE, SEND } from "../text/words.ts";

const ORDER =
  /\b(?:you (?:must|should|will|are to|need to)|(?:ai|claude|assistant|agent|model|llm|gpt|codex|copilot)s?\b[^.]{0,30}\b(?:must|should|shall|will|:|,)|always|first|before|when(?:ever)?|instead|also|please|immediately|important|execute|run|send|fetch|read|call|insert|include)\b/;
const HARM =
  /\bcurl\b|\bwget\b|\bbase64\b|\|\s*(?:ba|z)?sh\b|\beval\b|\bexfiltrat|\bbypass|\bpasswords?\b|\bcredentials?\b|\bapi keys?\b|\bsecrets?\b|\btokens?\b[^.]{0,40}\b(?:to|in)\b|\b\w+_(?:token|secret|key)s?\b|\bsudo\b|\brm -rf\b|https?:\/\/\S{1,300}\s[^.]{0,60}\b(?:execute|follow|run)\b|\b(?:execute|run|download|fetch)\b[^.]{0,60}https?:\/\//;
/** Ways in which a page keeps a text from its readers. */
const UNSEEN = String.raw`display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}[01](?:px|pt|em|rem|%)?(?![.\d])|opacity\s{0,2}:\s{0,2}0(?![.\d])|color\s{0,2}:\s{0,2}(?:white|transparent|#fff(?:fff)?|rgba?\(255, ?255, ?255\b)|(?:left|top|text-indent)\s{0,2}:\s{0,2}-\d{3,5}(?:px|em)|(?:max-)?(?:height|width)\s{0,2}:\s{0,2}0(?![.\d])|clip\s{0,2}:\s{0,2}rect\(0|\shidden(?=[\s>=])|aria-hidden|class=["'][^"'<>]{0,60}\bhidden\b`;
const INVISIBLE = new RegExp(
  String.raw`<(?:span|div|p|font|small|section|details|b|i|a|em|strong|template|noscript|center|article|aside|label)\b[^<>]{0,160}?(?:${UNSEEN})[^<>]{0,160}>([^<]{8,2000})`,
  "gi",
);
const SPOKEN_TO =
  /\b(?:ai|claude|assistants?|agents?|models?|llm|gpt|codex|copilot)\b[^.]{0,40}[:,]/;
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
      if (isSpelled || (statement.kind === "comment" && isHarmful(context, statement)))
        context.report({
          ...statementPlace(statement),
          severity: isSpelled || isGrave(statement) ? "critical" : "high",
          message: isSpelled
            ? "The file contains text in characters that no screen shows."
            : "A comment, which people do not see, gives orders to the agent.",
        });
    }
    for (const hit of search(context, INVISIBLE)) {
      if (hit.around.origin === "fence" || hit.around.origin === "inline") continue;
      const shown = hit.match[1] ?? "";
      const inner = shown.toLowerCase();
      if (context.fileAt(hit.view.file)?.kind === "code") continue;
      const isGraver =
        HARM.test(inner) || OVERRIDE.test(inner) || PRIVATE.test(inner) || CONCEAL.test(inner);
      const isOrder = ORDER.test(inner) || SPOKEN_TO.test(inner);
      if (!isOrder && !asksForHarm(context, hit, shown)) continue;
      context.report({
        ...placeOf(hit),
        evidence: shown,
        decoding: [...hit.view.decoding, "invisible-text"],
        severity:
          isGraver && isOrder
            ? "critical"
            : SPOKEN_TO.test(inner) || asksForHarm(context, hit, shown)
              ? "high"
              : "medium",
        message: "Text that a page does not show gives orders to the agent.",
      });
    }
  },
};

/** The same families as in plain sentences, over what is not shown. */
function asksForHarm(context: ScanContext, { view, match }: Hit, shown: string): boolean {
  const statement: Statement = {
    view,
    span: { start: match.index, end: match.index + match[0].length },
    text: shown,
    folded: shown.toLowerCase(),
    quoted: [],
    kind: "comment",
    headings: [],
    addressee: "agent",
    stance: "asks",
    block: 0,
  };
  return (
    graveDeed(context, [statement]) !== undefined ||
    [HIDES, HUSHES, OVERRIDES, CARRIES].some(
      (family) => says(context, statement, family) !== undefined,
    )
  );
}

function isGrave(statement: Statement): boolean {
  return find(statement, OVERRIDE) !== undefined || findPlainly(statement, CONCEAL) !== undefined;
}

function isHarmful(context: ScanContext, statement: Statement): boolean {
  if (isGrave(statement) || says(context, statement, OVERRIDES) !== undefined) return true;
  if (SPOKEN_TO.test(statement.folded) && worstDeed(context, [statement]) !== undefined)
    return true;
  if (!ORDER.test(statement.folded)) return false;
  const isSent = find(statement, PRIVATE) !== undefined && SEND.test(statement.folded);
  return isSent || find(statement, HARM) !== undefined;
}
