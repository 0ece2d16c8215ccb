/** Forms with files (RFC 7578), found in a body while it arrives and within limits on everything. */
import { readBodyBytes, type ReadBodyOptions } from "./read-body.ts";

/** One field of a form. */
export interface FormPart {
  readonly name: string;
  /** Of files alone. */
  readonly fileName?: string;
  readonly bytes: Uint8Array;
}

export interface ReadFormOptions extends Omit<ReadBodyOptions, "onPart"> {
  readonly maxParts: number;
  /** For a body that is no such form, or has too many parts. */
  readonly invalid: (reason: string) => Error;
}

/** What a client may write above one part. */
const MAX_HEADER_BYTES = 8 * 1024;
const MAX_BOUNDARY = 70;

/** The fields of a form in their order. */
export async function readFormParts(
  request: Request,
  options: ReadFormOptions,
): Promise<readonly FormPart[]> {
  const boundary = findBoundary(request.headers.get("content-type") ?? "");
  if (boundary === undefined) throw options.invalid("it is not `multipart/form-data`");
  const scanner = new FormScanner(boundary, options);
  const bytes = await readBodyBytes(request, {
    ...options,
    onPart: (soFar) => {
      scanner.scan(soFar);
    },
  });
  return scanner.finish(bytes);
}

function findBoundary(type: string): string | undefined {
  if (type.length > 1000 || !/^multipart\/form-data *;/iu.test(type)) return undefined;
  const { quoted, plain } =
    /;[ \t]*boundary=(?:"(?<quoted>[^"\r\n]+)"|(?<plain>[^\s;"]+))/iu.exec(type)?.groups ?? {};
  const boundary = quoted ?? plain;
  return boundary === undefined || boundary.length > MAX_BOUNDARY ? undefined : boundary;
}

/** Where a part stands in the body; the bytes are taken when all of it is there. */
interface PartRange {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly start: number;
  readonly end: number;
}

interface Head {
  readonly name: string;
  readonly fileName: string | undefined;
}

const LINE_END = Buffer.from("\r\n");
const HEAD_END = Buffer.from("\r\n\r\n");

class FormScanner {
  readonly #opening: Buffer;
  readonly #delimiter: Buffer;
  readonly #options: ReadFormOptions;
  readonly #places: PartRange[] = [];
  #state: "preamble" | "after-delimiter" | "headers" | "content" | "end" = "preamble";
  /** Everything before is done with. */
  #at = 0;
  /** Everything before holds no delimiter. */
  #searched = 0;
  #head: Head = { name: "", fileName: undefined };

  constructor(boundary: string, options: ReadFormOptions) {
    this.#opening = Buffer.from(`--${boundary}`);
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#options = options;
  }

  /** Goes on as far as the bytes allow. */
  scan(bytes: Buffer): void {
    while (this.#step(bytes));
  }

  finish(bytes: Buffer): readonly FormPart[] {
    if (this.#state !== "end") throw this.#options.invalid("it ends in the middle");
    return this.#places.map(({ name, fileName, start, end }) => ({
      name,
      ...(fileName === undefined ? {} : { fileName }),
      bytes: bytes.subarray(start, end),
    }));
  }

  /** False where more bytes are needed. */
  #step(bytes: Buffer): boolean {
    switch (this.#state) {
      case "preamble":
        return this.#readPreamble(bytes);
      case "after-delimiter":
        return this.#readAfterDelimiter(bytes);
      case "headers":
        return this.#readHeaders(bytes);
      case "content":
        return this.#readContent(bytes);
      case "end":
        return false;
    }
  }

  #readPreamble(bytes: Buffer): boolean {
    // Clients send nothing before the first part but, at times, an empty line.
    if (bytes.length < this.#opening.length + LINE_END.length) return false;
    const start = bytes.subarray(0, LINE_END.length).equals(LINE_END) ? LINE_END.length : 0;
    if (!bytes.subarray(start, start + this.#opening.length).equals(this.#opening))
      throw this.#options.invalid("it does not begin with its boundary");
    this.#at = start + this.#opening.length;
    this.#state = "after-delimiter";
    return true;
  }

  #readAfterDelimiter(bytes: Buffer): boolean {
    if (bytes.length < this.#at + 2) return false;
    const next = bytes.toString("latin1", this.#at, this.#at + 2);
    if (next !== "--" && next !== "\r\n")
      throw this.#options.invalid("there is something behind a boundary");
    this.#state = next === "--" ? "end" : "headers";
    // The line end stays: a part without headers is told by two of them.
    return this.#state === "headers";
  }

  #readHeaders(bytes: Buffer): boolean {
    const end = bytes.subarray(this.#at, this.#at + MAX_HEADER_BYTES).indexOf(HEAD_END);
    if (end === -1) {
      if (bytes.length - this.#at >= MAX_HEADER_BYTES)
        throw this.#options.invalid("the headers of a part are too long");
      return false;
    }
    if (this.#places.length >= this.#options.maxParts)
      throw this.#options.invalid(`it has more than ${this.#options.maxParts} parts`);
    const head = readHead(bytes.toString("utf8", this.#at, this.#at + end));
    if (head === undefined) throw this.#options.invalid("a part has no name");
    this.#head = head;
    this.#at += end + HEAD_END.length;
    // An empty part shares the line end of its headers with the delimiter.
    this.#searched = this.#at - LINE_END.length;
    this.#state = "content";
    return true;
  }

  #readContent(bytes: Buffer): boolean {
    const found = bytes.indexOf(this.#delimiter, this.#searched);
    if (found === -1) {
      this.#searched = Math.max(this.#searched, bytes.length - this.#delimiter.length + 1);
      return false;
    }
    this.#places.push({ ...this.#head, start: this.#at, end: Math.max(this.#at, found) });
    this.#at = found + this.#delimiter.length;
    this.#state = "after-delimiter";
    return true;
  }
}

function readHead(text: string): Head | undefined {
  const line = text
    .split("\r\n")
    .find((one) => one.toLowerCase().startsWith("content-disposition:"));
  if (line === undefined || !/^[^:]*:[ \t]*form-data[ \t]*;/iu.test(line)) return undefined;
  const name = readParameter(NAME.exec(line));
  return name === undefined ? undefined : { name, fileName: readParameter(FILE_NAME.exec(line)) };
}

const NAME = /;[ \t]*name=(?:"(?<quoted>[^"]*)"|(?<plain>[^\s;"]+))/iu;
const FILE_NAME = /;[ \t]*filename=(?:"(?<quoted>[^"]*)"|(?<plain>[^\s;"]+))/iu;

/** As browsers write it, with quotes and line ends in percents; else a plain word. */
function readParameter(match: RegExpExecArray | null): string | undefined {
  const { quoted, plain } = match?.groups ?? {};
  return quoted?.replaceAll(/%(?:0D|0A|22)/giu, decodeURIComponent) ?? plain;
}
