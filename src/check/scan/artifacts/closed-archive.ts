import { byteAt, indexOfMark, uint16, uint32 } from "./bytes.ts";

/** The number that names encryption by AES in the headers of 7z. */
const SEVEN_ZIP_AES = "\u0006\u00f1\u0007\u0001";
const LOOKED_AT = 1000;

/** Whether a 7z or RAR archive, whose content is not read here, says that it needs a password. */
export function isPasswordProtected(kind: "7z" | "rar", bytes: Uint8Array): boolean {
  if (kind === "7z") {
    const start = 32 + uint32(bytes, 12);
    const at = indexOfMark(bytes, SEVEN_ZIP_AES, start, start + 4096);
    return at !== -1;
  }
  return byteAt(bytes, 6) === 1 ? isRar5Protected(bytes) : isRar4Protected(bytes);
}

const MAIN_HEADER = 0x73;
const FILE_HEADER = 0x74;

function isRar4Protected(bytes: Uint8Array): boolean {
  let at = 7;
  for (let count = 0; count < LOOKED_AT && at + 7 <= bytes.length; count++) {
    const type = byteAt(bytes, at + 2);
    const flags = uint16(bytes, at + 3);
    if (type === MAIN_HEADER && (flags & 0x80) !== 0) return true;
    if (type === FILE_HEADER && (flags & 0x04) !== 0) return true;
    const packed = (flags & 0x8000) === 0 ? 0 : uint32(bytes, at + 7);
    const size = uint16(bytes, at + 5);
    if (size === 0) return false;
    at += size + packed;
  }
  return false;
}

const ENCRYPTION_HEADER = 4;
const FILE_ENCRYPTION_RECORD = 1;

function isRar5Protected(bytes: Uint8Array): boolean {
  let at = 8;
  for (let count = 0; count < LOOKED_AT && at < bytes.length; count++) {
    const size = readVariable(bytes, at + 4);
    const type = readVariable(bytes, size.next);
    if (type.value === ENCRYPTION_HEADER) return true;
    const flags = readVariable(bytes, type.next);
    const extra =
      (flags.value & 1) === 0 ? { value: 0, next: flags.next } : readVariable(bytes, flags.next);
    const data = (flags.value & 2) === 0 ? 0 : readVariable(bytes, extra.next).value;
    const end = size.next + size.value;
    if (type.value === 2 && hasRecord(bytes, end - extra.value, end)) return true;
    if (size.value === 0) return false;
    at = end + data;
  }
  return false;
}

function hasRecord(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    const size = readVariable(bytes, at);
    if (readVariable(bytes, size.next).value === FILE_ENCRYPTION_RECORD) return true;
    if (size.value === 0) return false;
    at = size.next + size.value;
  }
  return false;
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function readVariable(
  bytes: Uint8Array,
  start: number,
): { readonly value: number; readonly next: number } {
  let value = 0;
  let factor = 1;
  for (let at = start; at < start + 8; at++) {
    const byte = byteAt(bytes, at);
    value += (byte & 0x7f) * factor;
    if ((byte & 0x80) === 0) return { value, next: at + 1 };
    factor *= 128;
  }
  return { value, next: start + 8 };
}
