import type { ScanRule } from "../rule.ts";
import {
  find,
  findPlainly,
  gravityOf,
  neighbours,
  statementPlace,
  withoutProhibition,
} from "../text/prose.ts";
import { AWAY, CONCEAL, COVERT, DEED, PRIVATE, SEND } from "../text/words.ts";

const GRAVE = new RegExp(
  `${PRIVATE.source}|(?:${SEND.source})(?=(?:[^.]|\\.(?=\\w)){0,80}(?:${AWAY.source}))`,
);

/** A copy goes to somebody, and the trace of it is taken away. */
const WIPED =
  /\b(?:forward|send|bcc|copy)\b[^.]{0,60}\bto \S{1,80}@\S{1,80}[^]{0,60}\b(?:remove|delete|clear|purge)\b[^.]{0,60}\b(?:sent|trash|outbox|log|history)\b/;

export const concealment: ScanRule = {
  code: "scan/concealment",
  title: "Nothing is done behind the back of the user.",
  severity: "high",
  category: "injection",
  hint: "Say openly what the skill does, and let the user agree to it.",
  check(context) {
    for (const statement of context.statements) {
      const found = findPlainly(statement, CONCEAL);
      if (found !== undefined) {
        const told = withoutProhibition(found);
        const near = neighbours(context, statement, 1);
        const deed = near.find((other) => DEED.test(other.folded));
        const isGrave = near.some((other) => find(other, GRAVE) !== undefined);
        const severity = isGrave ? "high" : deed === undefined ? "low" : "medium";
        context.report({
          ...statementPlace(statement),
          severity: gravityOf(context, severity, told),
          message: "Unexpected order to keep something from the user, expected an open account.",
          ...(deed === undefined || deed === statement
            ? {}
            : {
                related: [
                  {
                    message: "What is kept from them.",
                    file: deed.view.file,
                    span: deed.view.original(deed.span),
                  },
                ],
              }),
        });
        continue;
      }
      const wiped = find(statement, WIPED);
      if (wiped !== undefined)
        context.report({
          ...statementPlace(statement),
          severity: gravityOf(context, "high", wiped),
          message: "Unexpected order to wipe the trace of a message, expected an open account.",
        });
      const covert = find(statement, COVERT);
      if (
        covert !== undefined &&
        find(statement, GRAVE) !== undefined &&
        SEND.test(statement.folded)
      )
        context.report({
          ...statementPlace(statement),
          severity: gravityOf(context, "high", covert),
          message: "Unexpected sending in secret, expected an open account.",
        });
    }
  },
};
