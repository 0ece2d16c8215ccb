import type { Statement } from "../context.ts";
import { withoutEnd } from "../../../skill/model/index.ts";

/** A sentence in which things that can be named in a thousand ways stand as one word each. */
export interface Masked {
  /** In lower case; `<url>`, `<mail>`, `<secret>`, `<memory>`, `<config>`, `<account>` and `<file>` stand for things. */
  readonly text: string;
  /** The place in the folded text of the statement. */
  readonly folded: (index: number) => number;
}

interface Thing {
  readonly name: string;
  /** Over a whole run of characters without blanks. */
  readonly pattern: RegExp;
}

/** From the one that says most to the one that says least. */
const THINGS: readonly Thing[] = [
  { name: "url", pattern: /^(?:https?|wss?|ftps?|tcp):\/\//i },
  { name: "mail", pattern: /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}$/ },
  {
    name: "url",
    pattern:
      /^(?!(?:127|10|0)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?(?:\/|$)/,
  },
  {
    name: "memory",
    pattern:
      /(?:^|\/)(?:(?:soul|memory|agents?|claude|heartbeat|identity|tools|user|bootstrap|gemini|copilot-instructions)\.md|\.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints))$|(?:^|\/)\.cursor\/rules\b/i,
  },
  {
    name: "config",
    pattern:
      /(?:^|\/)(?:\.claude\.json|\.?mcp\.json|mcp_settings\.json|claude_desktop_config\.json|openclaw\.json|settings(?:\.local)?\.json|config\.toml)$/i,
  },
  // Files in which keys lie; what is public or only an example is none of them.
  {
    name: "secret",
    pattern:
      /(?:^|[/\\~])\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc|kube|azure|docker\/config|config\/(?:gh|gcloud|solana|hub)|git-credentials|pgpass|vault-token|(?:bash|zsh)_history)(?![\w-])(?!.{0,200}(?:\.pub|known_hosts)$)|\bid_(?:rsa|ed25519|ecdsa|dsa)$|^(?:[~.]{0,2}\/)?(?:[\w-]{1,40}\/){0,4}\.env(?:\.(?!example|sample|template|dist|schema|test)\w{1,12})?$|\bmaster\.key$|\bwallet\.dat$|\bcookies\.sqlite$|\blogins\.json$|\bkey4\.db$|^\/etc\/shadow$|\.solana\/id\.json$/i,
  },
  {
    name: "file",
    pattern:
      /\w\.(?:md|txt|json|jsonl|ya?ml|toml|ini|cfg|sh|bash|ps1|bat|py|js|mjs|ts|rb|go|rs|csv|tsv|xlsx|docx|pdf|html?|css|png|jpe?g|gif|svg|zip|tgz|gz|7z|rar|tar|log|sqlite|db|exe|dmg|msi|pkg|hta)$/i,
  },
];

/** Addresses, and runs of characters such as paths and mailboxes have. */
const RUN =
  /\b(?:https?|wss?|ftps?|tcp):\/\/[^\s"'`<>)\]\u0080-\uffff]{1,2000}|(?<![\w.~/@\\$%{}+*-])[\w.~/@\\$%{}+*-]{0,200}[./@\\][\w.~/@\\$%{}+*:-]{1,400}/gi;
/** Things whose names have blanks in them, or no mark of a path. */
const NAMED =
  /\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\blogin data\b|\boutput of (?:env|printenv|export -p|set)\b|\bprintenv\b/gi;
/** Account numbers and addresses of wallets that stand there in full; case matters here, and nowhere else. */
const ACCOUNTS =
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\b|\b0x[0-9a-fA-F]{40}\b|\bbc1[a-z0-9]{25,60}\b|\b(?=[1-9A-HJ-NP-Za-km-z]{0,43}[A-Z])(?=[1-9A-HJ-NP-Za-km-z]{0,43}[a-z])(?=[1-9A-HJ-NP-Za-km-z]{0,43}\d)[1-9A-HJ-NP-Za-km-z]{32,44}\b/g;
const LONGEST = 4000;

/** Most sentences name nothing of the kind. */
const HAS_RUN = /[@/\\]|\.\w/;
const HAS_NAMED = /id_|login data|output of|printenv/;
const HAS_ACCOUNT = /[A-Za-z]\d\d[ A-Z0-9]|0x|bc1|\w{32}/;

export function mask({ text, folded }: Statement): Masked {
  const source = text.length > LONGEST ? text.slice(0, LONGEST) : text;
  const found: Found[] = [];
  if (HAS_RUN.test(source)) found.push(...runsIn(source));
  if (HAS_NAMED.test(folded)) found.push(...all(source, NAMED, "secret"));
  if (HAS_ACCOUNT.test(source)) found.push(...all(source, ACCOUNTS, "account"));
  if (found.length === 0) return { text: withoutStops(folded), folded: (index) => index };
  return replaced(
    source,
    found.sort((a, b) => a.index - b.index),
  );
}

interface Found {
  readonly index: number;
  readonly length: number;
  readonly name: string;
}

function runsIn(source: string): readonly Found[] {
  return [...source.matchAll(RUN)].flatMap(({ index, 0: run }): readonly Found[] => {
    const word = withoutEnd(run, ".,;:!?");
    const thing = THINGS.find(({ pattern }) => pattern.test(word));
    return thing === undefined ? [] : [{ index, length: word.length, name: thing.name }];
  });
}

function all(source: string, pattern: RegExp, name: string): readonly Found[] {
  return [...source.matchAll(pattern)].map(({ index, 0: word }) => ({
    index,
    length: word.length,
    name,
  }));
}

function replaced(source: string, found: readonly Found[]): Masked {
  const joints: { readonly at: number; readonly from: number }[] = [];
  let out = "";
  let last = 0;
  for (const { index, length, name } of found) {
    if (index < last) continue;
    out += source.slice(last, index);
    joints.push({ at: out.length, from: index });
    out += `<${name}>`;
    last = index + length;
    joints.push({ at: out.length, from: last });
  }
  out += source.slice(last);
  return {
    text: withoutStops(out.toLowerCase()),
    folded: (index) => {
      const joint = joints.findLast(({ at }) => at <= index);
      return joint === undefined ? index : joint.from + (index - joint.at);
    },
  };
}

/** A stop between digits ends no sentence. */
function withoutStops(text: string): string {
  return /\d\.\d/.test(text) ? text.replace(/(\d)\.(?=\d)/g, "$1_") : text;
}
