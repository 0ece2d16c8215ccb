import { byteAt, uint16 } from "./bytes.ts";
import { inflate, type Inflated } from "./inflate.ts";

/** Bits that tell which parts stand in front of the packed bytes. */
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const HAS_CHECK = 2;

/** Unpacks the first member of a gzip file up to a limit. */
export function gunzip(bytes: Uint8Array, limit: number): Inflated {
  const flags = byteAt(bytes, 3);
  let at = 10;
  if ((flags & HAS_EXTRA) !== 0) at += 2 + uint16(bytes, at);
  if ((flags & HAS_NAME) !== 0) at = bytes.indexOf(0, at) + 1;
  if ((flags & HAS_COMMENT) !== 0) at = bytes.indexOf(0, at) + 1;
  if ((flags & HAS_CHECK) !== 0) at += 2;
  return inflate(bytes.subarray(Math.max(10, at)), limit);
}
