import type { Statement } from "../context.ts";
import { withoutEnd } from "../text/trim.ts";

/** A sentence in which things that can be named in a thousand ways stand as one word each. */
export interface Masked {
  /** In lower case; `<url>`, `<mail>`, `<secret>`, `<memory>`, `<config>`, `<account>` and `<file>` stand for things. */
  readonly text: string;
  /** The place in the folded text of the statement. */
  readonly folded: (index: number) => number;
}

interface Thing {
  readonly name: string;
  readonly pattern: string;
}

/** Files in which keys lie; what is public or only an example is none of them. */
const SECRET = String.raw`(?:(?:~|\$home|\$\{home\}|%userprofile%|\/home\/[\w<>-]{1,40}|\/users\/[\w<>-]{1,40}|\/root)[\/\\])?\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc|kube|azure|docker\/config|config\/(?:gh|gcloud|solana|hub)|git-credentials|pgpass|vault-token|(?:bash|zsh)_history)(?![\w-])(?![\w.\/*-]*(?:\.pub|known_hosts)\b)[\w.\/*\\-]*|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|(?<![\w\/.])(?:[~.]?\/)?\.env\b(?![.-]?(?:example|sample|template|dist|schema|test|local\.example))(?:\.\w{1,12})?|\bmaster\.key\b|\bwallet\.dat\b|\blogin data\b|\bcookies\.sqlite\b|\blogins\.json\b|\bkey4\.db\b|\/etc\/shadow\b|\.solana\/id\.json|\boutput of (?:env|printenv|export -p|set)\b|\bprintenv\b`;

const MEMORY = String.raw`(?:[~.\w-]{0,40}\/){0,6}(?:soul|memory|agents?|claude|heartbeat|identity|tools|user|bootstrap|gemini|copilot-instructions)\.md\b|(?:[~.\w-]{0,40}\/){0,6}\.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints)\b|\.cursor\/rules\b[\w.\/-]{0,60}`;

const CONFIG = String.raw`(?:[~.\w-]{0,40}\/){0,6}(?:\.claude\.json|\.?mcp\.json|mcp_settings\.json|claude_desktop_config\.json|openclaw\.json|settings(?:\.local)?\.json|\.codex\/config\.toml|config\.toml)\b`;

/** Account numbers and addresses of wallets that stand there in full. */
const ACCOUNT = String.raw`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\b|\b0x[0-9a-fA-F]{40}\b|\bbc1[a-z0-9]{25,60}\b|\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b(?=[1-9A-HJ-NP-Za-km-z]{0,43}[A-Z])(?=[1-9A-HJ-NP-Za-km-z]{0,43}[a-z])(?=[1-9A-HJ-NP-Za-km-z]{0,43}\d)[1-9A-HJ-NP-Za-km-z]{32,44}\b`;

const THINGS: readonly Thing[] = [
  {
    name: "url",
    pattern: String.raw`\b(?:https?|wss?|ftps?|tcp):\/\/[^\s"'\x60<>)\]，。、」]{1,2000}`,
  },
  { name: "mail", pattern: String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}` },
  {
    name: "url",
    pattern: String.raw`\b(?!(?:127|10|0)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?\b(?:\/[\w.\/-]{1,80})?`,
  },
  { name: "memory", pattern: MEMORY },
  { name: "config", pattern: CONFIG },
  { name: "secret", pattern: SECRET },
  {
    name: "file",
    pattern: String.raw`(?:[~.\w-]{0,40}\/){0,8}[\w-]{1,60}\.(?:md|txt|json|jsonl|ya?ml|toml|ini|cfg|sh|bash|ps1|bat|py|js|mjs|ts|rb|go|rs|csv|tsv|xlsx|docx|pdf|html?|css|png|jpe?g|gif|svg|zip|tgz|gz|7z|rar|tar|log|sqlite|db|exe|dmg|msi|pkg|hta)\b`,
  },
];

const PATTERN = new RegExp(
  THINGS.map(({ pattern }, at) => `(?<t${at}>${pattern})`).join("|"),
  "gi",
);
const LONGEST = 4000;

/** Most sentences name nothing of the kind. */
const WORTH = /[.@/]|\d{4}|0x|bc1|printenv|id_(?:rsa|ed|ec|ds)|login data|output of/i;
/** Case matters here, and nowhere else. */
const ACCOUNTS = new RegExp(ACCOUNT, "g");

export function mask({ text, folded }: Statement): Masked {
  if (!WORTH.test(folded)) return { text: folded, folded: (index) => index };
  const source = text.slice(0, LONGEST);
  const joints: { readonly at: number; readonly from: number }[] = [];
  let out = "";
  let last = 0;
  for (const { index, word, name } of thingsIn(source)) {
    if (index < last) continue;
    out += source.slice(last, index);
    joints.push({ at: out.length, from: index });
    const tail = name === "url" ? word.slice(withoutEnd(word, ".,;:!?").length) : "";
    out += `<${name}>${tail}`;
    last = index + word.length;
    joints.push({ at: out.length, from: last });
  }
  out += source.slice(last);
  // A stop between digits ends no sentence.
  const masked = out.toLowerCase().replace(/(\d)\.(?=\d)/g, "$1_");
  return { text: masked, folded: (index) => placeAt(joints, index) };
}

interface Found {
  readonly index: number;
  readonly word: string;
  readonly name: string;
}

function thingsIn(source: string): readonly Found[] {
  const things = [...source.matchAll(PATTERN)].map(({ index, 0: word, groups = {} }): Found => {
    const name = THINGS.find((_, at) => groups[`t${at}`] !== undefined)?.name ?? "file";
    return { index, word, name };
  });
  const accounts = [...source.matchAll(ACCOUNTS)].map(({ index, 0: word }): Found => ({
    index,
    word,
    name: "account",
  }));
  return accounts.length === 0
    ? things
    : [...things, ...accounts].sort((a, b) => a.index - b.index);
}

function placeAt(
  joints: readonly { readonly at: number; readonly from: number }[],
  index: number,
): number {
  const joint = joints.findLast(({ at }) => at <= index);
  return joint === undefined ? index : joint.from + (index - joint.at);
}
