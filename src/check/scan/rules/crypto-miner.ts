import type { ScanRule } from "../rule.ts";
import { placeOf, search, temperSubject } from "../text/search.ts";

const POOL = /\bstratum\+(?:tcp|ssl|tls):\/\/[^\s"']{3,200}/gi;
const PROGRAM =
  /\b(?:xmrig|minerd|cpuminer|cgminer|bfgminer|nbminer|t-rex|phoenixminer|ethminer|lolminer)\b(?:\.exe)?\s+[^\n]{0,80}?(?:-o|-a|-u|--url|--user|--algo|--coin|--donate-level|--threads|--pool)\b[^\n]{0,120}/gi;

export const cryptoMiner: ScanRule = {
  code: "scan/crypto-miner",
  title: "No skill mines currency on its user's machine.",
  severity: "critical",
  category: "execution",
  hint: "The machine would work for somebody else. Do not run it.",
  check(context) {
    for (const pattern of [POOL, PROGRAM])
      for (const hit of search(context, pattern)) {
        context.report({
          ...placeOf(hit),
          ...temperSubject(context, "critical", hit),
          message: "The text mines cryptocurrency.",
        });
      }
  },
};
