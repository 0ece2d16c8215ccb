import type { ScanContext, Statement } from "../context.ts";
import { speaksOf } from "../facts/facts.ts";
import type { ScanRule } from "../rule.ts";
import { placeOf, search, temper } from "../text/search.ts";
import { type Address, addressesIn, addressIn, isPasteSite, judgeHost } from "../text/hosts.ts";
import { asNote, find, gravityOf, neighbours, type Said, statementPlace } from "../text/prose.ts";

const VISIT =
  /\b(?:visit|open|go to|navigate to|browse to|see|head to|from|at|on|using|link|page)\b/;
const RUN =
  /\b(?:copy|paste|run|execute)\b[^.]{0,60}\b(?:commands?|scripts?|code|snippets?|one-?liners?|installers?|instructions?|it|terminal|powershell|console|shell)\b/;
const IN_TERMINAL = /\b(?:terminal|command prompt|powershell|console|shell)\b/;
const KEY =
  /\b(?:copy|paste)\b[^.]{0,40}\b(?:key|token|secret|id|url|link|password|credentials?|pin|json|text|output|address|invite|webhook)(?:e?s)?\b/;

/** A link that stands where a command should. */
const LINK_AS_COMMAND = /^[ \t>]*(?:\[[^\]\n]{1,80}\]\()?https?:\/\/[^\s)]{4,300}\)?[ \t]*$/gm;

export const pasteAndRun: ScanRule = {
  code: "scan/paste-and-run",
  title: "No text asks the user to run what stands on a foreign page.",
  severity: "critical",
  category: "execution",
  hint: "The page can show another command to each visitor. Put the command into the skill, where it can be reviewed.",
  check(context) {
    for (const statement of context.statements) {
      const told = toldIn(context, statement);
      if (told === undefined) continue;
      // The link often stands in the sentence before.
      const texts = [statement, ...neighbours(context, statement, 0)].map(({ text }) => text);
      for (const address of addressesIn(texts.join("\n"))) {
        const severity = severityOf(told, address);
        if (severity === undefined) continue;
        context.report({
          ...statementPlace(statement),
          ...gravityOf(context, severity, told),
          message: `The text tells the agent to run what stands at \`${address.host}\`.`,
        });
        break;
      }
    }
    for (const hit of search(context, LINK_AS_COMMAND)) {
      const address = addressIn(hit.match[0]);
      if (address === undefined || !isPasteSite(address) || hit.around.origin !== "fence") continue;
      context.report({
        ...placeOf(hit),
        ...temper("critical", hit.around),
        message: `A page at \`${address.host}\` stands in the place of a command.`,
      });
    }
  },
};

function severityOf(
  { statement }: Pick<Said, "statement">,
  address: Address,
): "critical" | "high" | "medium" | undefined {
  const { trust, reason } = judgeHost(address);
  const { folded } = statement;
  if (KEY.test(folded) && !isPasteSite(address)) return undefined;
  if (trust === "suspect") return /encryption|ending/.test(reason) ? "high" : "critical";
  if (trust !== "ordinary") return undefined;
  const isInTerminal = IN_TERMINAL.test(folded) && /\b(?:copy|paste)\b/.test(folded);
  if (!isInTerminal) return undefined;
  // Only the page knows the command, and the user types a password for it.
  return /\bpassword\b|\bcommand (?:that )?(?:you (?:find|see)|shown|displayed|listed)\b/.test(
    folded,
  )
    ? "high"
    : "medium";
}

/** The words are found in other languages too, where the address speaks for itself. */
function toldIn(
  context: ScanContext,
  statement: Statement,
): Pick<Said, "statement" | "isQuoted"> | undefined {
  const said = find(statement, RUN);
  if (said !== undefined && VISIT.test(statement.folded)) return asNote(said);
  const isPaste = addressesIn(statement.text).some(isPasteSite);
  if (!isPaste || !speaksOf(context, statement, "run", "terminal")) return undefined;
  return asNote({ statement, isQuoted: false });
}
