/** Share of characters that text for people or shells is made of. */
const LEAST_READABLE = 0.97;
const READABLE = /[\t\n\r\x20-\x7e]/g;
const LETTERS = /[a-z]/gi;

/** Bytes as text, or undefined where they are none; UTF-16 as shells of Windows encode it is known too. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length < 4) return undefined;
  const text = isWide(bytes)
    ? new TextDecoder("utf-16le").decode(bytes)
    : new TextDecoder("utf-8").decode(bytes);
  return isReadable(text) ? text : undefined;
}

export function isReadable(text: string): boolean {
  if (text.length < 4) return false;
  const sample = text.length > 4000 ? text.slice(0, 4000) : text;
  const readable = sample.match(READABLE)?.length ?? 0;
  const letters = sample.match(LETTERS)?.length ?? 0;
  return readable >= sample.length * LEAST_READABLE && letters >= sample.length * 0.3;
}

/** Every second byte is nought. */
function isWide(bytes: Uint8Array): boolean {
  if (bytes.length % 2 !== 0) return false;
  const limit = Math.min(bytes.length, 200);
  for (let at = 1; at < limit; at += 2) if (bytes[at] !== 0) return false;
  return true;
}

export function fromBase64(text: string): Uint8Array | undefined {
  const plain = text
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/[\s=]+/g, "");
  if (plain.length % 4 === 1) return undefined;
  try {
    const binary = atob(plain);
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export function fromHex(text: string): Uint8Array {
  const digits = text.replace(/[^0-9a-f]/gi, "");
  const bytes = new Uint8Array(digits.length >> 1);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
