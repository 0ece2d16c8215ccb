/** Whether a secret goes where it belongs. */
import { isCollector, isNumberHost, isPasteSite, judgeHost } from "../text/hosts.ts";
import { belongsTo, vendorAmong, vendorOf } from "../text/vendors.ts";
import type { Carried, Send, Source, SourceKind } from "./facts.ts";
import { oneOf } from "../text/one-of.ts";

export type Trust = "local" | "known" | "ordinary" | "suspect" | "unknown";

/** What is known of the place that an address leads to. */
export function trustOf(url: string | undefined, host: string | undefined): Trust {
  if (host === undefined) return "unknown";
  if (AGAINST.test(host)) return "suspect";
  const isEncrypted = !/^http:/i.test(url ?? "");
  const { trust } = judgeHost({ url: url ?? "", host, path: pathOf(url), isEncrypted });
  if (trust === "code-host" || trust === "known") return "known";
  if (isNamedSample(host)) return RESERVED_NUMBER.test(host) ? "suspect" : "ordinary";
  return isWebhook(host, url) ? "suspect" : trust;
}

/** A machine that says of itself what it is for. */
const AGAINST =
  /(?:^|[.-])(?:attackers?|evil|malicious|malware|hackers?|exfil(?:tration)?|c2|backdoor|keylog(?:ger)?|botnet|stealer)(?=[.-])/;
const RESERVED_NUMBER = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/;
const RESERVED = /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid)$/;
/** Names that documents give to whatever the reader has in mind, and words that stand in front of them. */
const OF_DOCUMENTS =
  /^(?:example(?:\.(?:com|org|net))?|(?:company|domain|acme|corp|site|app|service|server|host)\.(?:example|test))$/;
const IN_FRONT: readonly RegExp[] = [
  /^(?:www|api|app|my|your|some|host|server|hooks?|mail|smtp|cdn|docs|auth|staging|stage|dev|prod|internal|registry)\./,
  /^(?:git|gitlab|jira|db|backup|site|service|proxy|idp|sso|login|vpn|nas|s3|minio|grafana|sentry|webhooks?)\./,
  /^(?:callback|endpoint|my-\w+|your-\w+)\./,
];

function isOfDocuments(host: string): boolean {
  if (OF_DOCUMENTS.test(host)) return true;
  const dot = host.indexOf(".");
  return IN_FRONT.some((pattern) => pattern.test(host)) && isOfDocuments(host.slice(dot + 1));
}

/** A host of documents with a name of its own: code that reaches for it means somebody. */
function isNamedSample(host: string): boolean {
  if (RESERVED_NUMBER.test(host)) return true;
  return RESERVED.test(host) && !isOfDocuments(host);
}

/** The same for what is sent: an old or cheap address takes in keys as honestly as others, a bare number does not. */
export function receiverTrust(url: string | undefined, host: string | undefined): Trust {
  const trust = trustOf(url, host);
  if (trust !== "suspect" || host === undefined) return trust;
  const address = { url: url ?? "", host, path: pathOf(url), isEncrypted: true };
  const isNobody =
    AGAINST.test(host) ||
    RESERVED_NUMBER.test(host) ||
    isNumberHost(host) ||
    isCollector(host) ||
    isPasteSite(address);
  return isNobody || isWebhook(host, url) ? "suspect" : "ordinary";
}

function pathOf(url: string | undefined): string {
  return url?.replace(/^\w+:\/\/[^/]*/, "") ?? "";
}

/** Whoever knows such an address can send to it, and only its owner knows who reads. */
function isWebhook(host: string, url: string | undefined): boolean {
  return /(?:^|\.)discord(?:app)?\.com$/.test(host) && /\/api\/webhooks\//.test(url ?? "");
}

const SECRET_NAME = oneOf([
  /(?:^|_)(?:API_?)?(?:KEY|KEYS|TOKEN|TOKENS|SECRET|SECRETS|PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|CREDENTIALS?|PAT|AUTH|COOKIE|SESSION|MNEMONIC|SEED|PRIVATE|DSN|JWT)(?:_|$)/i,
  /(?:^|_)(?:API_?)?BEARER(?:_|$)|DATABASE_URL|CONNECTION_STRING|_(?:PRIVATE|ACCESS|SECRET|SERVICE)_?(?:ACCOUNT_?)?KEY/i,
]);

/** Coins that are traded, pieces of text that a model counts, and marks of pages are called tokens too. */
const OTHER_TOKEN = oneOf([
  /^(?:SRC|DST|FROM|TO|SELL|BUY|IN|OUT|BASE|QUOTE|INPUT|OUTPUT|SOURCE|TARGET|PAGE|NEXT|SYNC|CONTINUATION)_?TOKENS?$/i,
  /^TOKENS?_?(?:ADDRESS|ID|NAME|SYMBOL|COUNT|LIMIT|IN|OUT|[AB01])$|^(?:MAX|MIN|NUM|TOTAL)_\w*TOKENS$/i,
]);

function isSecretVariable({ kind, name }: Source): boolean {
  return kind === "variable" && SECRET_NAME.test(name) && !OTHER_TOKEN.test(name);
}

/** A single secret: a variable, what a program prints for it, or one entry of a store. */
export function isSingleSecret(source: Source): boolean {
  if (source.kind === "token" || isSecretVariable(source)) return true;
  return source.isPart === true && STORES.has(source.kind);
}

const STORES: ReadonlySet<SourceKind> = new Set([
  "env-file",
  "key-file",
  "cloud-credentials",
  "browser-store",
  "keychain",
  "wallet",
  "agent-config",
  "history",
  "messages",
]);

/** A place that holds secrets, as a whole. */
export function isStore(source: Source): boolean {
  return STORES.has(source.kind) && source.isPart !== true && !isOwnToken(source);
}

/** Libraries that give the one token that was asked for by its name. */
function isOwnToken({ kind, name }: Source): boolean {
  if (/chrome|brave|edge|firefox|safe storage|login\.keychain/i.test(name)) return false;
  return kind === "keychain" && /get_password|getPassword/.test(name);
}

/** What nobody else should see, although it is no secret of a service. */
export function isPrivate({ kind }: Source): boolean {
  return (
    kind === "database" || kind === "personal-files" || kind === "screen" || kind === "clipboard"
  );
}

const GENERIC = new Set(
  "API KEY TOKEN SECRET ACCESS AUTH CLIENT ID BOT APP USER PERSONAL SERVICE ACCOUNT PRIVATE PUBLIC PASSWORD PASS PAT URL HOST BASE BEARER OAUTH REFRESH SESSION COOKIE LOGIN MY THE PROD DEV TEST DEFAULT WEBHOOK SKILL AGENT ADMIN".split(
    " ",
  ),
);

export type Belonging =
  /** The name of the secret speaks of the host. */
  | "own"
  /** It speaks of nobody. */
  | "open"
  /** It speaks of somebody else. */
  | "foreign"
  /** It is the secret of a service that many people use, and the host is not of that service. */
  | "stolen";

export function belongingOf(name: string, host: string | undefined): Belonging {
  if (host === undefined) return "open";
  const vendor = vendorOf(name.toUpperCase()) ?? pathVendor(name) ?? printerVendor(name);
  if (vendor !== undefined) return belongsTo(vendor, host) ? "own" : "stolen";
  const words = name
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word.length > 2 && !GENERIC.has(word));
  if (words.length === 0) return "open";
  const squeezed = host.replace(/[^a-z0-9]/g, "");
  return words.some((word) => squeezed.includes(word.toLowerCase())) ? "own" : "foreign";
}

const PRINTER_VENDORS: readonly (readonly [RegExp, string])[] = [
  [/^gh |^git credential/, "GITHUB"],
  [/^glab /, "GITLAB"],
  [/^gcloud auth/, "GOOGLE"],
  [/^aws (?:.* )?(?:configure|sts|ecr|iam|codeartifact) /, "AWS"],
  [/^az (?:account|acr|ad|storage) /, "AZURE"],
  [/^heroku auth/, "HEROKU"],
  [/^npm (?:token|config)/, "NPM"],
  [/^stripe /, "STRIPE"],
  [/^doctl /, "DIGITALOCEAN"],
];

const PATH_VENDORS: readonly (readonly [RegExp, string])[] = [
  [/\.npmrc$/, "NPM"],
  [/\.pypirc$/, "PYPI"],
  [/\.git-credentials$|gh\/hosts\.yml$|git\/credentials$/, "GITHUB"],
  [/\.aws\/|169\.254\.1/, "AWS"],
  [/gcloud|application_default_credentials|metadata\.google/, "GOOGLE"],
  [/\.azure\//, "AZURE"],
  [/\.docker\//, "DOCKER"],
  [/huggingface\//, "HUGGINGFACE"],
  [/\.(?:claude|codex)\/|\.claude\.json$/, "ANTHROPIC"],
  [/\.kube\/|serviceaccount/, "KUBE"],
];

/** Whose secrets a file holds. */
function pathVendor(path: string): string | undefined {
  return PATH_VENDORS.find(([pattern]) => pattern.test(path))?.[1];
}

/** Whose secret a program prints; by the program, else by a word among its arguments. */
function printerVendor(line: string): string | undefined {
  const found = PRINTER_VENDORS.find(([pattern]) => pattern.test(line));
  if (found !== undefined) return found[1];
  if (!/\s/.test(line)) return undefined;
  return vendorAmong(
    line
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .slice(1),
  );
}

/** The secrets that a request carries, each once. */
export function secretsIn({ carried }: Send): readonly Carried[] {
  const seen = new Set<string>();
  return carried.filter(({ source, position }) => {
    const key = `${source.kind} ${source.name} ${position}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** It came from an address; what comes through an open connection is told apart. */
export function isFetched({ kind, name }: Source): boolean {
  return kind === "remote" && !name.startsWith("tcp://");
}
