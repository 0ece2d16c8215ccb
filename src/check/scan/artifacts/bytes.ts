/** Numbers and text out of bytes. Reading past the end gives 0 or less text, never an error. */
export function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

export function uint16(bytes: Uint8Array, at: number): number {
  return byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8);
}

export function uint32(bytes: Uint8Array, at: number): number {
  return (uint16(bytes, at) | (uint16(bytes, at + 2) << 16)) >>> 0;
}

/** Eight bytes as a number; what is larger than a number can hold exactly is only known to be huge. */
export function uint64(bytes: Uint8Array, at: number): number {
  return uint32(bytes, at) + uint32(bytes, at + 4) * 2 ** 32;
}

export function uint32Big(bytes: Uint8Array, at: number): number {
  return (
    ((byteAt(bytes, at) << 24) |
      (byteAt(bytes, at + 1) << 16) |
      (byteAt(bytes, at + 2) << 8) |
      byteAt(bytes, at + 3)) >>>
    0
  );
}

/** One character for each byte, so that offsets in the text are offsets in the bytes. */
export function latin1(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  const parts: string[] = [];
  const last = Math.min(end, bytes.length);
  // A call takes only so many arguments.
  for (let at = start; at < last; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, Math.min(at + 8192, last))));
  return parts.join("");
}

export function startsWith(bytes: Uint8Array, mark: string, at = 0): boolean {
  for (let index = 0; index < mark.length; index++)
    if (bytes[at + index] !== mark.charCodeAt(index)) return false;
  return true;
}

/** The first place of the mark in `start … end`, or -1. */
export function indexOfMark(
  bytes: Uint8Array,
  mark: string,
  start = 0,
  end: number = bytes.length,
): number {
  const first = mark.charCodeAt(0);
  let at = bytes.indexOf(first, start);
  while (at !== -1 && at + mark.length <= end) {
    if (startsWith(bytes, mark, at)) return at;
    at = bytes.indexOf(first, at + 1);
  }
  return -1;
}

/** A mark as Windows writes text: two bytes a character. */
export function wide(mark: string): string {
  return [...mark].map((character) => `${character}\0`).join("");
}

export function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return latin1(bytes);
  }
}
