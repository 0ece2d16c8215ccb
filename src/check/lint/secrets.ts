import type { Span } from "../../skill/index.ts";

export interface SecretFinding extends Span {
  readonly name: string;
}

interface SecretShape {
  readonly name: string;
  /** From the mark on; its group, or all of it where it has none, is the secret. */
  readonly pattern: RegExp;
}

/**
 * How secrets begin. Each row was timed over thousands of files: few first letters, and a rare one first,
 * let the search skip ahead.
 */
const MARKS: readonly RegExp[] = [
  /A(?:[KS]IA|Iza|WS_SECRET)|g(?:h[pousr]_|ithub_pat_|lpat-)|xox[abeoprs]-|sk-[a-zA-Z0-9]/g,
  /[sr]k_live_|npm_|BEGIN |eyJ/g,
  /hf_[A-Za-z0-9]{8}|SG\.[\w-]{8}/g,
  /aws_secret|secretAccessKey/g,
  // How a secret in an address begins, and the token of a bot after its number.
  /:(?:\/\/(?:hooks\.slack\.com|[\w.%+-]{1,64}:[^\s/@]{8,128}@)|AA[\w-]{33})/g,
];

/**
 * Holds wherever one of the marks does, those of addresses too. A search for single signs that are rare, which looks back
 * from there, takes a third of the time of a search for the marks, and most files hold none.
 */
const SIGN =
  /[-_GIJKWz:](?<=\b(?:(?:xox[abeoprs]|sk|glpat)-|(?:gh[pousr]|github_pat|[sr]k_live|npm|hf|aws)_|AKI|ASI|AIz|AW|BEG|eyJ|SG)|AccessK|:(?=\/\/(?:hooks\.slack\.com|[\w.%+-]{1,64}:[^\s/@]{8,128}@)|AA[\w-]{33}))/;

/**
 * Secrets that can be told by their shape alone. Each row is specific enough that a match which
 * looks random is a credential, so nothing here depends on the words around it.
 */
const SHAPES: readonly SecretShape[] = [
  { name: "AWS access key", pattern: /^A[KS]IA[A-Z2-7]{16}\b/ },
  {
    name: "AWS secret key",
    pattern:
      /^(?:aws_secret_(?:access_)?key|secretAccessKey)["']?\s{0,4}[=:]\s{0,4}["']?([a-z0-9/+]{40})(?![\w/+])/i,
  },
  { name: "GitHub token", pattern: /^gh[pousr]_[A-Za-z0-9]{36}\b/ },
  { name: "GitHub token", pattern: /^github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/ },
  { name: "GitLab token", pattern: /^glpat-[\w-]{20,64}/ },
  { name: "Slack token", pattern: /^xox[abeoprs]-(?:\d{5,}-){1,4}[A-Za-z0-9]{20,64}/ },
  { name: "OpenAI key", pattern: /^sk-(?:proj|svcacct|admin)-[\w-]{40,200}/ },
  { name: "OpenAI key", pattern: /^sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b/ },
  { name: "Anthropic key", pattern: /^sk-ant-[a-z]{3,5}\d\d-[\w-]{60,200}/ },
  { name: "OpenRouter key", pattern: /^sk-or-v1-[0-9a-f]{64}\b/ },
  { name: "Google API key", pattern: /^AIza[\w-]{35}(?![\w-])/ },
  { name: "Stripe key", pattern: /^[sr]k_live_[A-Za-z0-9]{20,128}\b/ },
  { name: "Hugging Face token", pattern: /^hf_[A-Za-z0-9]{34}\b/ },
  { name: "SendGrid key", pattern: /^SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/ },
  { name: "Telegram bot token", pattern: /^(?:bot)?(\d{8,10}:AA[\w-]{33})(?![\w-])/ },
  {
    name: "Slack webhook",
    pattern:
      /^:\/\/hooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/([A-Za-z0-9]{24})\b/,
  },
  { name: "npm token", pattern: /^npm_[A-Za-z0-9]{36}\b/ },
  {
    name: "private key",
    pattern:
      /^BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n)*(?:[\w-]{1,40}: [^\n]{0,200}\n\s{0,20}){0,10}([A-Za-z0-9+/]{60,80})/,
  },
  {
    // The first line names the kind of the key in every one of them, so that the second tells a key from a sample.
    name: "private key",
    pattern:
      /^BEGIN OPENSSH PRIVATE KEY-----(?:\s|\\n)*b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]{30,60}(?:\s|\\n)+([A-Za-z0-9+/]{60,80})/,
  },
  { name: "JSON web token", pattern: /^eyJ[\w-]{10,500}\.eyJ[\w-]{10,2000}\.[\w-]{20,700}/ },
  {
    name: "password in an address",
    pattern:
      /^:\/\/[\w.%+-]{1,64}:((?=[^@]*\d)[^\s/:@"'`<>{}$*[\]()]{8,128})@(?!(?:[\w-]+\.)*(?:example|test|invalid|localhost|internal|local|company|domain)\b)[\w-]+(?:\.[\w-]+)+/i,
  },
];

const LONGEST = 4000;
/** Words and counting that people write where a secret would stand. */
const PLACEHOLDER =
  /example|your|dummy|placeholder|sample|fake|redacted|changeme|insert|replace|secret|passw|token|abcdef|qwerty|12345|98765/i;
/** Four of a sign in a row; more of them than chance brings make a placeholder. */
const ROWS = /(.)\1{3,}/gi;
const MOST_IN_ROWS = 0.15;
/** What a web token says when it was made to be shown: the sample everybody copies, public roles. */
const PUBLIC_TOKEN = /1234567890|John Doe|"role":"anon"|supabase-demo|example/i;

export function findSecrets(text: string): readonly SecretFinding[] {
  if (!SIGN.test(text)) return [];
  const found: SecretFinding[] = [];
  for (const mark of MARKS)
    for (const { index } of text.matchAll(mark))
      found.push(...secretsAt(text, findStart(text, index)));
  return found.sort((a, b) => a.start - b.start);
}

/** The number of a Telegram bot stands before the mark of its token. */
function findStart(text: string, index: number): number {
  if (!text.startsWith(":AA", index)) return index;
  let start = index;
  while (start > 0 && /\d/.test(text.charAt(start - 1))) start--;
  return text.startsWith("bot", start - 3) ? start - 3 : start;
}

function secretsAt(text: string, index: number): readonly SecretFinding[] {
  // Within a word it is only a part of something else.
  if (text[index] !== ":" && /\w/.test(text.charAt(index - 1))) return [];
  const rest = text.slice(index, index + LONGEST);
  return SHAPES.flatMap(({ name, pattern }) => {
    const match = pattern.exec(rest);
    const secret = match?.[1] ?? match?.[0];
    if (match === null || secret === undefined) return [];
    if (!isSecret(secret)) return [];
    const start = index + match[0].lastIndexOf(secret);
    return [{ name, start, end: start + secret.length }];
  });
}

/** Whether text of the right shape is a secret, and no placeholder or sample. */
export function isSecret(text: string): boolean {
  return looksRandom(text) && !isPublicToken(text);
}

/** Random text has more than 3 bits a character; words, rows of one sign and counting have less. */
function looksRandom(secret: string): boolean {
  if (PLACEHOLDER.test(secret)) return false;
  const inRows = [...secret.matchAll(ROWS)].reduce((sum, [row]) => sum + row.length, 0);
  if (inRows > secret.length * MOST_IN_ROWS) return false;
  const counts = new Map<string, number>();
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / secret.length;
    bits -= share * Math.log2(share);
  }
  return bits >= Math.min(3, Math.log2(secret.length) - 0.6);
}

function isPublicToken(secret: string): boolean {
  if (!secret.startsWith("eyJ")) return false;
  const payload = secret.split(".")[1] ?? "";
  try {
    return PUBLIC_TOKEN.test(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    // What cannot be decoded is no web token.
    return true;
  }
}
