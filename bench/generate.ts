import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "./generator/random.ts";
import { type GeneratedSkill, generateSkill } from "./generator/skill.ts";
import { traitsAt } from "./generator/traits.ts";
import { measureTree, renderStatistics } from "./statistics.ts";
import { defaultCount, freeName, writeSkill } from "./tree.ts";

export { createRandom, generateSkill };
export type { GeneratedSkill };

export interface TreeOptions {
  /** Folder to fill; made when missing. */
  readonly root: string;
  /** Number of skills, 6,000 by default. */
  readonly count?: number;
  readonly seed?: number;
}

export const defaultSeed = 20_261_115;

/** Writes a flat tree `<root>/<dir>/SKILL.md`. The same count and seed give the same bytes. */
export function generateTree(options: TreeOptions): void {
  const { root, count = defaultCount, seed = defaultSeed } = options;
  const taken = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const skill = generateAt(index, count, seed);
    writeSkill(join(root, freeName(skill.dir, taken)), skill.files);
  }
}

function generateAt(index: number, count: number, seed: number): GeneratedSkill {
  const random = createRandom(seed ^ Math.imul(index + 1, 0x9e3779b1));
  // Tools with an ignore list for output folders drop a skill of this name without a word.
  if (index === Math.floor(count / 2)) {
    return generateSkill(random, { name: "build", traits: new Set() });
  }
  return generateSkill(random, { traits: traitsAt(index) });
}

const help = `Usage: node bench/generate.ts ROOT [--count N] [--seed N] [--stats]

Writes N generated skills below ROOT. --stats prints what the tree looks like afterwards;
with --count 0 it describes a tree that is already there.
`;

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: "string", default: String(defaultCount) },
      seed: { type: "string", default: String(defaultSeed) },
      stats: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const [folder] = positionals;
  if (values.help || folder === undefined) {
    process.stdout.write(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const root = resolve(folder);
  generateTree({ root, count: Number(values.count), seed: Number(values.seed) });
  if (values.stats) process.stdout.write(renderStatistics(measureTree(root)));
}

if (import.meta.main) main();
