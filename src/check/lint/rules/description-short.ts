import { facetText } from "../facet.ts";
import type { FileRule } from "../rule.ts";

const MIN_LENGTH = 20;
/** One such character says about as much as three letters. */
const DENSE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

export const descriptionShort: FileRule = {
  code: "lint/description-short",
  title: "Descriptions say enough to choose the skill by.",
  severity: "info",
  scope: "file",
  check(context) {
    const description = facetText(context, "guidance.description");
    if (description === undefined || description.text.length >= MIN_LENGTH) return;
    const dense = description.text.match(DENSE)?.length ?? 0;
    if (description.text.length + 2 * dense >= MIN_LENGTH) return;
    context.report({
      path: description.path,
      message: `The description has only ${description.text.length} characters; it should have at least ${MIN_LENGTH}.`,
      hint: "An agent chooses a skill by its description alone. Say what it does and when to use it.",
    });
  },
};
