/** What was made of skills, kept for the next start: what did not change since need not be read again. */
import { isSameScan } from "./compare-looks.ts";
import type { FoundSkill } from "./find.ts";
import type { ListedFolder } from "./folder-lists.ts";
import type { ScannedFolder } from "./folder.ts";
import type { StoredVerdict } from "./judge.ts";
import { type LastReading, laterReading } from "./later-reading.ts";
import type { PortableResult } from "./portable.ts";
import type { PreparedSkill } from "./prepare.ts";
import { joinPath, lastPart, relativePath } from "../../platform/index.ts";

/** One text that outlasts the process, for a server of the same version, folders and settings. */
export interface SkillStore {
  /** Its bytes; many of them are given back as soon as they are read, and the array has none then. */
  readonly load: (settings: string) => Uint8Array | undefined;
  readonly save: (settings: string, text: string) => void;
}

type CopiedText =
  | "skill"
  | "names"
  | "tolerated"
  | "references"
  | "contract"
  | "wanted"
  | "passedOver";

type KnownFile = readonly [
  path: string,
  size: number,
  sha256: string,
  changed: number,
  stamp: string,
];

interface Row extends Pick<PreparedSkill, CopiedText> {
  readonly fileName: string;
  readonly shown: string;
  readonly dialect: string;
  /** Inside of its own, with the mark that each had. */
  readonly folders: readonly (readonly [path: string, stamp: string])[];
  readonly files: readonly KnownFile[];
  readonly ruling: StoredVerdict;
  readonly portable: CachedPortable;
}

export interface CachedPortable {
  readonly name: string;
  readonly result: PortableResult;
}

/** What the next start needs of one skill. */
export interface CachedSkill {
  readonly prepared: PreparedSkill;
  readonly scanned: ScannedFolder;
  readonly ruling: StoredVerdict | undefined;
  readonly portable: CachedPortable | undefined;
}

/** The folders in one line, then a line each with its folder before the rest, so that nothing is parsed that nobody asks for. */
export function writeStored(
  skills: Iterable<CachedSkill>,
  folders: readonly ListedFolder[],
): string {
  const lines = [toAscii(JSON.stringify(folders))];
  for (const { prepared, scanned, ruling, portable } of skills) {
    // What was read may be newer than what was looked at.
    const isSettled = scanned.files.every(
      ({ stamp, sha256 }, index) => stamp !== "" && sha256 === prepared.files[index]?.sha256,
    );
    if (!isSettled || ruling === undefined || portable === undefined) continue;
    const { found, reading, skill, names, tolerated, references, contract, wanted } = prepared;
    const row: Row = {
      fileName: found.fileName,
      shown: found.shown,
      dialect: reading.dialect.id,
      folders: scanned.folders.map(({ disk, stamp }) => [relativePath(found.folder, disk), stamp]),
      files: scanned.files.map(({ path, size, sha256, changed, stamp }) => [
        path,
        size,
        sha256,
        changed,
        stamp,
      ]),
      passedOver: prepared.passedOver,
      skill,
      names,
      tolerated,
      references,
      contract,
      wanted,
      ruling,
      portable,
    };
    lines.push(`${toAscii(JSON.stringify(found.folder))}\t${toAscii(JSON.stringify(row))}`);
  }
  return lines.join("\n");
}

/** One letter beyond Latin would double the memory that the whole text takes. */
function toAscii(json: string): string {
  return json.replaceAll(
    /[\u{80}-\u{ffff}]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export interface RestoredSkill {
  readonly prepared: PreparedSkill;
  readonly ruling: StoredVerdict;
  readonly portable: CachedPortable;
}

/** More than Node puts into memory that several arrays share. */
const MANY_BYTES = 1024 * 1024;

/** What an earlier server of the same program wrote. A row becomes text when it is asked for: all of them would take much memory. */
export class SkillCache {
  /** What stood in the folders of the skills and around them. */
  readonly folders: readonly ListedFolder[];
  readonly #bytes: Buffer;
  readonly #rows = new Map<string, readonly [start: number, end: number]>();

  constructor({ buffer, byteOffset, length }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, length);
    const first = this.#lineEnd(0);
    // Written above by the same program, with a sum that finds damage.
    this.folders = JSON.parse(this.#text(0, first)) as readonly ListedFolder[];
    for (let start = first + 1; start < length;) {
      const end = this.#lineEnd(start);
      const tab = this.#bytes.indexOf("\t", start);
      this.#rows.set(JSON.parse(this.#text(start, tab)) as string, [tab + 1, end]);
      start = end + 1;
    }
  }

  /** The files of a skill with their marks. */
  find(folder: string): CachedRow | undefined {
    const row = this.#rows.get(folder);
    return row === undefined
      ? undefined
      : new CachedRow(JSON.parse(this.#text(...row)) as Row, folder);
  }

  /** Gives its memory back now; nothing is found any more. */
  release(): void {
    this.#rows.clear();
    const { buffer, length } = this.#bytes;
    // Few bytes may lie in memory that others use too.
    if (buffer instanceof ArrayBuffer && length >= MANY_BYTES) buffer.transfer(0);
  }

  #lineEnd(start: number): number {
    const end = this.#bytes.indexOf("\n", start);
    return end === -1 ? this.#bytes.length : end;
  }

  #text(start: number, end: number): string {
    return this.#bytes.toString("latin1", start, end);
  }
}

class CachedRow {
  /** What was found in its folder. */
  readonly scanned: ScannedFolder;
  readonly #row: Row;

  constructor(row: Row, folder: string) {
    this.#row = row;
    const placeOf = (path: string): string => (path === "" ? folder : joinPath(folder, path));
    this.scanned = {
      folders: row.folders.map(([path, stamp]) => ({ disk: placeOf(path), stamp })),
      files: row.files.map(([path, size, sha256, changed, stamp]) => {
        const disk = placeOf(path);
        return { path, disk, size, sha256, changed, stamp };
      }),
      passedOver: row.passedOver,
    };
  }

  /** The skill, where everything in its folder is what it was. */
  revive(found: FoundSkill, scanned: ScannedFolder, last: LastReading): RestoredSkill | undefined {
    const { fileName, shown, folders: _, ruling, portable, dialect: id, ...copied } = this.#row;
    const authored = scanned.files.find(({ path }) => path === fileName);
    if (authored === undefined) return undefined;
    if (fileName !== found.fileName || shown !== found.shown) return undefined;
    if (!isSameScan(this.scanned, scanned)) return undefined;
    const directory = lastPart(found.folder);
    const reading = laterReading(id, { file: authored, directory, last });
    if (reading === undefined) return undefined;
    const prepared = { ...copied, found, authored, files: scanned.files, reading };
    return { prepared, ruling, portable };
  }
}
