/** Text in the encoding that it is in. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  // Windows writes text in this encoding, with a mark at its start.
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isWide) return new TextDecoder(first === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeOther(bytes);
  }
}

/** What is not UTF-8 is what it says of itself, as pages do, or else the old encoding of Western systems. */
function decodeOther(bytes: Uint8Array): string {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 2048));
  const named = /(?:charset|encoding)\s*=\s*["']?([\w-]{1,40})/iu.exec(head)?.[1];
  try {
    // A text that is not UTF-8 is not so by calling itself that.
    if (named !== undefined && !/^utf-?8$/iu.test(named))
      return new TextDecoder(named).decode(bytes);
  } catch {
    // No encoding that anybody knows.
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
