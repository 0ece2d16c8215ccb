import { decodeText } from "../../skill/index.ts";
import { KINDS } from "./artifacts/kinds.ts";
import { sniff } from "./artifacts/sniff.ts";
import { languageOfName } from "./instructions/languages.ts";

const SAMPLE = 8000;
/** Files that agents and interpreters read as text, whatever bytes stand in them. */
const READ_AS_TEXT =
  /(?:^|\/)(?:skill\.md|makefile|dockerfile|[^/]*\.(?:md|mdx|mdc|markdown|txt|rst|json[c5l]?|ya?ml|toml|ini|cfg|env|html?|svg|xml|vue|ipynb|bat|cmd|rb|pl|php|lua|vbs|hta))$/i;

type Wide = "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

/** The text of bytes, in any encoding that an editor or an interpreter takes without being told. */
export function textOfBytes(bytes: Uint8Array): string {
  const wide = wideOf(bytes);
  if (wide === undefined) return decodeText(bytes).text;
  return wide === "utf-32le" || wide === "utf-32be"
    ? fromUtf32(bytes, wide === "utf-32le")
    : new TextDecoder(wide).decode(bytes);
}

/**
 * The text of a file, undefined for data. One zero makes no data of a text: a mark of another format with bytes that no
 * text has does, or many such bytes. What is read as text for its name is text.
 */
export function textOfFile(path: string, content: string | Uint8Array): string | undefined {
  if (typeof content === "string") return content;
  if (wideOf(content) !== undefined || isReadAsText(path)) return textOfBytes(content);
  const sample = content.subarray(0, SAMPLE);
  const kind = sniff(content);
  const isMarked = kind !== "unknown" && KINDS[kind].group !== "text";
  const controls = controlsIn(sample);
  if (isMarked ? controls > 0 : controls * 10 > sample.length) return undefined;
  const text = textOfBytes(content);
  const beginning = text.slice(0, SAMPLE);
  const broken = beginning.match(/\ufffd/g)?.length ?? 0;
  return broken > beginning.length * 0.1 + 3 ? undefined : text;
}

function isReadAsText(path: string): boolean {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1] ?? "";
  return READ_AS_TEXT.test(path) || languageOfName(ending) !== "other";
}

function controlsIn(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) count++;
  return count;
}

/** By the mark at the beginning, or by zeros that stand in the same half of nearly every letter. */
function wideOf(bytes: Uint8Array): Wide | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe)
    return third === 0 && fourth === 0 ? "utf-32le" : "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return "utf-32be";
  const end = Math.min(bytes.length, SAMPLE) & ~3;
  if (end < 8) return undefined;
  const zeros: [number, number, number, number] = [0, 0, 0, 0];
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[(at & 3) as 0 | 1 | 2 | 3]++;
  const [a, b, c, d] = zeros.map((count) => count / (end / 4)) as typeof zeros;
  if (b > 0.9 && c > 0.9 && d > 0.9 && a < 0.05) return "utf-32le";
  if (a > 0.9 && b > 0.9 && c > 0.9 && d < 0.05) return "utf-32be";
  if (b > 0.4 && d > 0.4 && a < 0.05 && c < 0.05) return "utf-16le";
  return a > 0.4 && c > 0.4 && b < 0.05 && d < 0.05 ? "utf-16be" : undefined;
}

function fromUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const letters: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, isLittle);
    if (point !== 0xfeff || at > 0)
      letters.push(point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd");
  }
  return letters.join("");
}
