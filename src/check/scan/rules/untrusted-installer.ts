import type { ScanRule } from "../rule.ts";
import { pipedInstallers } from "../text/installers.ts";
import { placeOf, temperSubject } from "../text/search.ts";

export const untrustedInstaller: ScanRule = {
  code: "scan/untrusted-installer",
  title: "No command hands text of a hidden or anonymous address to a shell.",
  severity: "critical",
  category: "execution",
  hint: "Whoever holds that address decides what runs. Do not run it; ask for a package of a known source.",
  check(context) {
    for (const { hit, address, judgement } of context.ask(pipedInstallers)) {
      const isStranger = judgement.trust === "ordinary";
      if (judgement.trust !== "suspect" && !isStranger) continue;
      const isMilder = isStranger || /encryption|ending/.test(judgement.reason);
      context.report({
        ...placeOf(hit),
        ...temperSubject(context, isMilder ? "high" : "critical", hit),
        message: `The command runs whatever \`${address.host}\` sends, an address ${judgement.reason}.`,
      });
    }
  },
};
