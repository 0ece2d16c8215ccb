/** Decodings that code asks for by name. All of them give back undefined for what they cannot read. */

export function fromBase64(text: string): string | undefined {
  const clean = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (clean.length === 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(clean)) return undefined;
  try {
    return latinOrUtf8(atob(clean.replace(/={1,2}$/, "")));
  } catch {
    return undefined;
  }
}

export function fromHex(text: string): string | undefined {
  const clean = text.replace(/\\x|0x|[\s:,]/g, "");
  if (clean.length < 2 || clean.length % 2 === 1 || !/^[\da-f]+$/i.test(clean)) return undefined;
  let bytes = "";
  for (let at = 0; at < clean.length; at += 2)
    bytes += String.fromCharCode(Number.parseInt(clean.slice(at, at + 2), 16));
  return latinOrUtf8(bytes);
}

export function fromUrl(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function fromRot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** UTF-16, as PowerShell takes its encoded commands. */
export function fromUtf16(bytes: string): string {
  return bytes.includes("\0") ? bytes.replaceAll("\0", "") : bytes;
}

function latinOrUtf8(bytes: string): string {
  if (!/[\u0080-\u00FF]/.test(bytes)) return bytes;
  try {
    const array = Uint8Array.from(bytes, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(array);
  } catch {
    return bytes;
  }
}
