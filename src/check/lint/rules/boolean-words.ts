import { booleanWord } from "../boolean-word.ts";
import { valueSpan } from "../edits.ts";
import type { FileRule } from "../rule.ts";

/** A word or a quoted `true` is text to most readers, and text switches nothing. */
export const booleanWords: FileRule = {
  code: "lint/boolean-words",
  title: "Switches are written `true` or `false`.",
  severity: "warning",
  fixable: "safe",
  scope: "file",
  check: (context) => {
    for (const violation of context.violations) {
      const meaning = booleanWord(violation, context);
      if (meaning === undefined) continue;
      const { path } = violation;
      const span = valueSpan(context.document, path);
      const written = span && context.document.text.slice(span.start, span.end);
      const title = `Write \`${meaning}\``;
      context.report({
        message: `\`${String(path.at(-1))}\` must be \`true\` or \`false\`, not text${written === undefined ? "" : ` \`${written}\``}.`,
        hint: `${context.dialect.title} takes only the bare words; anything else has no effect.`,
        path,
        severity: violation.severity,
        ...(span === undefined
          ? {}
          : { fix: { title, safety: "safe", edits: [{ ...span, text: String(meaning) }] } }),
      });
    }
  },
};
