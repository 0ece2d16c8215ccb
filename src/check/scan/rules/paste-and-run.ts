import type { ScanRule } from "../rule.ts";
import { type Address, addressesIn, isPasteSite, judgeHost } from "../text/hosts.ts";
import { find, gravityOf, neighbours, type Said, statementPlace } from "../text/prose.ts";

const VISIT =
  /\b(?:visit|open|go to|navigate to|browse to|see|head to|from|at|on|using|link|page)\b/;
const RUN =
  /\b(?:copy|paste|run|execute)\b[^.]{0,60}\b(?:commands?|scripts?|code|snippets?|one-?liners?|installers?|instructions?|it|terminal|powershell|console|shell)\b/;
const IN_TERMINAL = /\b(?:terminal|command prompt|powershell|console|shell)\b/;
const KEY =
  /\b(?:copy|paste)\b[^.]{0,40}\b(?:key|token|secret|id|url|link|password|credentials?|pin|json|text|output|address|invite|webhook)(?:e?s)?\b/;

export const pasteAndRun: ScanRule = {
  code: "scan/paste-and-run",
  title: "No text asks the user to run what stands on a foreign page.",
  severity: "critical",
  category: "execution",
  hint: "The page can show another command to each visitor. Put the command into the skill, where it can be reviewed.",
  check(context) {
    for (const statement of context.statements) {
      const told = find(statement, RUN);
      if (told === undefined || !VISIT.test(statement.folded)) continue;
      // The link often stands in the sentence before.
      const texts = [statement, ...neighbours(context, statement, 0)].map(({ text }) => text);
      for (const address of addressesIn(texts.join("\n"))) {
        const severity = severityOf(told, address);
        if (severity === undefined) continue;
        context.report({
          ...statementPlace(statement),
          severity: gravityOf(context, severity, told),
          message: `Unexpected order to run what stands at \`${address.host}\`, expected the command itself.`,
        });
        break;
      }
    }
  },
};

function severityOf(
  { statement }: Said,
  address: Address,
): "critical" | "high" | "medium" | undefined {
  const { trust, reason } = judgeHost(address);
  const { folded } = statement;
  if (KEY.test(folded) && !isPasteSite(address)) return undefined;
  if (trust === "suspect") return /encryption|ending/.test(reason) ? "high" : "critical";
  if (trust !== "ordinary") return undefined;
  const isInTerminal = IN_TERMINAL.test(folded) && /\b(?:copy|paste)\b/.test(folded);
  return isInTerminal ? "medium" : undefined;
}
