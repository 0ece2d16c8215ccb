import { facetText } from "../facet.ts";
import type { FileRule, RuleContext } from "../rule.ts";
import { FOREIGN, OCCASIONS, ORDERS } from "../words.ts";

/** First words of sentences and of what follows a title, an adverb left out. */
const SENTENCE = /(?:^|[.!?:;—–-]\s+)(?:\w+ly\s+)?([a-z]+)/g;
/** A verb without `s` before an article: an order, whatever the verb. */
const ORDER = /^[a-z]*[a-rt-z]\s+(?:an?|the|your)\b/;
/** Scripts and letters of other languages than English; emoji and arrows belong to none. */
const OTHER_LANGUAGE = /[À-ÖØ-öø-\u1fff\u2c00-\ud83b\ud83f-\udbff\uf900-\ufdff\ufe10-\uffef]/;

/** A text this long names enough for an agent to see when it fits. */
const LONG_ENOUGH = 200;

export const descriptionWhen: FileRule = {
  code: "lint/description-when",
  title: "Descriptions say when to use the skill.",
  severity: "info",
  scope: "file",
  check(context) {
    const description = facetText(context, "guidance.description");
    if (description === undefined || !saysOnlyWhat(description.text)) return;
    if (saysWhenElsewhere(context)) return;
    context.report({
      path: description.path,
      message: "The description does not say when to use the skill.",
      hint: "Add a sentence such as “Use when the user asks for …”.",
    });
  },
};

function saysOnlyWhat(text: string): boolean {
  if (text.length >= LONG_ENOUGH || text.includes("{{") || OTHER_LANGUAGE.test(text)) return false;
  const lower = text.toLowerCase();
  const words = lower.match(/[a-z]+/g) ?? [];
  if (words.some((word) => OCCASIONS.has(word) || FOREIGN.has(word))) return false;
  if (ORDER.test(lower)) return false;
  return ![...lower.matchAll(SENTENCE)].some((match) => ORDERS.has(match[1] as string));
}

/** A field of its own for it, under whatever name, or a model that never gets to choose. */
function saysWhenElsewhere(context: RuleContext): boolean {
  const { guidance, invocation, extensions } = context.skill;
  return (
    guidance.whenToUse !== undefined ||
    invocation.byModel === false ||
    invocation.paths !== undefined ||
    extensions.some(({ path }) => /trigger|when|keyword/i.test(String(path.at(-1))))
  );
}
