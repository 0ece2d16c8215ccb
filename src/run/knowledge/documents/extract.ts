import { UnsafeArchiveError } from "../../../platform/archive/index.ts";
import { runError } from "../../errors.ts";
import { htmlToText } from "./html.ts";
import { decodeText } from "./plain.ts";
import { DEFAULT_DOCUMENT_LIMITS, type Section } from "./section.ts";

/** What a document is read as, by the end of its name. */
export type DocumentKind = "text" | "table" | "html" | "pdf" | "docx" | "xlsx" | "pptx" | "epub";

/** Data and code are found as they stand in their files. */
const PLAIN =
  "txt md markdown json jsonl yaml yml toml xml log rst py js mjs ts tsx jsx go rs java kt c h cpp cs rb php sh sql";

const KINDS: { readonly [extension: string]: DocumentKind } = {
  ...Object.fromEntries(PLAIN.split(" ").map((extension) => [extension, "text" as const])),
  csv: "table",
  tsv: "table",
  html: "html",
  htm: "html",
  xhtml: "html",
  pdf: "pdf",
  docx: "docx",
  xlsx: "xlsx",
  xlsm: "xlsx",
  pptx: "pptx",
  epub: "epub",
};

/** What documents may be, for messages. */
export const DOCUMENT_TYPES =
  "txt, md, html, pdf, docx, xlsx, pptx, epub, csv, tsv, json, yaml, xml or code";

export function documentKind(name: string): DocumentKind | undefined {
  const extension = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase();
  return extension === undefined || !Object.hasOwn(KINDS, extension) ? undefined : KINDS[extension];
}

/** The text of a document, as a person would read it. The packages are loaded when they are needed. */
export async function extractText(
  kind: DocumentKind,
  bytes: Uint8Array,
  maxCharacters: number = DEFAULT_DOCUMENT_LIMITS.maxCharacters,
): Promise<readonly Section[]> {
  try {
    const sections = clean(await readers[kind](bytes, maxCharacters), maxCharacters);
    if (sections.length === 0) throw unreadable(kind, "contains no text");
    return sections;
  } catch (error) {
    if (error instanceof Error && "diagnostic" in error) throw error;
    if (error instanceof UnsafeArchiveError)
      throw runError("run/unreadable-document", {
        kind,
        problem: error.message,
        isTooLarge: true,
      });
    throw unreadable(kind, "is damaged or protected", error);
  }
}

function clean(sections: readonly Section[], maxCharacters: number): readonly Section[] {
  let left = maxCharacters;
  return sections.flatMap((section) => {
    const text = cleanText(section.text.slice(0, left));
    left -= text.length;
    if (text.trim() === "") return [];
    const { header } = section;
    return [{ ...section, text, ...(header === undefined ? {} : { header: cleanText(header) }) }];
  });
}

function cleanText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "").replaceAll(/\r\n?/gu, "\n");
}

const readers: {
  readonly [Kind in DocumentKind]: (
    bytes: Uint8Array,
    maxCharacters: number,
  ) => Promise<readonly Section[]>;
} = {
  text: (bytes) => Promise.resolve([{ text: decodeText(bytes) }]),
  table: (bytes) => Promise.resolve([readTable(decodeText(bytes))]),
  html: async (bytes) => [{ text: await htmlToText(decodeText(bytes)) }],
  pdf: readPdf,
  docx: readDocx,
  xlsx: async (bytes, maxCharacters) => (await import("./xlsx.ts")).readXlsx(bytes, maxCharacters),
  pptx: async (bytes) => (await import("./pptx.ts")).readPptx(bytes),
  epub: async (bytes) => (await import("./epub.ts")).readEpub(bytes),
};

/** The first line says what the values of the others mean. */
function readTable(text: string): Section {
  const end = text.search(/[\r\n]/u);
  return { text, ...(end <= 0 ? {} : { header: text.slice(0, end) }) };
}

async function readPdf(bytes: Uint8Array): Promise<readonly Section[]> {
  const { extractText: extract, getDocumentProxy } = await import("unpdf");
  // The package takes the bytes away from whoever gives them.
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const { text } = await extract(document, { mergePages: false });
  return text.map((page, at) => ({ text: page, page: at + 1 }));
}

/** By way of HTML, since the plain text that the package gives has each cell of a table on a line of its own. */
async function readDocx(bytes: Uint8Array): Promise<readonly Section[]> {
  const { unpackParts } = await import("./parts.ts");
  await unpackParts(bytes);
  const { default: mammoth } = await import("mammoth");
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: "" }));
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage });
  return [{ text: await htmlToText(value) }];
}

function unreadable(kind: DocumentKind, problem: string, cause?: unknown): Error {
  return runError("run/unreadable-document", { kind, problem }, { cause });
}
