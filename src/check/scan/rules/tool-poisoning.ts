import type { ScanRule } from "../rule.ts";
import { find, gravityOf, neighbours, statementPlace } from "../text/prose.ts";
import { AUTHENTICATION, PRIVATE } from "../text/words.ts";

/** Another tool's use is tied to an errand of this skill. */
const BEFORE =
  /\b(?:before|after|when(?:ever)?|each time|every time) (?:you )?(?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|run(?:ning)?) (?:this|any|the|other|another|every) (?:\w+ ){0,2}(?:tools?|skills?|commands?|functions?)\b/;
const ERRAND = /\b(?:read|send|include|pass|fetch|upload|attach|copy|forward|post)\b/;
const SHADOW =
  /\b(?:instead of (?:using )?(?:the |any )?(?:built-?in|official|original|other|real|native|default)\b[^.]{0,40}\b(?:tools?|skills?|commands?)|(?:intercept|hijack|replace|shadow|override)s? (?:all |any |every )?(?:calls? to |uses? of )?(?:the )?(?:other|built-?in|official|existing) (?:tools?|skills?))\b/;

export const toolPoisoning: ScanRule = {
  code: "scan/tool-poisoning",
  title: "A skill does not tie errands to the use of other tools.",
  severity: "high",
  category: "injection",
  hint: "The errand has nothing to do with the task. Do not install it.",
  check(context) {
    for (const statement of context.statements) {
      const tied = find(statement, BEFORE);
      if (tied !== undefined) {
        const near = neighbours(context, statement, 0);
        const isErrand = near.some(
          (other) =>
            find(other, PRIVATE) !== undefined &&
            ERRAND.test(other.folded) &&
            !AUTHENTICATION.test(other.folded),
        );
        if (isErrand)
          context.report({
            ...statementPlace(statement),
            ...gravityOf(context, "high", tied),
            message: "The text demands private data before a tool may be used.",
          });
        continue;
      }
      const shadow = find(statement, SHADOW);
      if (shadow !== undefined && /\b(?:intercept|hijack|shadow)/.test(shadow.match[0]))
        context.report({
          ...statementPlace(statement),
          ...gravityOf(context, "high", shadow),
          message: "The text tells the agent to use this tool in the place of another one.",
        });
    }
  },
};
