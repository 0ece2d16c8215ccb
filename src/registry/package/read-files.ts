import {
  partsOf,
  PortableNames,
  readTree,
  type SizeLimits,
  type TreeContent,
  UnsafeArchiveError,
} from "../../platform/archive/index.ts";
import { lastPart, reasonOf, resolvePath } from "../../platform/index.ts";
import { type ReadSkill, readSkill, SkillError, versionIn } from "../../skill/index.ts";
import { registryCodes, registryError } from "../errors.ts";
import { loadIgnoreRules, type IgnoredFiles } from "./ignore-rules.ts";
import { inPathOrder, type SkillFile } from "./skill-file.ts";

export { versionIn } from "../../skill/index.ts";

/** Generous for instructions with references and scripts, and little enough to be held in memory. */
export const packageLimits: SizeLimits = { maxBytes: 50_000_000, maxEntries: 5_000 };

/** The files of a skill with what its SKILL.md says. */
export interface SkillContent {
  readonly name: string;
  readonly version: string | undefined;
  readonly read: ReadSkill;
  readonly files: readonly TreeContent[];
}

/** Every file of an installed skill: what is there counts, whatever an ignore file says. */
export function readInstalled(folder: string, limits: SizeLimits = packageLimits): SkillContent {
  return contentOf(
    folder,
    refusing(folder, () => inPathOrder(readTree(folder, limits))),
  );
}

/** The files of a skill that go into a package. */
export async function readForPackage(
  folder: string,
  limits: SizeLimits = packageLimits,
): Promise<SkillContent & Pick<IgnoredFiles, "withheld">> {
  const { isLeftOut, withheld } = await loadIgnoreRules(folder);
  const files = refusing(folder, () => {
    const found = inPathOrder(readTree(folder, limits, isLeftOut));
    const names = new PortableNames();
    for (const { path } of found) names.add(partsOf(path, 0));
    return found;
  });
  return { ...contentOf(folder, files), withheld };
}

export function contentOf(folder: string, files: readonly TreeContent[]): SkillContent {
  const read = readManifest(files);
  if (read === undefined) throw invalidPackage("The folder has no `SKILL.md`.", folder);
  const name = read.skill.identity.name ?? lastPart(resolvePath(folder));
  return { name, version: versionIn(read), read, files };
}

/**
 * What was read from bytes, for as long as somebody holds them: each gate of an installation asks for it anew. Bytes of
 * files are never changed in place, and other bytes are another key.
 */
const known = new WeakMap<Uint8Array, { readonly read: ReadSkill | undefined }>();

export function readManifest(files: readonly SkillFile[]): ReadSkill | undefined {
  const manifest = files.find(({ path }) => path === "SKILL.md");
  if (manifest === undefined) return undefined;
  const before = known.get(manifest.bytes);
  if (before !== undefined) return before.read;
  const read = readSkill(manifest.bytes, { path: manifest.path }).value;
  known.set(manifest.bytes, { read });
  return read;
}

/** Does work on an archive or a folder, and tells in our words what is wrong with it. */
function refusing<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asInvalid(error, file);
  }
}

export function asInvalid(error: unknown, file: string): Error {
  if (SkillError.isInstance(error)) return error;
  const entry = error instanceof UnsafeArchiveError ? error.entry : undefined;
  const what = entry === undefined ? "package" : `entry \`${entry}\``;
  return invalidPackage(`The ${what} cannot be trusted: ${reasonOf(error)}.`, file, error);
}

export function invalidPackage(message: string, file: string, cause?: unknown): SkillError {
  return registryError(registryCodes.invalidPackage, message, {
    file,
    hint: "Nothing was written.",
    ...(cause === undefined ? {} : { cause }),
  });
}
