import type { ScanRule } from "../rule.ts";
import { placeOf, search, temperSubject } from "../text/search.ts";
import { oneOf } from "../text/one-of.ts";

const POOL = /\bstratum\+(?:tcp|ssl|tls):\/\/[^\s"']{3,200}/gi;
/** Libraries with which a page makes its visitors mine. */
const PAGE =
  /\b(?:coinhive|coinimp|crypto-?loot|jsecoin|webminepool|deepminer)(?:\.min)?\.(?:js|com)\b/gi;
const PROGRAM = oneOf(
  [
    /\b(?:xmrig|minerd|cpuminer|cgminer|bfgminer|nbminer)\b(?:\.exe)?\s+[^\n]{0,80}?(?:-o|-a|-u|--url|--user|--algo|--coin|--donate-level|--threads|--pool)\b[^\n]{0,120}/i,
    /\b(?:t-rex|phoenixminer|ethminer|lolminer)\b(?:\.exe)?\s+[^\n]{0,80}?(?:-o|-a|-u|--url|--user|--algo|--coin|--donate-level|--threads|--pool)\b[^\n]{0,120}/i,
  ],
  "gi",
);

export const cryptoMiner: ScanRule = {
  code: "scan/crypto-miner",
  title: "No skill mines currency on its user's machine.",
  severity: "critical",
  category: "execution",
  hint: "The machine would work for somebody else. Do not run it.",
  check(context) {
    for (const pattern of [POOL, PROGRAM, PAGE])
      for (const hit of search(context, pattern)) {
        context.report({
          ...placeOf(hit),
          ...temperSubject(context, "critical", hit),
          message: "The text mines cryptocurrency.",
        });
      }
  },
};
