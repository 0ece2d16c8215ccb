import type { Statement } from "../context.ts";
import { USER_CONTENT } from "../text/host-lists.ts";
import { type Address, addressesIn, isPlaceholder, isSample, judgeHost } from "../text/hosts.ts";
import { oneOf } from "../text/one-of.ts";

/** Where something can go, as far as a text says it, and who holds that place. */
export type Sink = "stranger" | "mailbox" | "handle" | "account" | "filled" | "lookalike";

/** Names that end like a host and are files or products. */
const NO_HOST = oneOf([
  /\.(?:js|ts|md|py|sh|rs|rb|go|json|yaml|yml|toml|txt|csv|tsx|jsx|mjs|cjs|html|css|sql|xml|pdf|png|jpg|svg|env|lock)$/i,
  /\.(?:conf|cfg|ini|log|bak|zip|exe|pkg|dmg|vue|php|java|swift|kt|cs|c|h)$/i,
  /^(?:asp|ado|vb|ml|socket|draw|deeplearning4j|e\.g|i\.e)\.|^\d+\.\d+/i,
]);
const BARE_HOST =
  /(?<![\w@./:-])((?:[a-z0-9][a-z0-9-]{0,62}\.){1,3}[a-z]{2,12})(?=\/[\w.?=&%-]{0,200}|[\s,.;:)"'`]|$)/gi;
const NAMED_HOST = /(?<![\w@./:-])((?:[a-z0-9][a-z0-9-]{0,62}\.){1,3}[a-z]{2,12})(\/|(?![\w(]))/gi;
const DOMAIN = /(?<![\w-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,4}[a-z]{2,12}(?![\w-])/g;
const MAILBOX = /[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,4}[a-z]{2,24})\b/gi;
const HANDLE = /(?<![\w@/.])[@#][a-z][\w-]{3,30}\b|\bt\.me\/\w{4,32}|\+\d[\d ]{7,16}\d/gi;
const ACCOUNT =
  /\b(?:[A-Z]{2}\d{2}[A-Z0-9]{11,30}|bc1[a-z0-9]{25,60}|0x[a-fA-F0-9]{40}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})\b/;
const SOCKET = /\b(?:wss?|ssh|sftp|ftps?|tcp|git|rsync):\/\/(?:[\w.-]{1,40}@)?([\w.-]{4,120})/gi;
/** Endings that a bare name of a host may have; without an address in front, a word with a stop is often something else. */
const ENDINGS = new Set(
  "com net org io dev app cc co xyz site live run space pw icu click top work tech info online tools download help cloud me ai sh so ru cn de eu uk in biz pro link page store fun shop zip mov lol".split(
    " ",
  ),
);
/** Endings that are everyday words too: `user.email` is a property where no hyphen and no path makes a host of it. */
const WORD_ENDINGS = new Set(
  "agency art asia bar beauty bid blog bond buzz cam capital cash center cf cfd chat city club company cool cyou date delivery design digital direct email events exchange expert express farm finance fit fund ga game games global gq group guru host hosting house ink jobs kim kitchen land lat life loan love ltd market media men ml mobi money monster name network news ninja ninja one party pics plus press quest racing red rest review rip rocks school science services show social solutions stream studio style su support surf systems team tel tk today tokyo tours trade tv us vip watch website wiki win world wtf zone".split(
    " ",
  ),
);

/** An address of which a part is left open: `<piece>.host.net`, `https://host.net/${x}.gif`, `https://host.net/?d=…`. */
const FILLED: readonly RegExp[] = [
  /(?:[<{$[][\w $]{1,40}[>}\]]{0,2}|…|\.{3})\.((?:[a-z0-9-]{1,63}\.){1,3}[a-z]{2,12})\b/gi,
  // The mark of the open part may be gone with the Markdown.
  /(?<=\s|`|^)\.((?:[a-z0-9-]{1,63}\.){2,3}[a-z]{2,12})\b/gi,
  /\b((?:[a-z0-9-]{1,63}\.){1,3}[a-z]{2,12})\/[\w./-]{0,80}(?:[<{$][\w $]{1,40}|\?\w{1,20}=(?:\s|$|[<{$.…]))/gi,
  /\b((?:[a-z0-9-]{1,63}\.){1,3}[a-z]{2,12})\/[\w./-]{0,80}(?= followed by| plus | and then | whose )/gi,
];

/** Names of services to which people log in, in the name of a host that is not theirs. */
const BRAND = oneOf([
  /(?:^|[.-])(?:login-?|secure-?|my-?)?(?:microsoft(?:online)?|office365|outlook|apple|icloud|google|gmail|paypal|github|amazon|aws|coinbase|metamask|binance)(?=[.-])/i,
  /(?:^|[.-])(?:login-?|secure-?|my-?)?(?:netflix|facebook|instagram|linkedin|okta|anthropic|openai|slack|stripe)(?=[.-])/i,
]);

const read = new WeakMap<Statement, ReadonlySet<Sink>>();

/** Names of hosts and mailboxes in a text, without those of files and products. */
export function domainsIn(folded: string): readonly string[] {
  return [...folded.matchAll(DOMAIN)].map(([name]) => name).filter((name) => !NO_HOST.test(name));
}

/** Where what a sentence speaks of can go; facts and concepts both ask. */
export function sinksOf(statement: Statement): ReadonlySet<Sink> {
  const known = read.get(statement) ?? sinksIn(statement.text);
  read.set(statement, known);
  return known;
}

/** What any of these has: a stop within words or before an open part, a sign, or a long word with digits. */
const MAY_NAME = /[.][\w<{$[…]|…|\.\.|[@#+]|:\/\/|[A-Za-z0-9]{15}/;
const NONE: ReadonlySet<Sink> = new Set();

export function sinksIn(text: string): ReadonlySet<Sink> {
  return MAY_NAME.test(text) ? readSinks(text) : NONE;
}

function readSinks(text: string): ReadonlySet<Sink> {
  const found = new Set<Sink>();
  const strangers = addressesIn(text).filter(isStrangers);
  if (strangers.length > 0) found.add("stranger");
  if (strangers.some(({ host }) => BRAND.test(host))) found.add("lookalike");
  for (const [, host = ""] of text.matchAll(BARE_HOST))
    if (!isMethod(host) && isBareStranger(host)) found.add("stranger");
  for (const [, host = "", mark = ""] of text.matchAll(NAMED_HOST))
    if ((mark === "/" || host.includes("-")) && isStrangersName(host, WORD_ENDINGS))
      found.add("stranger");
  for (const [, host = ""] of text.matchAll(SOCKET))
    if (!isMethod(host) && isBareStranger(host)) found.add("stranger");
  for (const [, host = ""] of text.matchAll(MAILBOX)) if (!isSample(host)) found.add("mailbox");
  for (const pattern of FILLED)
    for (const [, host = ""] of text.matchAll(pattern))
      if (isBareStranger(host) && !isPlaceholder(host) && !isUserContentRoot(host))
        found.add("filled").add("stranger");
  if (HANDLE.test(text)) found.add("handle");
  HANDLE.lastIndex = 0;
  if (ACCOUNT.test(text)) found.add("account");
  return found;
}

/** `<account>.r2.cloudflarestorage.com` is the place of whoever fills it in. */
function isUserContentRoot(host: string): boolean {
  return USER_CONTENT.has(host.toLowerCase());
}

/** `sandbox.run` is a method where no third part, hyphen or digit makes a host of it. */
function isMethod(host: string): boolean {
  return /^[a-z]+\.run$/i.test(host);
}

function isBareStranger(host: string): boolean {
  return isStrangersName(host, ENDINGS);
}

function isStrangersName(host: string, endings: ReadonlySet<string>): boolean {
  if (NO_HOST.test(host) || !endings.has(host.split(".").at(-1)?.toLowerCase() ?? "")) return false;
  return isStrangers({ host: host.toLowerCase(), url: host, path: "", isEncrypted: true });
}

/** Neither this machine nor a name of documents nor anybody that many people know. */
function isStrangers(address: Address): boolean {
  const { trust } = judgeHost(address);
  return trust === "suspect" || trust === "ordinary";
}
