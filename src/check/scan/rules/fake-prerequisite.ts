import type { ScanContext } from "../context.ts";
import { speaksOf } from "../facts/facts.ts";
import type { ScanRule } from "../rule.ts";
import { type Address, addressesIn, judgeHost } from "../text/hosts.ts";
import { asNote, find, gravityOf, statementPlace } from "../text/prose.ts";
import { sectionsOf } from "../text/sections.ts";

const PROGRAM = /\.(?:zip|rar|7z|exe|msi|dmg|pkg|scr|bat|cmd|iso|apk|jar)(?:[?#]|$)/i;
const RUN =
  /\b(?:run|execute|launch|double-?click|start|open)\b[^.]{0,60}\b(?:executable|installer|file|program|app|application|setup|it|agent|utility|binary|exe)\b|\binstall\b/;

export const fakePrerequisite: ScanRule = {
  code: "scan/fake-prerequisite",
  title: "What a skill needs comes from a known source.",
  severity: "high",
  category: "execution",
  hint: "A helper of unknown origin that has to run first is the usual way of malware into agents. Do not run it.",
  check(context) {
    for (const { statements } of context.ask(sectionsOf))
      for (const [index, statement] of statements.entries()) {
        const address = addressesIn(statement.text).find(({ url }) => PROGRAM.test(url));
        if (address === undefined || isKnown(context, address)) continue;
        const near = statements.slice(Math.max(0, index - 3), index + 4);
        const run = near.find(
          (other) => find(other, RUN) !== undefined || speaksOf(context, other, "run"),
        );
        if (run === undefined || !near.some((other) => speaksOf(context, other, "need"))) continue;
        context.report({
          ...statementPlace(statement),
          ...gravityOf(context, "high", asNote({ statement: run, isQuoted: false })),
          message: `A program from \`${address.host}\` has to be run first.`,
        });
      }
  },
};

/** A project of which the skill speaks elsewhere too may offer its own program. */
function isKnown(context: ScanContext, address: Address): boolean {
  const { trust } = judgeHost(address);
  if (trust === "known" || trust === "local") return true;
  if (trust !== "code-host") return false;
  const owner = address.path.split("/")[1] ?? "";
  const { homepage = "", repository = "" } = context.skill?.skill.identity ?? {};
  return (
    owner !== "" && `${homepage} ${repository}`.toLowerCase().includes(`/${owner.toLowerCase()}`)
  );
}
