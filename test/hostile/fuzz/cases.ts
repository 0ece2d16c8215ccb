/** Inputs that once failed, one file each with their very bytes. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Relative to the root of the project. */
const CASES_FOLDER = "test/hostile/cases";

const folder = join(import.meta.dirname, "..", "cases");

export interface KeptCase {
  readonly name: string;
  readonly input: Uint8Array;
}

export function readCases(target: string): readonly KeptCase[] {
  const place = join(folder, target);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .toSorted()
    .map((name) => ({ name, input: readFileSync(join(place, name)) }));
}

/** Writes an input that failed, and gives its path relative to the root. */
export function keepCase(target: string, signature: string, input: Uint8Array): string {
  const slug = signature
    .replace(/^failed (?:\w*Error: )?/u, "")
    .replace(/ (?:src|test)\/\S+$/u, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 60)
    .replaceAll(/^-|-$/gu, "");
  const digest = createHash("sha256").update(input).digest("hex").slice(0, 8);
  const name = `${slug}-${digest}.case`;
  mkdirSync(join(folder, target), { recursive: true });
  writeFileSync(join(folder, target, name), input);
  return `${CASES_FOLDER}/${target}/${name}`;
}
