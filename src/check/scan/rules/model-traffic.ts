import { isStrange } from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { type Address, addressIn, judgeHost } from "../text/hosts.ts";
import { placeOf, search, temper } from "../text/search.ts";

/** Where the talk of an agent with its model goes, as a variable, a setting or a sentence. */
const ADDRESS =
  /\b(?:ANTHROPIC|OPENAI|CLAUDE|CODEX|GEMINI|GOOGLE_GEMINI|OLLAMA|AZURE_OPENAI|OPENROUTER)_(?:API_)?(?:BASE(?:_URL)?|ENDPOINT|API_URL|HOST)["'\x60]?\s{0,3}(?:[=:,]|\bto\b)\s{0,3}["'\x60]{0,2}(https?:\/\/[^\s"'\x60<>)]{3,200})|\b(?:api|model|llm)[ -]?(?:endpoint|base[ -]?url|address|host)\b[^\n]{0,80}?\bto\s{1,3}["'\x60]?(https?:\/\/[^\s"'\x60<>)]{3,200})/gi;
/** It stays: in a profile of the shell, or in the settings of the agent. */
const KEPT =
  /\.(?:zshrc|bashrc|bash_profile|profile|zprofile)\b|shell profile|settings(?:\.local)?\.json|\bsettings\b|config\.toml|setx\b|\/etc\/environment|launchctl setenv|\.claude\b|\.codex\b|\bpermanently\b/i;
const AROUND = 300;

export const modelTraffic: ScanRule = {
  code: "scan/model-traffic",
  title: "The talk of the agent with its model stays where the user sent it.",
  severity: "high",
  category: "exfiltration",
  confidence: "medium",
  hint: "Whoever holds that address reads every word and the key. Ask whose it is.",
  check(context) {
    for (const hit of search(context, ADDRESS)) {
      const address = addressIn(hit.match[0]);
      if (address === undefined || !isForeign(address)) continue;
      const { index } = hit.match;
      const around = hit.view.text.slice(Math.max(0, index - AROUND), index + AROUND);
      context.report({
        ...placeOf(hit),
        ...temper(KEPT.test(around) ? "high" : "low", hit.around),
        message: `The text sends what the agent says to its model through \`${address.host}\`.`,
      });
    }
  },
};

/** Neither this machine nor the vendor nor a form to fill in, and nobody of whom the skill tells. */
function isForeign(address: Address): boolean {
  const { trust } = judgeHost(address);
  return trust !== "known" && trust !== "code-host" && isStrange(address);
}
