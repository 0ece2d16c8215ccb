import { byteAt, indexOfMark, latin1, wide } from "./bytes.ts";
import { inflate } from "./inflate.ts";
import type { ArtifactKind } from "./kinds.ts";
import type { InnerFile } from "./unfold.ts";

export type DocumentTrait =
  /** Program code that the reader of the document may run. */
  | "macros"
  /** It runs when the document is opened. */
  | "opens-by-itself"
  /** A template or object is fetched from another place when the document is opened. */
  | "remote-template"
  | "script"
  /** Starts another program. */
  | "launch"
  | "embedded-file";

const AUTOMATIC =
  /(?:auto_?(?:open|exec|close|new)|document_?(?:open|close|new)|workbook_?(?:open|activate|beforeclose))/i;

/** Bytes of a document that are searched. */
const LOOKED_AT = 4_000_000;

export function traitsOf(
  kind: ArtifactKind,
  bytes: Uint8Array,
  inner: readonly InnerFile[] = [],
): ReadonlySet<DocumentTrait> {
  if (kind === "ole") return oleTraits(bytes.subarray(0, LOOKED_AT));
  if (kind === "pdf") return pdfTraits(bytes.subarray(0, LOOKED_AT));
  if (kind === "rtf") return rtfTraits(bytes.subarray(0, LOOKED_AT));
  if (kind === "zip") return officeTraits(inner);
  return new Set();
}

function oleTraits(bytes: Uint8Array): ReadonlySet<DocumentTrait> {
  const traits = new Set<DocumentTrait>();
  // Names of streams stand in the directory as two bytes a character.
  if (indexOfMark(bytes, wide("_VBA_PROJECT")) !== -1 || indexOfMark(bytes, wide("VBA\0")) !== -1)
    traits.add("macros");
  if (traits.has("macros") && AUTOMATIC.test(latin1(bytes))) traits.add("opens-by-itself");
  return traits;
}

function officeTraits(inner: readonly InnerFile[]): ReadonlySet<DocumentTrait> {
  const traits = new Set<DocumentTrait>();
  for (const { path, bytes, kind } of inner) {
    if (/\/(?:vbaProject\.bin|macrosheets\/[^/]+\.xml)$/i.test(path)) {
      traits.add("macros");
      if (AUTOMATIC.test(latin1(bytes)) || path.includes("macrosheets"))
        traits.add("opens-by-itself");
    }
    if (/\.rels$/i.test(path) && kind === "text" && isRemoteTemplate(latin1(bytes)))
      traits.add("remote-template");
  }
  return traits;
}

/** Links of a text are external as well, and are only followed when somebody clicks. */
function isRemoteTemplate(relations: string): boolean {
  return relations
    .split("<")
    .some(
      (tag) =>
        /TargetMode\s*=\s*["']External/i.test(tag) &&
        /relationships\/(?:attachedTemplate|oleObject|frame|subDocument)["']/i.test(tag),
    );
}

function rtfTraits(bytes: Uint8Array): ReadonlySet<DocumentTrait> {
  const text = latin1(bytes);
  const traits = new Set<DocumentTrait>();
  if (/\\objdata|\\objocx/.test(text)) traits.add("embedded-file");
  if (/\\objupdate|\\objautlink/.test(text)) traits.add("opens-by-itself");
  if (/\\\*\\template\s+https?:/i.test(text)) traits.add("remote-template");
  return traits;
}

const PDF_NAMES: readonly (readonly [RegExp, DocumentTrait])[] = [
  [/\/(?:JavaScript|JS)(?![A-Za-z])/, "script"],
  [/\/Launch(?![A-Za-z])/, "launch"],
  [/\/(?:OpenAction|AA)(?![A-Za-z])/, "opens-by-itself"],
  [/\/EmbeddedFiles?(?![A-Za-z])/, "embedded-file"],
];
const MOST_STREAMS = 64;
const LONGEST_STREAM = 200_000;

function pdfTraits(bytes: Uint8Array): ReadonlySet<DocumentTrait> {
  const plain = latin1(bytes);
  const texts = [withoutStreams(plain), ...objectStreams(bytes, plain)];
  const traits = new Set<DocumentTrait>();
  for (const text of texts) {
    const readable = text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    for (const [name, trait] of PDF_NAMES) if (name.test(readable)) traits.add(trait);
  }
  return traits;
}

/** Packed bytes spell every short name by chance somewhere. */
function withoutStreams(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf("stream", at);
    const end = start === -1 ? -1 : text.indexOf("endstream", start);
    if (end === -1) return parts.join("") + text.slice(at, start === -1 ? text.length : start);
    parts.push(text.slice(at, start));
    at = end + "endstream".length;
  }
}

/** Objects may stand packed in streams of their own. */
function objectStreams(bytes: Uint8Array, text: string): readonly string[] {
  const found: string[] = [];
  let at = text.indexOf("/ObjStm");
  while (at !== -1 && found.length < MOST_STREAMS) {
    const mark = text.indexOf("stream", at);
    if (mark === -1) break;
    let start = mark + "stream".length;
    while (byteAt(bytes, start) === 13 || byteAt(bytes, start) === 10) start++;
    // Two bytes of the zlib form stand in front.
    found.push(latin1(inflate(bytes.subarray(start + 2), LONGEST_STREAM).bytes));
    at = text.indexOf("/ObjStm", start);
  }
  return found;
}
