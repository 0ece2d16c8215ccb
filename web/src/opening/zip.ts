/** Files of a zip archive, read in the page; nothing is written, and no more is unpacked than is asked for. */
export interface OpenedFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** The end record is 22 bytes and a comment of at most 64 KiB. */
const END_LENGTH = 22;
const MOST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const MOST_ENTRIES = 20_000;

export interface ZipLimits {
  readonly files: number;
  readonly bytes: number;
}

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly start: number;
}

/** The files whose path is wanted, up to the limits; what is longer than it says is refused. */
export async function readZip(
  data: ArrayBuffer,
  isWanted: (path: string) => boolean,
  limits: ZipLimits,
): Promise<readonly OpenedFile[]> {
  const entries = listEntries(data).filter(({ path }) => !path.endsWith("/") && isWanted(path));
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (entries.length > limits.files || size > limits.bytes)
    throw new Error(
      `The archive holds ${entries.length} files of ${Math.ceil(size / 1024)} KB; at most ${limits.files} files of ${Math.floor(limits.bytes / 1024)} KB can be opened here.`,
    );
  const files: OpenedFile[] = [];
  for (const entry of entries) files.push({ path: entry.path, bytes: await unpack(data, entry) });
  return files;
}

/** Every path, so that somebody can look for one before anything is unpacked. */
export function listPaths(data: ArrayBuffer): readonly string[] {
  return listEntries(data).map(({ path }) => path);
}

function listEntries(data: ArrayBuffer): readonly Entry[] {
  const view = new DataView(data);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ENTRIES) throw new Error("The archive has too many entries.");
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw damaged();
    const length = view.getUint16(at + 28, true);
    const more = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    entries.push({
      path: safePath(new TextDecoder().decode(new Uint8Array(data, at + 46, length))),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    });
    at += 46 + length + more;
  }
  return entries;
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_LENGTH - MOST_COMMENT);
  for (let at = view.byteLength - END_LENGTH; at >= first; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw damaged();
}

async function unpack(data: ArrayBuffer, entry: Entry): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(data);
  if (entry.start + 30 > view.byteLength) throw damaged();
  const names = view.getUint16(entry.start + 26, true) + view.getUint16(entry.start + 28, true);
  const from = entry.start + 30 + names;
  if (from + entry.packed > view.byteLength) throw damaged();
  const packed = new Uint8Array(data, from, entry.packed);
  if (entry.method === STORED) return packed.slice();
  if (entry.method !== DEFLATED) throw new Error(`${entry.path} is packed in an unknown way.`);
  return await inflate(packed, entry);
}

/** Ends as soon as more comes than the archive said. */
async function inflate(packed: Uint8Array<ArrayBuffer>, { path, size }: Entry) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (filled + value.length > size) {
      await reader.cancel();
      throw new Error(`${path} is longer than the archive says.`);
    }
    bytes.set(value, filled);
    filled += value.length;
  }
  return bytes.subarray(0, filled);
}

function safePath(path: string): string {
  const parts = path.replaceAll("\\", "/").split("/");
  if (path.startsWith("/") || parts.includes(".."))
    throw new Error(`${path} leads out of the archive.`);
  return parts.join("/");
}

function damaged(): Error {
  return new Error("The file is no zip archive, or it is damaged.");
}
