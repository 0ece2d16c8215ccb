import { guardListener } from "../../platform/index.ts";
/** The frames of the protocol, within limits: a length that is wrong or too large ends the connection. */
import type { Readable } from "node:stream";
import {
  AbstractMessageReader,
  type DataCallback,
  Disposable,
  type Message,
  type MessageReader,
} from "vscode-languageserver/node";

/** A file of this size is no SKILL.md; with JSON around it, it still fits. */
const MAX_CONTENT = 32 * 1024 * 1024;
const MAX_HEADER = 4096;
const HEADER_END = Buffer.from("\r\n\r\n");

interface FrameOptions {
  /** A frame that holds no JSON object; the next frame is read as if nothing had been. */
  readonly onMalformed: (reason: string) => void;
}

export class FrameReader extends AbstractMessageReader implements MessageReader {
  readonly #input: Readable;
  readonly #onMalformed: (reason: string) => void;
  #parts: Buffer[] = [];
  #size = 0;
  /** Length of the content that is being read; undefined while a header is. */
  #length: number | undefined;
  #isClosed = false;

  constructor(input: Readable, { onMalformed }: FrameOptions) {
    super();
    this.#input = input;
    this.#onMalformed = onMalformed;
  }

  listen(callback: DataCallback): Disposable {
    const onEnd = (): void => this.#close();
    const onData = guardListener((chunk: Buffer): void => {
      if (this.#isClosed) return;
      this.#parts.push(chunk);
      this.#size += chunk.length;
      this.#readFrames(callback);
    }, onEnd);
    this.#input.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onEnd);
    return Disposable.create(() => this.#input.off("data", onData));
  }

  #readFrames(callback: DataCallback): void {
    while (!this.#isClosed) {
      if (this.#length === undefined && !this.#readHeader()) return;
      const content = this.#take(this.#length ?? 0);
      if (content === undefined) return;
      this.#length = undefined;
      const message = parseMessage(content);
      if (typeof message === "string") this.#onMalformed(message);
      else callback(message);
    }
  }

  /** False while the header is not there in full, or when it ended the connection. */
  #readHeader(): boolean {
    const buffer = this.#join();
    const end = buffer.subarray(0, MAX_HEADER + HEADER_END.length).indexOf(HEADER_END);
    if (end === -1) {
      if (buffer.length > MAX_HEADER) this.#refuse("A header is too long.");
      return false;
    }
    const length = /^content-length:[ \t]*(\d{1,10})[ \t]*$/imu.exec(
      buffer.toString("latin1", 0, end),
    )?.[1];
    if (length === undefined) return this.#refuse("A header has no valid `Content-Length`.");
    if (Number(length) > MAX_CONTENT)
      return this.#refuse(`A message has ${length} bytes; at most ${MAX_CONTENT} are read.`);
    this.#take(end + HEADER_END.length);
    this.#length = Number(length);
    return true;
  }

  /** Where the next frame begins is not known any more. */
  #refuse(reason: string): false {
    this.fireError(new Error(reason));
    this.#close();
    return false;
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#parts = [];
    this.#size = 0;
    this.fireClose();
  }

  /** Parts are joined when a whole frame is there, so that a large one is not copied with every part. */
  #take(length: number): Buffer | undefined {
    if (this.#size < length) return undefined;
    const buffer = this.#join();
    this.#parts = [buffer.subarray(length)];
    this.#size -= length;
    return buffer.subarray(0, length);
  }

  #join(): Buffer {
    const [first] = this.#parts;
    if (this.#parts.length !== 1 || first === undefined) this.#parts = [Buffer.concat(this.#parts)];
    return this.#parts[0] ?? Buffer.alloc(0);
  }
}

/** The reason where it is no message. */
function parseMessage(content: Buffer): Message | string {
  try {
    const value: unknown = JSON.parse(content.toString("utf8"));
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return "A message is not a JSON object.";
    // The connection checks the rest, and answers what it does not know.
    return value as Message;
  } catch {
    return "A message is not valid JSON.";
  }
}
