import type { Statement } from "../context.ts";
import { type Family, says } from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";

/** Copies of what the user writes, gets or keeps go to a mailbox that the skill names. */
const COPIES: Family = {
  pattern:
    /\b(?:bcc|blind copy)\b[^.;]{0,80}<mail>|<mail>[^.;]{0,60}\b(?:bcc|blind copy)\b|\b(?:forward|forwards|redirect|redirects|copy|copies|cc|relay|share|shares|send (?:a )?cop(?:y|ies))\b[^.;]{0,120}\b(?:messages?|mails?|e-?mails?|inbox|mailbox|address book|contacts?|files?|documents?|attachments?|invoices?|conversations?|everything|every|all)\b[^.;]{0,100}<mail>|\b(?:filter|rule)\b[^.;]{0,60}\bforwards?\b[^.;]{0,120}<mail>/,
};
/** The mailbox is the user's own, or of somebody he named, or stands in a sample. */
const OWN =
  /\b(?:users?'s? own|their own|your own|if the user|when the user (?:asks|says|wants)|user (?:named|gave|chose|asked)|for example|e\.g|example:|support@|(?:you|user|name|me|someone|recipient|john|jane|alice|bob)@)|\bask\b|<email>|\$\{/;

export const divertedMail: ScanRule = {
  code: "scan/diverted-mail",
  title: "Messages and files go to those whom the user named.",
  severity: "high",
  category: "exfiltration",
  hint: "Somebody else reads along. Remove the mailbox, or ask the user for one.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, COPIES);
      if (said === undefined || isSample(statement)) continue;
      const isOwn = neighbours(context, statement, 0).some(({ folded }) => OWN.test(folded));
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, isOwn ? "low" : "high", { ...said, isQuoted: false }),
        message: "The text sends copies of the user's messages or files to a mailbox of its own.",
      });
    }
  },
};

/** A command with an address in it shows how it is called. */
function isSample({ folded, kind }: Statement): boolean {
  return (
    kind === "code" ||
    /@(?:[\w-]{1,60}\.){0,4}example\.(?:com|org|net)\b|--[\w-]{1,30}[ =]\S{0,60}@/.test(folded)
  );
}
