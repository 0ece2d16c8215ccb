import type { ScanRule } from "../rule.ts";
import { addressIn, judgeHost } from "../text/hosts.ts";
import { isRelated } from "../text/related.ts";
import { placeOf, search, temperSubject } from "../text/search.ts";

/** Downloaded to a file that is then made a program and run, or opened at once. */
const DROP =
  /\b(?:curl|wget|iwr|invoke-webrequest|aria2c|bitsadmin|certutil)\b[^\n|]{0,300}?(?:https?|ftp):\/\/[^\s"'\x60|)]{3,400}[^|]{0,200}?(?:&&|;|\n)[^]{0,300}?(?:\bchmod\s+(?:-\w+\s+)?(?:\+x|a\+x|u\+x|7\d\d)\s+\S+[^]{0,120}?(?:(?:&&|;|\n)\s*(?:sudo\s+|nohup\s+)?["']?(?:\.?\/|~\/|\$)\S+)|(?:&&|;|\n)\s*(?:sudo\s+|nohup\s+)?(?:(?:ba|z|da)?sh|python3?|start|start-process|open)\s+["']?(?!-)\S+)/gi;

export const droppedProgram: ScanRule = {
  code: "scan/dropped-program",
  title: "What is downloaded and run comes from a known source.",
  severity: "high",
  category: "execution",
  hint: "Whoever holds that address decides what runs. Name a package of a known source instead.",
  check(context) {
    for (const hit of search(context, DROP)) {
      const address = addressIn(hit.match[0]);
      if (address === undefined) continue;
      const { trust, reason } = judgeHost(address);
      if (trust === "local" || trust === "known") continue;
      const isStranger = trust === "ordinary" && !isRelated(context, address.host);
      const isMilder = /encryption|ending/.test(reason);
      const severity =
        trust === "suspect" ? (isMilder ? "high" : "critical") : isStranger ? "high" : "low";
      context.report({
        ...placeOf(hit),
        severity: temperSubject(context, severity, hit),
        message: `Unexpected program from \`${address.host}\`, an address ${reason}, that is run at once, expected a known source.`,
      });
    }
  },
};
