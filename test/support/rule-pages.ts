/** Reads the examples of a page about a diagnostic: fenced blocks marked `skill` or `json5`. */
import { findFences } from "./pages.ts";

export interface Expected {
  readonly code: string;
  /** `line:column-line:column`; absent where the page does not say. */
  readonly place: string | undefined;
}

export interface Example {
  readonly language: "skill" | "json5";
  /** Undefined for a file that is only there for its neighbours. */
  readonly verdict: "bad" | "good" | undefined;
  readonly expected: readonly Expected[];
  readonly content: string | Uint8Array;
  readonly dialect: string | undefined;
  readonly path: string;
  /** Neighbouring files; undefined where the example shows none. */
  readonly files: readonly string[] | undefined;
  /** Where the file leads as a symbolic link. */
  readonly link: string | undefined;
  /** The rights of the file, written in octal digits. */
  readonly mode: number | undefined;
  /** Examples of one group are linted together. */
  readonly group: string | undefined;
  readonly root: string;
  /** The finding is one that no fix mends. */
  readonly isUnfixable: boolean;
  /** The line of the opening fence on the page. */
  readonly line: number;
}

export function readExamples(page: string): readonly Example[] {
  return findFences(page).flatMap(({ info, body, line }): readonly Example[] => {
    const words = info.split(/\s+/u);
    const language = words[0];
    if (language !== "skill" && language !== "json5") return [];
    const attributes = readAttributes(info);
    const verdict = words[1] === "bad" || words[1] === "good" ? words[1] : undefined;
    if (language === "json5" && verdict === undefined) return [];
    return [
      {
        language,
        verdict,
        expected: splitWords(attributes["expect"]).map(readExpected),
        content: words.includes("escaped") ? unescapeBody(body) : pad(body, attributes["pad"]),
        dialect: attributes["dialect"],
        path: attributes["path"] ?? "SKILL.md",
        files: attributes["files"] === undefined ? undefined : splitWords(attributes["files"]),
        link: attributes["link"],
        mode: attributes["mode"] === undefined ? undefined : Number.parseInt(attributes["mode"], 8),
        group: attributes["group"],
        root: attributes["root"] ?? "",
        isUnfixable: words.includes("unfixable"),
        line,
      },
    ];
  });
}

function readAttributes(info: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...info.matchAll(/([a-z]+)=(?:"([^"]*)"|'([^']*)'|(\S+))/gu)].map((match) => [
      match[1] ?? "",
      match[2] ?? match[3] ?? match[4] ?? "",
    ]),
  );
}

/** Makes a file as long as a page cannot show. */
function pad(body: string, length: string | undefined): string {
  if (length === undefined) return body;
  const line = "And so on, and so on, and so on.\n";
  return body + line.repeat(Math.ceil((Number(length) - body.length) / line.length));
}

function splitWords(text: string | undefined): readonly string[] {
  return (text ?? "").split(/\s+/u).filter((word) => word !== "");
}

function readExpected(word: string): Expected {
  const at = word.indexOf("@");
  return at === -1
    ? { code: word, place: undefined }
    : { code: word.slice(0, at), place: word.slice(at + 1) };
}

const escapes = /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{2})|([rnt\\]))/gu;
const marks: Readonly<Record<string, string>> = { r: "\r", n: "\n", t: "\t", "\\": "\\" };

/** Characters that a page cannot show: `\r`, `\t`, `\uFEFF`; `\xff` stands for a byte. */
function unescapeBody(body: string): string | Uint8Array {
  const hasBytes = /\\x[0-9a-fA-F]{2}/u.test(body);
  const parts: number[] = [];
  let text = "";
  let last = 0;
  const add = (piece: string): void => {
    text += piece;
    if (hasBytes) parts.push(...new TextEncoder().encode(piece));
  };
  for (const match of body.matchAll(escapes)) {
    add(body.slice(last, match.index));
    if (match[3] === undefined) {
      const hex = match[1] ?? match[2];
      add(
        hex === undefined
          ? (marks[match[4] ?? ""] ?? "")
          : String.fromCodePoint(Number.parseInt(hex, 16)),
      );
    } else parts.push(Number.parseInt(match[3], 16));
    last = match.index + match[0].length;
  }
  add(body.slice(last));
  return hasBytes ? Uint8Array.from(parts) : text;
}
