import type { ScanRule } from "../rule.ts";
import { type Family, PERSONAL, says } from "../deeds/index.ts";
import { addressIn, judgeHost } from "../text/hosts.ts";
import { gravityOf, statementPlace } from "../text/prose.ts";
import { placeOf, search, temper } from "../text/search.ts";

/** A picture whose address carries what the agent knows: showing it sends it. */
const PICTURE =
  /!\[[^\]\n]{0,100}\]\(\s{0,2}(https?:\/\/[^)\s]{3,200}?[?&/=](?:\{+|<|\[|\$\{?|%7b)[^)\n]{0,40}(?:conversation|context|secret|token|api[_ -]?key|env|history|prompt|summary|base64|data|password|user|message)[^)\n]{0,60})\)/gi;

/** Words into a link, a picture or a request, in so many words. */
const ATTACHES: Family = {
  pattern:
    /\b(?:append|add|put|include|attach|embed|insert|fill|encode|place)\b[^.;]{0,120}?\b(?:to|in|into|as|with|inside)\b[^.;]{0,40}?\b(?:links?|images?|pictures?|quer(?:y|ies)|(?:query |url )?parameters?|urls?|src)\b/,
};

export const dataInAddress: ScanRule = {
  code: "scan/data-in-address",
  title: "No link or picture carries what the agent knows to a foreign host.",
  severity: "high",
  category: "exfiltration",
  hint: "To show the picture is to send the data. Remove it.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, ATTACHES);
      if (said === undefined || says(context, statement, PERSONAL) === undefined) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, "high", said),
        message: "The text puts words of the user into the address of a link or a picture.",
      });
    }
    for (const hit of search(context, PICTURE)) {
      const address = addressIn(hit.match[1] ?? "");
      if (address === undefined || judgeHost(address).trust === "local") continue;
      if (/shields\.io|badge/.test(address.url) || hit.around.origin === "fence") continue;
      context.report({
        ...placeOf(hit),
        ...temper("high", hit.around),
        message: `The address of a picture at \`${address.host}\` carries data.`,
      });
    }
  },
};
