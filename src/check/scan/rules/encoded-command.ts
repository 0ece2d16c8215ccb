import type { ScanRule } from "../rule.ts";
import { type Hit, placeOf, search, temperSubject } from "../text/search.ts";
import { type Blob, findBlobs } from "../views/blobs.ts";
import { oneOf } from "../text/one-of.ts";

const SHELL = String.raw`(?:sudo\s+)?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh\b|python[\d.]*\b|node\b|perl\b|iex\b|osascript\b|xargs\b`;
const DECODE = String.raw`(?:base64\s+(?:-d|-D|--decode)|openssl\s+(?:enc\s+)?(?:-d\s+)?-?base64(?:\s+-d)?|xxd\s+-r|base32\s+-d|\brev\b|tr\s+["']?A-Za-z|gunzip|gzip\s+-d|uudecode)`;

/** Text that is decoded and goes to a shell at once. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(`${DECODE}[^\\n;]{0,120}?\\|\\s*(?:${SHELL})`, "gi"),
  new RegExp(
    `(?:eval|(?:ba|z)?sh\\s+-c|source)\\s+["']?(?:\\$\\(|\\x60|<\\()[^\\n]{0,600}?${DECODE}`,
    "gi",
  ),
  new RegExp(`(?:ba|z|da)?sh\\s*<<<?\\s*["']?\\$\\([^\\n]{0,600}?${DECODE}`, "gi"),
  /\b(?:powershell|pwsh)(?:\.exe)?\s[^\n]{0,200}?-e(?:nc|nco\w*|c)?\s+[A-Za-z0-9+/=]{16,}/gi,
  // What is decoded stands between the same brackets; a closed pair may hold a name alone.
  oneOf(
    [
      /\b(?:exec|eval|Function|compile)\s{0,2}\(\s{0,4}(?:[^\n;{}()]|\((?!["'])|\(["'][\w.]{0,40}["']\)){0,80}?(?:b64decode|b32decode|b16decode|a85decode|unhexlify|fromhex)\b/,
      /\b(?:exec|eval|Function|compile)\s{0,2}\(\s{0,4}(?:[^\n;{}()]|\((?!["'])|\(["'][\w.]{0,40}["']\)){0,80}?(?:atob|Buffer\.from|codecs\.decode|zlib\.decompress)\b/,
      /\b(?:exec|eval|Function|compile)\s{0,2}\(\s{0,4}(?:[^\n;{}()]|\((?!["'])|\(["'][\w.]{0,40}["']\)){0,80}?(?:marshal\.loads|fromCharCode)\b/,
    ],
    "g",
  ),
  /\beval\s{0,2}\(\s{0,4}(?:\w{1,30}\s{0,2}\(\s{0,4}){0,4}(?:gzinflate|base64_decode|str_rot13|gzuncompress)\b/gi,
  // Commands that stand in the remarks of a document.
  new RegExp(
    `\\b(?:grep|sed|awk|cut)\\s[^\\n|]{0,120}\\.(?:md|txt|rst|json|ya?ml|csv)\\b[^\\n]{0,120}?\\|\\s*(?:(?:ba|z|da)?sh\\b)(?!\\S)`,
    "gi",
  ),
  new RegExp(
    `\\bopenssl\\s+(?:enc|aes\\S*|des\\S*)\\s[^\\n|]{0,160}-d\\b[^\\n|]{0,160}\\|\\s*(?:${SHELL})`,
    "gi",
  ),
  // A program in the tail of a picture or a font.
  new RegExp(
    `\\b(?:tail|head|dd|cut|strings|sed|awk)\\s[^\\n|]{0,120}\\.(?:png|jpe?g|gif|ico|bmp|webp|pdf|mp[34]|wav|ttf|woff2?)\\b[^\\n]{0,120}?\\|\\s*(?:${SHELL})`,
    "gi",
  ),
  /\bfrombase64string\b[^\n]{0,200}\|?\s*(?:iex|invoke-expression)|(?:iex|invoke-expression)\b[^\n]{0,200}\bfrombase64string\b/gi,
];

export const encodedCommand: ScanRule = {
  code: "scan/encoded-command",
  title: "No command is hidden by an encoding and run at once.",
  severity: "critical",
  category: "execution",
  hint: "Read the decoded text. A command that has to hide is not one to run.",
  check(context) {
    for (const pattern of PATTERNS)
      for (const hit of search(context, pattern)) {
        const payload = payloadOf(hit);
        context.report({
          ...placeOf(hit),
          ...temperSubject(
            context,
            payload !== undefined ? "critical" : isOnlyNamed(hit) ? "medium" : "high",
            hit,
          ),
          ...(payload === undefined
            ? {}
            : { evidence: payload.text, decoding: [...hit.view.decoding, payload.kind] }),
          message: "A shell is given encoded text to run.",
        });
      }
  },
};

/** What the encoded text says: it stands in the match or a little before it, as in `echo … | base64 -d | sh`. */
function payloadOf({ view, match }: Hit): Blob | undefined {
  const start = Math.max(0, match.index - 4000);
  const near = view.text.slice(start, match.index + match[0].length + 4000);
  const line = view.text.lastIndexOf("\n", match.index) + 1 - start;
  return findBlobs(near.slice(Math.max(0, line)), 5)[0] ?? findBlobs(near, 20).at(-1);
}

/** Functions between backticks, with nothing in their brackets, are only spoken of. */
const SHORT = 40;

/** `echo $NAME | base64 -d | sh`: a script on its way to another machine; a text in the variable is found by itself. */
function isOnlyNamed({ view, match, around }: Hit): boolean {
  if (/^(?:inline|sentence)$/.test(around.origin) && match[0].length < SHORT) return true;
  const before = view.text.slice(Math.max(0, match.index - 80), match.index);
  return /\becho\s+["'\\]{0,2}\$\{?\w+\}?["'\\]{0,2}\s*\|\s*$/.test(before);
}
