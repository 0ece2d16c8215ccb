import { type Dialect, type Skill, SkillError } from "../../../skill/index.ts";
import type { NodePorts } from "../node.ts";
import { NodeError } from "../node-error.ts";

export async function loadSkill(
  name: string,
  { findSkill }: NodePorts,
): Promise<{ readonly skill: Skill; readonly dialect: Dialect }> {
  try {
    return await findSkill(name);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    throw new NodeError(`Failed to load skill '${name}': ${error.diagnostic.message}`, error);
  }
}
