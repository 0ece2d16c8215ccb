import { decodeText } from "../../skill/index.ts";
import type { FileKind, SourceFile } from "./context.ts";
import { languageOfFile } from "./instructions/index.ts";
import type { ScanFile, ScanLimits } from "./skill-files.ts";

const MARKDOWN = /\.(?:md|mdx|markdown|mdc|txt|rst)$/i;
const SAMPLE = 8000;
const NO_BYTES: Uint8Array = new Uint8Array(0);

/** A file as rules see it; `room` is the number of characters that may still be looked at. */
export function sourceOf(file: ScanFile, limits: ScanLimits, room: number): SourceFile {
  const { content } = file;
  const bytes = typeof content === "string" ? NO_BYTES : content;
  const whole = textOf(content);
  const text = whole?.slice(0, Math.max(0, Math.min(limits.textLength, room)));
  const language = text === undefined ? "other" : languageOfFile(file.path, text);
  return { ...file, bytes, text, language, kind: kindOf(file.path, text, language) };
}

/** Characters of the file that were not looked at. */
export function lengthLeftOut(file: SourceFile): number {
  if (file.text === undefined) return 0;
  const whole = file.size ?? file.content.length;
  // Bytes are never fewer than characters, so a file of other scripts only seems longer than it is.
  return typeof file.content === "string" || file.size !== undefined
    ? Math.max(0, whole - Math.max(file.text.length, file.content.length))
    : Math.max(0, (textOf(file.content)?.length ?? 0) - file.text.length);
}

function kindOf(path: string, text: string | undefined, language: string): FileKind {
  if (text === undefined) return "binary";
  if (/(?:^|\/)skill\.md$/i.test(path)) return "skill";
  if (MARKDOWN.test(path)) return "markdown";
  return language === "other" ? "text" : "code";
}

function textOf(content: string | Uint8Array): string | undefined {
  if (typeof content === "string") return content;
  const isWide =
    (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  if (!isWide && content.subarray(0, SAMPLE).includes(0)) return undefined;
  const { text } = decodeText(content);
  const sample = text.slice(0, SAMPLE);
  const broken = sample.match(/\ufffd/g)?.length ?? 0;
  return broken > sample.length * 0.1 + 3 ? undefined : text;
}
