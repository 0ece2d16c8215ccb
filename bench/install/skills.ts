/** Generated skills: on disk to be published, and what is installed held against them. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createRandom, generateSkill } from "../generate.ts";
import { writeSkill } from "../tree.ts";

/** Files of a skill by their paths, each with its bytes and its right to run. */
type Content = ReadonlyMap<string, { readonly bytes: Buffer; readonly isExecutable: boolean }>;

export interface BenchSkill {
  readonly name: string;
  readonly folder: string;
  readonly content: Content;
}

/** Writes one as the survey has them, but with a name that can be typed and without defects. */
export function writeBenchSkill(root: string, index: number, seed: number): BenchSkill {
  const name = `bench-${index}`;
  const folder = join(root, name);
  const random = createRandom(seed ^ Math.imul(index + 1, 0x9e3779b1));
  writeSkill(folder, generateSkill(random, { name, traits: new Set() }).files);
  return { name, folder, content: readContent(folder) };
}

function readContent(folder: string): Content {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const isExecutable = (statSync(file).mode & 0o111) !== 0;
        return [file.slice(folder.length + 1), { bytes: readFileSync(file), isExecutable }];
      }),
  );
}

export interface Comparison {
  /** Folder of files that a client keeps for itself inside of a skill. */
  readonly leftOut?: string;
  readonly withRights?: boolean;
}

/** Throws where an installed folder is not what was published. */
export function checkInstalled(
  folder: string,
  skills: readonly BenchSkill[],
  { leftOut, withRights = false }: Comparison,
): void {
  for (const { name, content } of skills) {
    const found = readContent(join(folder, name));
    for (const [path, { bytes, isExecutable }] of content) {
      const other = found.get(path);
      if (other === undefined || !other.bytes.equals(bytes))
        throw new Error(`${name}/${path} is not as it was published.`);
      if (withRights && other.isExecutable !== isExecutable)
        throw new Error(`${name}/${path} has another right to run than it was published with.`);
    }
    for (const path of found.keys())
      if (!content.has(path) && (leftOut === undefined || !path.startsWith(leftOut)))
        throw new Error(`${name}/${path} was never published.`);
  }
}
