import { codeOf, tell } from "../code/telling.ts";
import type { ScanContext, Statement } from "../context.ts";
import type { ScanRule } from "../rule.ts";
import { find, gravityOf, neighbours, statementPlace } from "../text/prose.ts";
import { placeOf, search, temperSubject } from "../text/search.ts";
import { oneOf } from "../text/one-of.ts";

/** Files of wallets and of browsers in which money and passwords lie. */
const STORES = oneOf(
  [
    /(?:Application Support|AppData|\.config|LocalAppData%?)[^\n"']{0,80}(?:Exodus|Electrum|Atomic|Ledger Live|Coinomi|Guarda|Bitcoin|Ethereum\/keystore)[^\n"']{0,120}(?:wallet|keystore|exodus|\.dat)\b/i,
    /(?:Application Support|AppData|\.config|LocalAppData%?)[^\n"']{0,80}(?:Brave-?Browser|Google\/?\\?Chrome|Microsoft\/?\\?Edge|Firefox)[^\n"']{0,120}(?:Login Data|Cookies|Web Data)\b/i,
    /(?:Application Support|AppData|\.config|LocalAppData%?)[^\n"']{0,80}(?:Brave|Chrome|Edge|Firefox)[^\n"']{0,120}(?:logins\.json|key4\.db|Local Extension Settings|wallet)\b/i,
    /(?<!\/[\w-]{1,40}\/)\b(?:nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa)\b/i,
    /\bwallet\.dat\b|\bsecurity\s+dump-keychain\b/i,
  ],
  "gi",
);
const PHRASE = oneOf([
  /\b(?:enter|provide|paste|type|input|share|send|give|submit)\b[^.]{0,50}\b(?:seed phrase|recovery phrase|secret phrase|mnemonic(?: phrase)?|wallet'?s? private keys?)\b/,
  /\b(?:import|supply|export|reveal|needs?|requires?)\b[^.]{0,50}\b(?:seed phrase|recovery phrase|secret phrase|mnemonic(?: phrase)?|wallet'?s? private keys?)\b/,
  /\b(?:ask(?:s|ed)? [^.]{0,20}for)\b[^.]{0,50}\b(?:seed phrase|recovery phrase|secret phrase|mnemonic(?: phrase)?|wallet'?s? private keys?)\b/,
]);
const AWAY =
  /https?:\/\/|\b(?:chat|message|form|server|support|verify|verification|validate|sync)\b/;

/** Programs that watch the clipboard for an address of a wallet, to put another in its place. */
const CLIPBOARD =
  /\b(?:pyperclip|clipboard(?:y|\.\w+)|xclip|xsel|pbcopy|Set-Clipboard|OpenClipboard)\b/i;
const OWN_ADDRESS =
  /["'](?:bc1[a-z0-9]{25,60}|0x[a-fA-F0-9]{40}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})["']/g;
const ADDRESS_SHAPE = /\(?:?bc1\||\[13\]|0x\[a-f|\{25,|\{40\}/i;

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
        ...temperSubject(context, "high", hit),
        message: "The text names the files of a wallet or of a browser's password store.",
      });
    for (const hit of search(context, OWN_ADDRESS)) {
      const text = context.fileAt(hit.view.file)?.text ?? "";
      if (!CLIPBOARD.test(text) || !ADDRESS_SHAPE.test(text)) continue;
      context.report({
        ...placeOf(hit),
        ...temperSubject(context, "high", hit),
        message: "The text puts the address of a wallet into the clipboard.",
      });
    }
    for (const call of codeOf(context).calls) {
      if (call.tool !== "pay") continue;
      tell(context, call, {
        severity: "high",
        evidence: call.words.join(" "),
        message: `The code sends money to \`${call.words[1] ?? ""}\`, which it names itself.`,
      });
    }
    for (const statement of context.statements) {
      const said = find(statement, PHRASE);
      if (said === undefined) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, isSubmitted(context, statement) ? "high" : "medium", said),
        message: "The text asks for the recovery phrase of a wallet.",
      });
    }
  },
};

/** In the sentence itself, or in what follows it at once. */
function isSubmitted(context: ScanContext, statement: Statement): boolean {
  if (AWAY.test(statement.folded)) return true;
  return neighbours(context, statement, 1).some(
    ({ folded }) =>
      /\bsubmit\b|\bsend\b|\bcurl\b/.test(folded) && /https?:|\bthem\b|\bit\b/.test(folded),
  );
}
