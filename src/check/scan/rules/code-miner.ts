import { codeOf, tell } from "../code/telling.ts";
import type { ScanRule } from "../rule.ts";

const PROGRAMS =
  /^(?:xmrig|xmr-stak|minerd|cpuminer|ethminer|phoenixminer|nbminer|t-rex|lolminer|cgminer|bfgminer|nanominer|srbminer\S*|gminer|teamredminer)$/i;
const POOLS =
  /\bstratum\+(?:tcp|ssl|udp)s?:\/\/|\b(?:supportxmr|nanopool|minexmr|hashvault|moneroocean|2miners|f2pool|nicehash)\.\w+/i;

export const codeMiner: ScanRule = {
  code: "scan/code-miner",
  title: "Code mines no coins.",
  severity: "critical",
  category: "execution",
  hint: "The machine of the user would work for somebody else.",
  check(context) {
    for (const command of codeOf(context).commands) {
      const line = command.words.join(" ");
      if (!PROGRAMS.test(command.tool) && !POOLS.test(line)) continue;
      if (/^(?:grep|echo|printf|pkill|killall|pgrep|which|man)$/.test(command.tool)) continue;
      tell(context, command, {
        severity: "critical",
        evidence: line,
        message: `The code starts the cryptocurrency miner \`${command.tool}\`.`,
      });
    }
  },
};
