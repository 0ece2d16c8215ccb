import { isSkillFile } from "../../platform/index.ts";
import { readSkill } from "../../skill/index.ts";
import { readManifest } from "../package/read-files.ts";
import type { FetchedSkill } from "../sources/fetched.ts";

/** What a person should know about an untrusted skill before an agent uses it. */
export interface Risks {
  /** Files that are made to be run. */
  readonly executables: readonly string[];
  /** Tools that the skill wants to use without being asked. */
  readonly allowedTools: readonly string[];
  /** Events on which the skill has commands run. */
  readonly hooks: readonly string[];
  /** Skills inside of the skill, which systems that look into folders offer as well. */
  readonly nested: readonly NestedSkill[];
}

export interface NestedSkill {
  readonly path: string;
  readonly name: string;
}

const SCRIPT_NAMES = /\.(?:bash|bat|cjs|cmd|com|exe|fish|js|mjs|php|pl|ps1|py|rb|sh|ts|zsh)$/i;

/** Beginnings of programs: a script with its reader, ELF, Windows, Mach-O in both orders, WebAssembly. */
const MAGIC: readonly (readonly number[])[] = [
  [0x23, 0x21],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x4d, 0x5a],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xca, 0xfe, 0xba, 0xbe],
  [0x00, 0x61, 0x73, 0x6d],
];

export function findRisks({ files }: Pick<FetchedSkill, "files">): Risks {
  const skill = readManifest(files)?.skill;
  return {
    executables: files
      .filter(({ path, bytes }) => SCRIPT_NAMES.test(path) || beginsAsProgram(bytes))
      .map(({ path }) => path),
    allowedTools: skill?.authority.allowedTools ?? [],
    hooks: Object.keys(skill?.execution.hooks ?? {}),
    nested: nestedIn(files),
  };
}

/** By the name that each gives itself, or else by its folder. */
function nestedIn(files: FetchedSkill["files"]): readonly NestedSkill[] {
  return files.flatMap(({ path, bytes }) => {
    const parts = path.split("/");
    const folder = parts.at(-2);
    if (folder === undefined || !isSkillFile(parts.at(-1) ?? "")) return [];
    return [{ path, name: readSkill(bytes, { path }).value?.skill.identity.name ?? folder }];
  });
}

function beginsAsProgram(bytes: Uint8Array): boolean {
  return MAGIC.some((magic) => magic.every((byte, index) => bytes[index] === byte));
}
