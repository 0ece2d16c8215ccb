import { readManifest, versionIn } from "../package/read-files.ts";
import type { SkillFile } from "../package/skill-file.ts";
import { ANY, type Demand } from "../resolve/index.ts";
import type { FetchedSkill, OriginKind } from "./fetched.ts";
import type { SkillPlace } from "./place.ts";

/** What a skill says of itself that others have to know before they take it. */
export interface Facts {
  /** Empty where it gives none. */
  readonly version: string;
  readonly dependencies: readonly Demand[];
}

export function factsOf({ files }: { readonly files: readonly SkillFile[] }): Facts {
  const read = readManifest(files);
  if (read === undefined) return { version: "", dependencies: [] };
  const needed = read.skill.relations.skills ?? [];
  return {
    version: versionIn(read) ?? "",
    dependencies: needed.map(({ name, version = ANY }) => ({ name, range: version })),
  };
}

/** A place that has each of its skills in one version, which is fetched when somebody asks for it. */
export function createSkillIndex(
  kind: OriginKind,
  address: string,
  skills: ReadonlyMap<string, () => Promise<FetchedSkill>>,
): SkillPlace {
  const known = new Map<string, Promise<FetchedSkill>>();
  const take = (name: string): Promise<FetchedSkill> | undefined => {
    const before = known.get(name);
    const fetched = before ?? skills.get(name)?.();
    if (fetched !== undefined && before === undefined) known.set(name, fetched);
    return fetched;
  };
  return {
    kind,
    address,
    names: () => Promise.resolve([...skills.keys()]),
    offersOf: async (name) => {
      const skill = await take(name);
      return skill === undefined ? [] : [factsOf(skill)];
    },
    fetch: async (name) => {
      const skill = await take(name);
      if (skill === undefined) throw new Error(`${address} has no ${name}`);
      return skill;
    },
  };
}
