import type { ScanContext, Statement } from "../context.ts";
import type { ScanRule } from "../rule.ts";
import {
  CARRIES,
  type Family,
  maskedOf,
  says,
  SECRETS_ANYWHERE,
  SENDS_TO_FIXED,
  strangeAddress,
} from "../deeds/index.ts";
import { find, gravityOf, neighbours, type Said, statementPlace } from "../text/prose.ts";
import { addressIn, judgeHost } from "../text/hosts.ts";
import { belongsTo, vendorOf } from "../text/vendors.ts";
import { AUTHENTICATION, AWAY, PRIVATE, READ, SEND } from "../text/words.ts";

/** Words by which a sentence goes on with what the one before it was about. */
const REFERS =
  /\b(?:it|its|them|their|this|these|that|all (?:the )?(?:data|of it|files|contents?|information)|the (?:contents?|data|results?|values?|output|file|files|information|collected \w+))\b/;
/** One key is enough where it is the user's own that is sent. */
const OWN_KEY =
  /\b(?:send|post|upload|transmit|forward|exfiltrate|submit|relay)\b[^.]{0,40}\b(?:users?'?s?|their|victim'?s) (?:\w+ )?(?:credentials?|secrets?|passwords?|tokens?|api keys?|keys)\b/;
const SENDS_AWAY = new RegExp(`(?:${SEND.source})(?:[^.]|\\.(?=\\w)){0,160}?(?:${AWAY.source})`);

/** A command of that kind says that something goes away, whatever the sentence calls it. */
const UPLOADS =
  /\bcurl\b[^\n]{0,80}(?:\s-(?:d|f|t)\b|--data\S{0,120}|--form|--upload-file)[^\n]{0,80}https?:\/\//;
/** A file of secrets, taken to be handed on. */
const TAKEN =
  /(?:~\/\.(?:ssh|aws|docker|kube|config\/gh|git-credentials|netrc|npmrc)\b\S*|(?<![\w/])\.env\b(?!\.(?:example|sample|template)))/;
const HANDED =
  /\b(?:copy|zip|contents?|base64|joined|encoded|fill it|characters of|attach|bundle|archive)\b/;

export const secretSent: ScanRule = {
  code: "scan/secret-sent",
  title: "No instruction sends the user's secrets away.",
  severity: "critical",
  category: "exfiltration",
  hint: "The text asks the agent to give away what it can read. Do not install it.",
  check(context) {
    for (const statement of context.statements) {
      if (statement.kind === "heading") continue;
      const sent = find(statement, SENDS_AWAY) ?? asCommand(find(statement, UPLOADS));
      const told = sent === undefined ? undefined : sourceOf(context, sent);
      const given = told === undefined ? givenAway(context, statement) : undefined;
      const said = told === undefined ? given : sent;
      const source = told ?? given?.statement;
      if (said === undefined || source === undefined) continue;
      const isNear = source === statement;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, "critical", said),
        confidence: isNear ? "high" : "medium",
        message: "The text tells the agent to send private data away.",
        ...(isNear
          ? {}
          : {
              related: [
                {
                  message: "What is sent.",
                  file: source.view.file,
                  span: source.view.original(source.span),
                },
              ],
            }),
      });
    }
  },
};

/** A command between backticks is one to run, not somebody's words. */
function asCommand(said: Said | undefined): Said | undefined {
  return said === undefined ? undefined : { ...said, isQuoted: false };
}

/** What a file of secrets holds is handed out, in whatever words and languages. */
const WHOLE = /<secret>|\b(?:dump|copy|listing) of (?:the |your )?(?:\w+ )?environment\b/;
/** A variable goes along with a request. */
const ALONG: Family = {
  pattern:
    /\b(?:with|send|include|pass|add|attach|put|post|append|in)\b[^.;]{0,120}_(?:token|key|secret|password)\b/,
};

/** The address is where a key comes from. */
const OBTAINED =
  /\b(?:get|obtain|create|generate|request|sign up|register)\b[^.]{0,40}\b(?:keys?|tokens?|account)\b|获取|申请|取得|発行|발급/;

function givenAway(context: ScanContext, statement: Statement): Said | undefined {
  const foreign = foreignKey(context, statement);
  if (foreign !== undefined) return foreign;
  const secret = says(context, statement, SECRETS_ANYWHERE);
  if (secret === undefined) return undefined;
  const { text } = maskedOf(context, statement);
  const isWhole = WHOLE.test(text);
  if ((AUTHENTICATION.test(statement.folded) || OBTAINED.test(statement.folded)) && !isWhole)
    return undefined;
  // One variable that is named is the key of the service.
  if (!isWhole && /\b[A-Z][A-Z0-9]*_[A-Z0-9_]{2,}\b/.test(statement.text)) return undefined;
  const isBare = text.includes("<url>") && !statement.text.includes("://");
  const isFar = isBare || strangeAddress(statement.text) !== undefined || text.includes("<mail>");
  const sent = isFar ? says(context, statement, SENDS_TO_FIXED) : undefined;
  return sent ?? (isWhole ? says(context, statement, CARRIES) : undefined);
}

/** The key of one service goes to another, of whom the skill says nothing else. */
function foreignKey(context: ScanContext, statement: Statement): Said | undefined {
  const address = strangeAddress(statement.text);
  if (address === undefined) return undefined;
  const names = statement.text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]{2,}\b/g) ?? [];
  const isForeign = names.some((name) => {
    const vendor = vendorOf(name);
    return vendor !== undefined && FAMOUS.test(name) && !belongsTo(vendor, address.host);
  });
  return isForeign ? asCommand(says(context, statement, ALONG)) : undefined;
}

const FAMOUS =
  /^(?:AWS|GITHUB|GH|GITLAB|NPM|PYPI|OPENAI|ANTHROPIC|GOOGLE|STRIPE|SLACK|DOCKER|CLOUDFLARE|HF)_/;

/** The statement that tells what is sent: the same one, or one shortly before that it refers to. */
function sourceOf(context: ScanContext, { statement, match }: Said): Statement | undefined {
  const { folded } = statement;
  if (AUTHENTICATION.test(folded)) return undefined;
  const object = folded.slice(match.index);
  if (find(statement, OWN_KEY) !== undefined) return statement;
  if (find(statement, PRIVATE) !== undefined && (READ.test(folded) || PRIVATE.test(object)))
    return statement;
  const section = neighbours(context, statement, 3);
  const taken = section.find(
    (other) =>
      other !== statement &&
      other.stance === "asks" &&
      find(other, TAKEN) !== undefined &&
      HANDED.test(other.folded) &&
      !AUTHENTICATION.test(other.folded),
  );
  if (taken !== undefined && isStranger(statement)) return taken;
  if (!REFERS.test(object.slice(0, 80))) return undefined;
  return neighbours(context, statement, 1).find(
    (other) =>
      other !== statement &&
      other.span.start < statement.span.start &&
      other.stance === "asks" &&
      !AUTHENTICATION.test(other.folded) &&
      find(other, PRIVATE) !== undefined &&
      READ.test(other.folded),
  );
}

/** The receiver is nobody that is known. */
function isStranger({ text }: Statement): boolean {
  const address = addressIn(text);
  if (address === undefined) return false;
  const { trust } = judgeHost(address);
  return trust === "suspect" || trust === "ordinary";
}
