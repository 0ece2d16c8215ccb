/** How much of a picture is another than the last time. */
import { inflateSync } from "node:zlib";

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Bytes of a pixel. */
  readonly step: number;
  readonly bytes: Uint8Array;
}

const SIGNATURE_BYTES = 8;
/** Of a colour: what two drawings of the same may differ by, and nobody sees. */
const UNSEEN = 8;

/** The pixels of a PNG with eight bits a colour, as browsers write them. */
export function readPng(png: Buffer): Pixels {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const step = png[25] === 6 ? 4 : 3;
  return {
    width,
    height,
    step,
    bytes: unfilter(inflateSync(Buffer.concat(parts)), width * step, step),
  };
}

/** Each line says by which of its neighbours it was made smaller. */
function unfilter(lines: Buffer, length: number, step: number): Uint8Array {
  const count = lines.length / (length + 1);
  const bytes = new Uint8Array(count * length);
  for (let line = 0; line < count; line += 1) {
    const filter = lines[line * (length + 1)] ?? 0;
    for (let index = 0; index < length; index += 1) {
      const at = line * length + index;
      const left = index < step ? 0 : (bytes[at - step] ?? 0);
      const above = line === 0 ? 0 : (bytes[at - length] ?? 0);
      const corner = index < step || line === 0 ? 0 : (bytes[at - length - step] ?? 0);
      const guess =
        [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter] ?? 0;
      bytes[at] = (lines[line * (length + 1) + 1 + index] ?? 0) + guess;
    }
  }
  return bytes;
}

function nearest(left: number, above: number, corner: number): number {
  const sum = left + above - corner;
  const [a, b, c] = [left, above, corner].map((one) => Math.abs(sum - one)) as [
    number,
    number,
    number,
  ];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** The share of pixels that differ so that somebody could see it; 1 where the size is another. */
export function shareOfDifference(last: Buffer, next: Buffer): number {
  if (last.equals(next)) return 0;
  const [a, b] = [readPng(last), readPng(next)];
  if (a.width !== b.width || a.height !== b.height || a.step !== b.step) return 1;
  let count = 0;
  for (let at = 0; at < a.bytes.length; at += a.step)
    if (
      [0, 1, 2].some(
        (part) => Math.abs((a.bytes[at + part] ?? 0) - (b.bytes[at + part] ?? 0)) > UNSEEN,
      )
    )
      count += 1;
  return count / (a.width * a.height);
}
