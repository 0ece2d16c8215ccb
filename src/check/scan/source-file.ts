import type { FileKind, SourceFile } from "./context.ts";
import { textOfFile } from "./decode.ts";
import { languageOfFile } from "./instructions/index.ts";
import type { ScanFile, ScanLimits } from "./skill-files.ts";

const MARKDOWN = /\.(?:md|mdx|markdown|mdc|txt|rst)$/i;
const NO_BYTES: Uint8Array = new Uint8Array(0);

/** The share of the beginning in what is read of a text that is too long. */
const HEAD = 2 / 3;

export interface ReadSource {
  readonly file: SourceFile;
  /** A part of the file was not looked at. */
  readonly isCut: boolean;
}

/** A file as rules see it; `room` is the number of characters that may still be looked at. */
export function readSource(given: ScanFile, limits: ScanLimits, room: number): ReadSource {
  const { content, path, size = 0 } = given;
  const bytes = typeof content === "string" ? NO_BYTES : content;
  const whole = textOfFile(path, content);
  const fitting = fit(whole, Math.max(0, Math.min(limits.textLength, room)));
  const { text } = fitting;
  const language = text === undefined ? "other" : languageOfFile(path, text);
  const kind = kindOf(path, text, language);
  const file: SourceFile = { ...given, ...fitting, bytes, language, kind };
  return { file, isCut: size > content.length || fitting.gap !== undefined };
}

/** The beginning and the end of a text: what is put behind padding is read as well as what stands before it. */
function fit(whole: string | undefined, most: number): Pick<SourceFile, "text" | "gap"> {
  if (whole === undefined || whole.length <= most) return { text: whole };
  const start = Math.ceil(most * HEAD);
  const end = whole.length - (most - start);
  const text = whole.slice(0, start) + whole.slice(end);
  return { text, gap: { start, length: end - start, whole } };
}

/** The same for a file whose size does not matter. */
export function sourceOf(given: ScanFile, limits: ScanLimits, room: number): SourceFile {
  return readSource(given, limits, room).file;
}

function kindOf(path: string, text: string | undefined, language: string): FileKind {
  if (text === undefined) return "binary";
  if (/(?:^|\/)skill\.md$/i.test(path)) return "skill";
  if (MARKDOWN.test(path)) return "markdown";
  return language === "other" ? "text" : "code";
}
