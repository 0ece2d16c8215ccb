import type { ScanRule } from "../rule.ts";
import { addressIn, judgeHost } from "../text/hosts.ts";
import { type Hit, placeOf, search, temperSubject } from "../text/search.ts";

/** A command that fetches into a file, and the lines after it. */
const FETCHED = /\b(?:curl|wget|iwr|invoke-webrequest|aria2c|bitsadmin|certutil)\s[^\n|]{0,600}/gi;
const AFTER = 500;
const MADE_PROGRAM =
  /\bchmod\s+(?:-\w+\s+)?(?:\+x|a\+x|u\+x|7\d\d)\s+\S+[^]{0,120}?(?:&&|;|\n)\s*(?:sudo\s+|nohup\s+)?["']?(?:\.?\/|~\/|\$)\S/i;
const HANDED_OVER =
  /(?:&&|;|\n)[^\S\n]*(?:sudo\s+|nohup\s+)?(?:(?:ba|z|da)?sh|python3?|start|start-process|open)\s+["']?(?!-)\S+/i;
/** The name of the file into which the command writes. */
const TARGET =
  /(?:-o|-O|--output(?:-document)?|-OutFile|>)\s*["']?([^\s"';&|]{2,120})|\/([\w.-]{2,80})["']?\s*(?:&&|;|\n|$)/;

export const droppedProgram: ScanRule = {
  code: "scan/dropped-program",
  title: "What is downloaded and run comes from a known source.",
  severity: "high",
  category: "execution",
  hint: "Whoever holds that address decides what runs. Name a package of a known source instead.",
  check(context) {
    for (const hit of search(context, FETCHED)) {
      const address = addressIn(hit.match[0]);
      if (address === undefined || !isRun(hit)) continue;
      const { trust, reason } = judgeHost(address);
      if (trust === "local" || trust === "known") continue;
      const isStranger = trust === "ordinary";
      const isMilder = /encryption|ending/.test(reason);
      const severity =
        trust === "suspect" ? (isMilder ? "high" : "critical") : isStranger ? "high" : "low";
      context.report({
        ...placeOf(hit),
        ...temperSubject(context, severity, hit),
        message: `A program from \`${address.host}\`, an address ${reason}, is run at once.`,
      });
    }
  },
};

/** The file that was fetched is made a program or handed to an interpreter in the lines that follow. */
function isRun({ view, match }: Hit): boolean {
  const rest = view.text.slice(match.index, match.index + match[0].length + AFTER);
  const target = TARGET.exec(rest);
  const path = target?.[1] ?? target?.[2] ?? "";
  const name = path.split("/").at(-1) ?? "";
  if (name.length < 2) return false;
  const made = MADE_PROGRAM.exec(rest);
  if (made !== null) return made[0].includes(name) || rest.slice(made.index).includes(`./${name}`);
  const handed = HANDED_OVER.exec(rest);
  return handed !== null && handed[0].includes(name);
}
