/** Lines with their length in front, as git sends everything but packs themselves. */

export const FLUSH: Uint8Array = Buffer.from("0000");
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

/** What a client sent; undefined where it is not in this form. */
export function readPackets(bytes: Uint8Array): readonly Packet[] | undefined {
  const packets: Packet[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const digits = Buffer.from(bytes.subarray(offset, offset + 4)).toString("latin1");
    if (!/^[0-9a-f]{4}$/iu.test(digits)) return undefined;
    const length = Number.parseInt(digits, 16);
    if (length < 4) {
      if (length > 1) return undefined;
      packets.push({ kind: length === 0 ? "flush" : "delimiter" });
      offset += 4;
      continue;
    }
    if (offset + length > bytes.length) return undefined;
    const text = Buffer.from(bytes.subarray(offset + 4, offset + length)).toString("utf8");
    packets.push({ kind: "line", text: text.replace(/\n$/u, "") });
    offset += length;
  }
  return packets;
}

/** The most that fits into one packet beside its length and the number of its band. */
const BAND_BYTES = 65_515;

/** A part of a pack on the band that carries packs. */
export function* onBand(bytes: Uint8Array): Generator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += BAND_BYTES)
    yield packet(Buffer.concat([Buffer.of(1), bytes.subarray(offset, offset + BAND_BYTES)]));
}
