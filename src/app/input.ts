import { decodeText } from "../skill/index.ts";
import type { Fields, InlineFile, InlineSkill, SkillRef } from "./fields.ts";

/** The input with flags and lists that the caller left out. */
export function completeInput(fields: Fields, given: object): { readonly [name: string]: unknown } {
  const input: Record<string, unknown> = {};
  for (const [name, { kind, many }] of Object.entries(fields)) {
    if (many === true) input[name] = [];
    else if (kind === "flag") input[name] = false;
  }
  return { ...input, ...given };
}

/** The input with the text of every skill that the caller gave by its name. */
export async function resolveSkills(
  fields: Fields,
  input: { readonly [name: string]: unknown },
  read: (name: string, isWhole: boolean) => Promise<InlineSkill>,
): Promise<{ readonly [name: string]: unknown }> {
  const resolved = Object.entries(fields)
    .filter(([name, { kind }]) => kind === "skill" && input[name] !== undefined)
    .map(async ([name, { many, isWhole = false }]): Promise<readonly [string, unknown]> => {
      const resolve = async (ref: SkillRef): Promise<InlineSkill> =>
        typeof ref === "string" ? await read(ref, isWhole) : ref;
      // The schema made from the same fields has checked them.
      if (many !== true) return [name, await resolve(input[name] as SkillRef)];
      const skills: InlineSkill[] = [];
      // One after the other: together they may take no more room than one.
      for (const ref of input[name] as SkillRef[]) skills.push(await resolve(ref));
      return [name, skills];
    });
  return { ...input, ...Object.fromEntries(await Promise.all(resolved)) };
}

/** Files that are sent along at most; the others are named as not read. */
const MOST_FILES = 500;

/** A skill that is sent along: its text, and where there is room for more its bytes and its other files. */
export async function inlineSkill<File extends { readonly path: string; readonly size: number }>(
  path: string,
  bytes: Uint8Array,
  others: {
    readonly room: FileBudget | undefined;
    readonly list: () => readonly File[] | Promise<readonly File[]>;
    readonly read: (file: File) => Promise<Uint8Array | undefined>;
  },
): Promise<InlineSkill> {
  const { text } = decodeText(bytes);
  const { room, list, read } = others;
  if (room === undefined) return { path, text };
  return { path, text, bytes, files: await room.read(await list(), read) };
}

/** The room that the files of all skills of one call share. */
export class FileBudget {
  #bytes: number;
  #files = MOST_FILES;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** The files with their content while there is room, the others with their size alone. */
  async read<File extends { readonly path: string; readonly size: number }>(
    files: readonly File[],
    read: (file: File) => Promise<Uint8Array | undefined>,
  ): Promise<readonly InlineFile[]> {
    const result: InlineFile[] = [];
    for (const file of files) {
      const { path, size } = file;
      const hasRoom = size <= this.#bytes && this.#files > 0;
      const bytes = hasRoom ? await read(file) : undefined;
      if (bytes === undefined) result.push({ path, size: Math.max(1, size) });
      else {
        this.#bytes -= bytes.length;
        this.#files -= 1;
        result.push({ path, bytes });
      }
    }
    return result;
  }
}
