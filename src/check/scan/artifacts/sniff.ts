import { byteAt, startsWith, uint16, uint32, uint32Big } from "./bytes.ts";
import type { ArtifactKind } from "./kinds.ts";

/** Marks at the beginning of a file, the longest and surest first. */
const MARKS: readonly (readonly [mark: string, kind: ArtifactKind])[] = [
  ["\u007fELF", "elf"],
  ["\u0000asm", "wasm"],
  ["dex\n03", "dex"],
  ["\u001bLua", "lua-bytecode"],
  ["PK\u0003\u0004", "zip"],
  ["PK\u0005\u0006", "zip"],
  ["PK\u0007\u0008", "zip"],
  ["\u001f\u008b\u0008", "gzip"],
  ["\u00fd7zXZ\u0000", "xz"],
  ["\u0028\u00b5\u002f\u00fd", "zstd"],
  ["7z\u00bc\u00af\u0027\u001c", "7z"],
  ["Rar!\u001a\u0007", "rar"],
  ["MSCF\u0000\u0000\u0000\u0000", "cab"],
  ["xar!", "mac-package"],
  ["!<arch>\ndebian-binary", "debian-package"],
  ["\u00ed\u00ab\u00ee\u00db", "rpm-package"],
  ["L\u0000\u0000\u0000\u0001\u0014\u0002\u0000", "windows-shortcut"],
  ["\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "ole"],
  ["{\\rtf", "rtf"],
  ["\u0089PNG\r\n\u001a\n", "png"],
  ["\u00ff\u00d8\u00ff", "jpeg"],
  ["GIF87a", "gif"],
  ["GIF89a", "gif"],
  ["\u0000\u0000\u0001\u0000", "icon"],
  ["icns", "icon"],
  ["\u0000\u0001\u0000\u0000\u0000", "font"],
  ["OTTO\u0000", "font"],
  ["ttcf\u0000", "font"],
  ["wOFF", "font"],
  ["wOF2", "font"],
  ["SQLite format 3\u0000", "sqlite"],
  ["ID3", "audio-video"],
  ["OggS", "audio-video"],
  ["fLaC", "audio-video"],
  ["\u001aE\u00df\u00a3", "audio-video"],
];

const MACH_O: ReadonlySet<number> = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe]);
/** Java and universal macOS programs begin alike; the next number is a version there, a small count here. */
const CAFE_BABE = 0xcafebabe;
const MOST_ARCHITECTURES = 30;

export function sniff(bytes: Uint8Array): ArtifactKind {
  if (bytes.length === 0) return "empty";
  const program = programOf(bytes);
  if (program !== undefined) return program;
  const marked = MARKS.find(([mark]) => startsWith(bytes, mark));
  if (marked !== undefined) return marked[1];
  if (isPdf(bytes)) return "pdf";
  if (isTar(bytes)) return "tar";
  const container = containerOf(bytes);
  if (container !== undefined) return container;
  if (looksLikeText(bytes)) return "text";
  if (isPythonBytecode(bytes)) return "python-bytecode";
  return isDiskImage(bytes) ? "disk-image" : "unknown";
}

function programOf(bytes: Uint8Array): ArtifactKind | undefined {
  const mark = uint32Big(bytes, 0);
  if (MACH_O.has(mark) && bytes.length >= 28) return "mach-o";
  if (mark === CAFE_BABE && bytes.length > 8)
    return uint32Big(bytes, 4) <= MOST_ARCHITECTURES ? "mach-o" : "java-class";
  if (startsWith(bytes, "MZ") && bytes.length >= 64) {
    const header = uint32(bytes, 60);
    // Programs of DOS have no second header; text that begins with these letters has no zeros.
    if (startsWith(bytes, "PE\0\0", header) || !looksLikeText(bytes)) return "pe";
  }
  return undefined;
}

/** Readers look for the mark within the first kilobyte, so a file may be a PDF and something else. */
function isPdf(bytes: Uint8Array): boolean {
  if (startsWith(bytes, "%PDF-")) return true;
  if (looksLikeText(bytes)) return false;
  for (let at = 1; at < Math.min(1024, bytes.length); at++)
    if (startsWith(bytes, "%PDF-", at)) return true;
  return false;
}

function isTar(bytes: Uint8Array): boolean {
  if (bytes.length < 512) return false;
  if (startsWith(bytes, "ustar", 257)) return true;
  if (byteAt(bytes, 0) === 0) return false;
  // The oldest form has no mark, but its sum must be right.
  const field = String.fromCharCode(...bytes.subarray(148, 156)).replace(/[\0 ]{1,8}$/, "");
  if (!/^ *[0-7]{1,7}$/.test(field)) return false;
  let sum = 0;
  for (let at = 0; at < 512; at++) sum += at >= 148 && at < 156 ? 32 : byteAt(bytes, at);
  return sum === Number.parseInt(field.trim(), 8);
}

function containerOf(bytes: Uint8Array): ArtifactKind | undefined {
  // Three letters alone would be text.
  if (startsWith(bytes, "BZh") && startsWith(bytes, "1AY&SY", 4)) return "bzip2";
  if (startsWith(bytes, "RIFF")) return startsWith(bytes, "WEBP", 8) ? "webp" : "audio-video";
  if (startsWith(bytes, "ftyp", 4)) return "audio-video";
  if (startsWith(bytes, "BM") && uint32(bytes, 2) === bytes.length) return "bmp";
  if (byteAt(bytes, 0) === 0xff && (byteAt(bytes, 1) & 0xe6) === 0xe2) return "audio-video";
  return undefined;
}

/** Two bytes of a version, two that keep a copy as text from working, then flags below 4. */
function isPythonBytecode(bytes: Uint8Array): boolean {
  if (byteAt(bytes, 2) !== 0x0d || byteAt(bytes, 3) !== 0x0a || bytes.length < 12) return false;
  const magic = uint16(bytes, 0);
  return (magic >= 3000 && magic < 4000) || (magic >= 20000 && magic < 63000);
}

function isDiskImage(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, "CD001", 32769) ||
    (bytes.length >= 512 && startsWith(bytes, "koly", bytes.length - 512))
  );
}

const LOOKED_AT = 8192;

/** Text in any encoding has few controls; UTF-16 has zeros, but in every second byte alone. */
function looksLikeText(bytes: Uint8Array): boolean {
  const mark = uint16(bytes, 0);
  if (mark === 0xfeff || mark === 0xfffe) return true;
  const end = Math.min(bytes.length, LOOKED_AT);
  let controls = 0;
  for (let at = 0; at < end; at++) {
    const byte = byteAt(bytes, at);
    if (byte === 0) return false;
    if (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) controls++;
  }
  return controls * 50 <= end;
}
