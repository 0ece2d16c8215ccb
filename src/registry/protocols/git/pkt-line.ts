/** Lines with their length in front, as git sends everything but packs themselves. */

export const FLUSH: Uint8Array = Buffer.from("0000");
const HEX_DIGITS = "0123456789abcdef";
export const DELIMITER: Uint8Array = Buffer.from("0001");

export function packet(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const length = (bytes.length + 4).toString(16).padStart(4, "0");
  return Buffer.concat([Buffer.from(length), bytes]);
}

export function line(text: string): Uint8Array {
  return packet(`${text}\n`);
}

export type Packet =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "flush" | "delimiter" };

/** What a client sent; undefined where it is not in this form, or has more packets than it may have. */
export function readPackets(bytes: Uint8Array, most: number): readonly Packet[] | undefined {
  const packets: Packet[] = [];
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let offset = 0; offset < bytes.length;) {
    const length = lengthAt(bytes, offset);
    if (length === undefined || packets.length === most) return undefined;
    if (length < 4) {
      if (length > 1) return undefined;
      packets.push({ kind: length === 0 ? "flush" : "delimiter" });
      offset += 4;
      continue;
    }
    if (offset + length > bytes.length) return undefined;
    const text = all.toString("utf8", offset + 4, offset + length);
    packets.push({ kind: "line", text: text.endsWith("\n") ? text.slice(0, -1) : text });
    offset += length;
  }
  return packets;
}

/** Four hexadecimal digits. */
function lengthAt(bytes: Uint8Array, offset: number): number | undefined {
  let length = 0;
  for (let at = offset; at < offset + 4; at += 1) {
    const digit = HEX_DIGITS.indexOf(String.fromCodePoint(bytes[at] ?? 0).toLowerCase());
    if (digit < 0) return undefined;
    length = length * 16 + digit;
  }
  return length;
}

/** The most that fits into one packet beside its length and the number of its band. */
const BAND_BYTES = 65_515;

/** A part of a pack on the band that carries packs. */
export function* onBand(bytes: Uint8Array): Generator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += BAND_BYTES)
    yield packet(Buffer.concat([Buffer.of(1), bytes.subarray(offset, offset + BAND_BYTES)]));
}
