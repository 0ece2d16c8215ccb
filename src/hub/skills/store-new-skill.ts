import type { User } from "../accounts/index.ts";
import { writeSkillFile } from "./files.ts";
import type { StoredSkillPorts } from "./ports.ts";
import { createSkill, deleteSkill, type NewSkill, type VersionedSkill } from "./stored-skills.ts";

export interface NewSkillWithFiles extends NewSkill {
  /** Those beside the SKILL.md. */
  readonly files: readonly {
    readonly path: string;
    readonly bytes: Uint8Array;
    readonly isExecutable: boolean;
  }[];
}

/** Makes a skill with all of its files, or none of it. */
export async function storeNewSkill(
  ports: StoredSkillPorts,
  user: User,
  { name, content, files }: NewSkillWithFiles,
): Promise<VersionedSkill> {
  const made = await createSkill(ports, user, { name, content });
  try {
    for (const file of files) await writeSkillFile(ports, user, { name, ...file });
  } catch (error) {
    // Nothing but what was made here.
    await deleteSkill(ports, user, name, { expect: [made.version] });
    throw error;
  }
  return made;
}
