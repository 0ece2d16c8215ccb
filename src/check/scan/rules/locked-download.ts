import type { Statement } from "../context.ts";
import { speaksOf } from "../facts/facts.ts";
import type { ScanRule } from "../rule.ts";
import { addressesIn } from "../text/hosts.ts";
import { asNote, find, gravityOf, statementPlace } from "../text/prose.ts";
import { sectionsOf } from "../text/sections.ts";
import { oneOf } from "../text/one-of.ts";

const ARCHIVE = /\.(?:zip|rar|7z|exe|msi|dmg|pkg|scr|iso|tar\.gz|tgz)\b|\/releases\/download\//i;
const PASSWORD = oneOf([
  /\b(?:extract|unzip|unpack|decompress|archive|zip|open|protected)\w*\b[^.]{0,60}\bpass(?:word|phrase|code|key)?\b/,
  /\bpass(?:word|phrase|code)?\b[^.]{0,40}\b(?:extract|unzip|unpack|archive|zip)\w*\b|\(?\b(?:archive |zip |extraction )?pass(?:word|code)?\s?[:=]\s?\S{3,}/,
  /\((?:key|code|pin|pw|pwd|unlock)\s?[:=]\s?\S{3,30}\)/,
]);
const RUN = /\b(?:run|execute|launch|double-?click|start|install|open)\b/;
const FORGIVEN = /\b(?:database|login|sign in|account|admin|user name|username|smtp|wi-?fi)\b/;

export const lockedDownload: ScanRule = {
  code: "scan/locked-download",
  title: "No download is locked with a password that is told beside it.",
  severity: "critical",
  category: "execution",
  hint: "A password only keeps virus scanners out. Do not unpack or run it.",
  check(context) {
    for (const { statements } of context.ask(sectionsOf))
      for (const [index, statement] of statements.entries()) {
        const locked = find(statement, PASSWORD);
        if (locked === undefined || FORGIVEN.test(statement.folded)) continue;
        const near = statements.slice(Math.max(0, index - 3), index + 4);
        const source = near.find(isDownload);
        if (source === undefined) continue;
        const isRun = near.some(
          (other) => find(other, RUN) !== undefined || speaksOf(context, other, "run"),
        );
        context.report({
          ...statementPlace(statement),
          ...gravityOf(context, isRun ? "critical" : "high", asNote(locked)),
          message: "The download is locked with a password, so that no scanner can look into it.",
          ...(source === statement
            ? {}
            : {
                related: [
                  {
                    message: "The download.",
                    file: source.view.file,
                    span: source.view.original(source.span),
                  },
                ],
              }),
        });
      }
  },
};

function isDownload({ text, folded }: Statement): boolean {
  return (
    addressesIn(text).some(({ url }) => ARCHIVE.test(url)) ||
    /\bdownload\b[^.]{0,60}\.(?:zip|rar|7z|exe|dmg)\b/.test(folded)
  );
}
