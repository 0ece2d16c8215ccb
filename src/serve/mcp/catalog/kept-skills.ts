/** What was made of skills, kept for the next start: what did not change since need not be read again. */
import { isSameScan } from "./compare-looks.ts";
import type { FoundSkill } from "./find.ts";
import type { ScannedFile, ScannedFolder } from "./folder.ts";
import type { Ruling } from "./judge.ts";
import { type LastReading, laterReading } from "./later-reading.ts";
import type { PortableResult } from "./portable.ts";
import type { Prepared } from "./prepare.ts";
import { lastPart } from "../../../platform/index.ts";

/** One text that outlasts the process, for a server of the same version, folders and settings. */
export interface SkillStore {
  readonly load: (settings: string) => string | undefined;
  readonly save: (settings: string, text: string) => void;
}

/** A file and the mark that it had when it was read; none where it changed just before. */
export interface MarkedFile extends ScannedFile {
  readonly stamp: string | undefined;
}

type Copied = "skill" | "names" | "tolerated" | "references" | "contract" | "wanted" | "passedOver";

interface Row extends Pick<Prepared, Copied> {
  readonly fileName: string;
  readonly shown: string;
  readonly dialect: string;
  readonly files: readonly (readonly [path: string, size: number, sha256: string, stamp: string])[];
  readonly ruling: Ruling;
  readonly portable: KeptPortable;
}

export interface KeptPortable {
  readonly name: string;
  readonly result: PortableResult;
}

/** What the next start needs of one skill. */
export interface KeptSkill {
  readonly prepared: Prepared;
  readonly files: readonly MarkedFile[];
  readonly ruling: Ruling | undefined;
  readonly portable: KeptPortable | undefined;
}

/** A line each, with the folder before the rest, so that nothing is parsed that nobody asks for. */
export function writeKept(skills: Iterable<KeptSkill>): string {
  const lines: string[] = [];
  for (const { prepared, files, ruling, portable } of skills) {
    const marked = files.flatMap(({ path, size, sha256, stamp }) =>
      stamp === undefined ? [] : [[path, size, sha256, stamp] as const],
    );
    if (marked.length < files.length || ruling === undefined || portable === undefined) continue;
    const { found, reading, skill, names, tolerated, references, contract, wanted } = prepared;
    const row: Row = {
      fileName: found.fileName,
      shown: found.shown,
      dialect: reading.dialect.id,
      files: marked,
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

export interface Revived {
  readonly prepared: Prepared;
  readonly ruling: Ruling;
  readonly portable: KeptPortable;
}

/** What an earlier server of the same program wrote. */
export class KeptSkills {
  readonly #lines: ReadonlyMap<string, string>;

  constructor(text: string) {
    const lines = text === "" ? [] : text.split("\n");
    this.#lines = new Map(
      lines.map((line) => {
        const end = line.indexOf("\t");
        return [JSON.parse(line.slice(0, end)) as string, line.slice(end + 1)];
      }),
    );
  }

  /** The files of a skill with their marks. */
  find(folder: string): KeptRow | undefined {
    const line = this.#lines.get(folder);
    // Written above by the same program, with a sum that finds damage.
    return line === undefined ? undefined : new KeptRow(JSON.parse(line) as Row);
  }
}

class KeptRow {
  readonly #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  files(): readonly { readonly path: string; readonly sha256: string; readonly stamp: string }[] {
    return this.#row.files.map(([path, , sha256, stamp]) => ({ path, sha256, stamp }));
  }

  /** The skill, where everything in its folder is what it was. */
  revive(found: FoundSkill, scanned: ScannedFolder, last: LastReading): Revived | undefined {
    const { fileName, shown, files, ruling, portable, dialect: id, ...copied } = this.#row;
    const authored = scanned.files.find(({ path }) => path === fileName);
    if (authored === undefined) return undefined;
    if (fileName !== found.fileName || shown !== found.shown) return undefined;
    const before = { files: files.map(([path, , sha256]) => ({ path, sha256 })), ...copied };
    if (!isSameScan(before, scanned)) return undefined;
    const directory = lastPart(found.folder);
    const reading = laterReading(id, { file: authored, directory, last });
    if (reading === undefined) return undefined;
    const prepared = { ...copied, found, authored, files: scanned.files, reading };
    return { prepared, ruling, portable };
  }
}
