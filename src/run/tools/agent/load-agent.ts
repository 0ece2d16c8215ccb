import { SkillError } from "../../../skill/index.ts";
import { type LoadedSkill, type LoadOptions, loadTools, ToolRegistry } from "../load/index.ts";
import { adaptSkill, readAdapted } from "../migrate/index.ts";
import type { AgentManifest } from "./manifest.ts";
import { type AgentPlan, planAgent } from "./plan.ts";

/** An agent with all its skills; the tools of all of them are in one registry. */
export interface LoadedAgent {
  readonly plan: AgentPlan;
  readonly skills: readonly LoadedSkill[];
  readonly registry: ToolRegistry;
  readonly close: () => Promise<void>;
}

/** Loads the skills of an agent in order, all or nothing; optional ones that fail are left out and told. */
export async function loadAgent(
  manifest: AgentManifest,
  options: LoadOptions,
  set?: string,
): Promise<LoadedAgent> {
  const plan = await planAgent(manifest, options, set);
  const fatal = plan.problems.find(({ severity }) => severity === "error");
  if (fatal !== undefined) throw new SkillError(fatal);
  const registry = options.registry ?? new ToolRegistry();
  const skills: LoadedSkill[] = [];
  const problems = [...plan.problems];
  const close = async (): Promise<void> => {
    for (const skill of skills.toReversed()) await skill.close();
  };
  for (const { wanted, skill } of plan.skills) {
    const hasTools = skill.module !== undefined || (skill.skill.tools.declared ?? []).length > 0;
    // Instructions alone need no process.
    if (!hasTools && (await readAdapted(skill)) === undefined) continue;
    try {
      const ground = { ...options, registry };
      skills.push(await (hasTools ? loadTools(skill, ground) : adaptSkill(skill.file, ground)));
    } catch (error) {
      if (wanted.isRequired || !SkillError.isInstance(error)) {
        await close();
        throw error;
      }
      problems.push({ ...error.diagnostic, severity: "warning" });
    }
  }
  return { plan: { ...plan, problems }, skills, registry, close };
}
