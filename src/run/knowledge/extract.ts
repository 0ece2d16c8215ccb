import { checkZipSize, UnsafeArchiveError } from "../../platform/archive/index.ts";
import { failure } from "../../platform/index.ts";
import { runCodes } from "../diagnostics.ts";

/** What a document is read as, by the end of its name. */
export type DocumentKind = "text" | "markdown" | "html" | "pdf" | "docx";

/** Tables, data and code are found as they stand in their files. */
const PLAIN =
  "csv tsv json jsonl yaml yml toml xml log rst py js mjs ts tsx jsx go rs java kt c h cpp cs rb php sh sql";

const KINDS: { readonly [extension: string]: DocumentKind } = {
  ...Object.fromEntries(PLAIN.split(" ").map((extension) => [extension, "text" as const])),
  txt: "text",
  md: "markdown",
  markdown: "markdown",
  html: "html",
  htm: "html",
  pdf: "pdf",
  docx: "docx",
};

/** The most that a document may have. */
export const MOST_DOCUMENT_BYTES: number = 5 * 1024 * 1024;
/** A small document may unfold into a large text; what lies beyond is not indexed. */
const MOST_CHARACTERS = 20 * 1024 * 1024;
/** What a packed document may unfold into; a book of a thousand pages has some 10 MB of XML. */
const EXPANDED = { maxBytes: 48 * 1024 * 1024, maxEntries: 5000 };

export function documentKind(name: string): DocumentKind | undefined {
  const extension = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase();
  return extension === undefined || !Object.hasOwn(KINDS, extension) ? undefined : KINDS[extension];
}

/** The text of a document, as a person would read it. The packages are loaded when they are needed. */
export async function extractText(kind: DocumentKind, bytes: Uint8Array): Promise<string> {
  try {
    const text = await readers[kind](bytes);
    const clean = text
      .slice(0, MOST_CHARACTERS)
      .toWellFormed()
      .replaceAll("\0", "")
      .replaceAll(/\r\n?/gu, "\n");
    if (clean.trim() === "") throw unreadable(kind, "contains no text");
    return clean;
  } catch (error) {
    if (error instanceof Error && "diagnostic" in error) throw error;
    if (error instanceof UnsafeArchiveError)
      throw failure(
        runCodes.unreadableDocument,
        `This ${kind} document is not read: ${error.message} when unpacked.`,
        { hint: "Split it, or save it as plain text." },
      );
    throw unreadable(kind, "is damaged or protected", error);
  }
}

const readers: { readonly [Kind in DocumentKind]: (bytes: Uint8Array) => Promise<string> } = {
  text: readPlain,
  markdown: readPlain,
  html: readHtml,
  pdf: readPdf,
  docx: readDocx,
};

function readPlain(bytes: Uint8Array): Promise<string> {
  const [first, second] = bytes;
  // Windows writes text in this encoding, with a mark at its start.
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isWide)
    return Promise.resolve(new TextDecoder(first === 0xff ? "utf-16le" : "utf-16be").decode(bytes));
  try {
    return Promise.resolve(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return Promise.resolve(decodeOther(bytes));
  }
}

/** What is not UTF-8 is what it says of itself, as pages do, or else the old encoding of Western systems. */
function decodeOther(bytes: Uint8Array): string {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 2048));
  const named = /charset\s*=\s*["']?([\w-]{1,40})/iu.exec(head)?.[1];
  try {
    // A text that is not UTF-8 is not so by calling itself that.
    if (named !== undefined && !/^utf-?8$/iu.test(named))
      return new TextDecoder(named).decode(bytes);
  } catch {
    // No encoding that anybody knows.
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Elements that begin a new line. */
const BLOCKS = new Set(
  "address article aside blockquote br dd div dl dt figcaption footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul".split(
    " ",
  ),
);
/** Elements whose text nobody reads. */
const UNSEEN = new Set(["script", "style", "template", "noscript", "svg", "head"]);

async function readHtml(bytes: Uint8Array): Promise<string> {
  const { Parser } = await import("htmlparser2");
  const parts: string[] = [];
  let unseen = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (UNSEEN.has(name)) unseen += 1;
      if (BLOCKS.has(name)) parts.push("\n");
    },
    ontext: (text) => {
      if (unseen === 0) parts.push(text.replaceAll(/\s+/gu, " "));
    },
    onclosetag: (name) => {
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
      if (BLOCKS.has(name)) parts.push("\n");
    },
  });
  parser.write(await readPlain(bytes));
  parser.end();
  return parts
    .join("")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim();
}

async function readPdf(bytes: Uint8Array): Promise<string> {
  const { extractText: extract, getDocumentProxy } = await import("unpdf");
  // The package takes the bytes away from whoever gives them.
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const { text } = await extract(document, { mergePages: false });
  return text.join("\n\n");
}

async function readDocx(bytes: Uint8Array): Promise<string> {
  await checkZipSize(bytes, EXPANDED);
  const { default: mammoth } = await import("mammoth");
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
  return value;
}

function unreadable(kind: DocumentKind, why: string, cause?: unknown): Error {
  return failure(runCodes.unreadableDocument, `The ${kind} document ${why}.`, {
    hint: "Save it anew without protection, or as plain text.",
    cause,
  });
}
