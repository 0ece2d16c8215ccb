import type { ScanRule } from "../rule.ts";
import { find, gravityOf, statementPlace } from "../text/prose.ts";
import { placeOf, search, temperSubject } from "../text/search.ts";

/** Files of wallets and of browsers in which money and passwords lie. */
const STORES =
  /(?:Application Support|AppData|\.config|LocalAppData%?)[^\n"']{0,80}(?:Exodus|Electrum|Atomic|Ledger Live|Coinomi|Guarda|Bitcoin|Ethereum\/keystore|Brave-?Browser|Google\/?\\?Chrome|Microsoft\/?\\?Edge|Firefox)[^\n"']{0,120}(?:wallet|keystore|Login Data|Cookies|Web Data|logins\.json|key4\.db|Local Extension Settings|exodus|\.dat)\b|(?<!\/[\w-]{1,40}\/)\bnkbihfbeogaeaoehlefnkodbefgpgknn\b|(?<!\/[\w-]{1,40}\/)\bbfnaelmomeimhlpmgjnjophhpkkoljpa\b|\bwallet\.dat\b|\bsecurity\s+dump-keychain\b/gi;
const PHRASE =
  /\b(?:enter|provide|paste|type|input|share|send|give|submit|import|supply|export|reveal)\b[^.]{0,50}\b(?:seed phrase|recovery phrase|secret phrase|mnemonic(?: phrase)?|wallet'?s? private keys?)\b/;
const AWAY =
  /https?:\/\/|\b(?:chat|message|form|server|support|verify|verification|validate|sync)\b/;

export const walletAccess: ScanRule = {
  code: "scan/wallet-access",
  title: "Wallets and stores of browsers are not touched.",
  severity: "high",
  category: "credentials",
  hint: "Nobody who is honest asks for this. Do not run it, and never type a recovery phrase.",
  check(context) {
    for (const hit of search(context, STORES))
      context.report({
        ...placeOf(hit),
        severity: temperSubject(context, "high", hit),
        message:
          "Unexpected path of a wallet or a browser's store, expected the skill's own files.",
      });
    for (const statement of context.statements) {
      const said = find(statement, PHRASE);
      if (said === undefined) continue;
      context.report({
        ...statementPlace(statement),
        severity: gravityOf(context, AWAY.test(statement.folded) ? "high" : "medium", said),
        message:
          "Unexpected request for the phrase of a wallet, expected a signature by the wallet itself.",
      });
    }
  },
};
