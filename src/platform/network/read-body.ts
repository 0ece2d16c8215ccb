/** The one way in which the server takes bodies of requests into memory. */

/** Called after each part has arrived, with everything that is there so far; may throw to stop the reading. */
type OnPart = (bytes: Buffer) => void;

export interface ReadBodyOptions {
  readonly maxBytes: number;
  readonly tooLarge: (maxBytes: number) => Error;
  readonly onPart?: OnPart;
}

const FIRST_BYTES = 16 * 1024;

/**
 * All of a body, or a refusal: at once where it is declared too long, else as soon as it is. It is written into one
 * buffer while it arrives, since joining large parts at the end would block all other work.
 */
export async function readBodyBytes(
  { headers, body }: Pick<Request, "headers" | "body">,
  { maxBytes, tooLarge, onPart }: ReadBodyOptions,
): Promise<Buffer> {
  const declared = Number(headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  let buffer: Buffer = Buffer.allocUnsafe(declared > 0 ? declared : FIRST_BYTES);
  let size = 0;
  for await (const part of body ?? []) {
    const next = size + part.byteLength;
    if (next > maxBytes) throw tooLarge(maxBytes);
    if (next > buffer.length) buffer = grow(buffer, size, Math.min(maxBytes, 2 * next));
    buffer.set(part, size);
    size = next;
    onPart?.(buffer.subarray(0, size));
  }
  return buffer.subarray(0, size);
}

function grow(buffer: Buffer, size: number, next: number): Buffer {
  const larger = Buffer.allocUnsafe(next);
  buffer.copy(larger, 0, 0, size);
  return larger;
}
