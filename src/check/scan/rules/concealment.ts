import type { ScanContext, Statement } from "../context.ts";
import {
  CARRIES,
  COVERTLY,
  graveDeed,
  HIDES,
  HUSHES,
  maskedOf,
  saidAmong,
  says,
  SECRETS_ANYWHERE,
  SENDS,
  strangeAddress,
} from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import {
  gravityOf,
  neighbours,
  type Said,
  statementPlace,
  withoutProhibition,
} from "../text/prose.ts";
import { DEED } from "../text/words.ts";

export const concealment: ScanRule = {
  code: "scan/concealment",
  title: "Nothing is done behind the back of the user.",
  severity: "high",
  category: "injection",
  hint: "Say openly what the skill does, and let the user agree to it.",
  check(context) {
    for (const statement of context.statements) {
      const hidden = says(context, statement, HIDES);
      const said = hidden ?? says(context, statement, HUSHES);
      if (said !== undefined) reportHidden(context, said, hidden !== undefined);
      else reportCovert(context, statement);
    }
  },
};

function reportHidden(context: ScanContext, said: Said, isPerson: boolean): void {
  const { statement } = said;
  const near = neighbours(context, statement, isPerson ? 1 : 0);
  if (isProtective(context, said) && saidAmong(context, near, SENDS) === undefined) return;
  const real = near.filter(({ text }) => !MAIL_OF_DOCUMENTS.test(text));
  const deed = graveDeed(context, real)?.statement ?? near.find((one) => reachesOut(context, one));
  const other = near.find(({ folded }) => DEED.test(folded));
  // Words that only point back mean little without the deed.
  if (deed === undefined && !isPerson) return;
  const severity = deed !== undefined ? "high" : other === undefined ? "low" : "medium";
  const shown = deed ?? other;
  context.report({
    ...statementPlace(statement),
    ...gravityOf(context, severity, withoutProhibition(said)),
    message: "The text tells the agent to keep something from the user.",
    ...(shown === undefined || shown === statement
      ? {}
      : {
          related: [
            {
              message: "What is kept from them.",
              file: shown.view.file,
              span: shown.view.original(shown.span),
            },
          ],
        }),
  });
}

/** Mailboxes of documents, which nobody reads. */
const MAIL_OF_DOCUMENTS = /@(?:[\w-]{1,40}\.){0,3}example(?:\.\w{2,4})?\b/i;

/** Whatever the verb is: an address, a mailbox, an account or a file of keys is what the sentence is about. */
function reachesOut(context: ScanContext, statement: Statement): boolean {
  if (statement.stance !== "asks") return false;
  const { text } = maskedOf(context, statement);
  if (/<(?:account|secret)>/.test(text)) return true;
  if (text.includes("<mail>") && !MAIL_OF_DOCUMENTS.test(statement.text)) return true;
  return text.includes("<url>") && strangeAddress(statement.text) !== undefined;
}

const BESIDE = 20;

/** What is kept is a secret, as it should be: "do not show the key to the user". */
function isProtective(context: ScanContext, { statement, match }: Said): boolean {
  const { text } = maskedOf(context, statement);
  const at = text.indexOf(match[0]);
  const around = text.slice(Math.max(0, at - BESIDE), at + match[0].length + BESIDE);
  return SECRETS_ANYWHERE.pattern.test(around) || /\b(?:keys?|tokens?|passwords?)\b/.test(around);
}

function reportCovert(context: ScanContext, statement: Statement): void {
  const covert = says(context, statement, COVERTLY);
  if (covert === undefined) return;
  if ((says(context, statement, SENDS) ?? says(context, statement, CARRIES)) === undefined) return;
  const deed = graveDeed(context, [statement]);
  if (deed === undefined) return;
  context.report({
    ...statementPlace(statement),
    ...gravityOf(context, "high", covert),
    message: "The text tells the agent to send something in secret.",
  });
}
