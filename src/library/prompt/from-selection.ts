import type { JsonObject, ListingRules } from "../../skill/index.ts";
import { effectiveDemands, entryOf } from "../gate/gate.ts";
import type { LoadedSkill } from "../gate/load.ts";
import type { Selection } from "../gate/select.ts";
import { firstAt, firstPathAt, type GateContext } from "../gate/context.ts";
import { type Locate, PromptMemory } from "./memory.ts";
import type { PromptLimits, PromptSkill } from "./prompt.ts";

const whole: Locate = (path) => path;

/** Eligible skills as a list shows them; `locate` says where the model will read each. */
export function promptSkills(
  selection: Selection,
  around: GateContext,
  locate: Locate = whole,
  memory: PromptMemory = new PromptMemory(),
): readonly PromptSkill[] {
  const known = memory.skillsBy(locate);
  const skills: PromptSkill[] = [];
  for (const { loaded, verdict } of selection.skills) {
    if (loaded === undefined || !verdict.isEligible) continue;
    const { isAlways } = effectiveDemands(loaded, around, entryOf(loaded, around));
    let skill = known.get(loaded);
    // All else comes from the file, and the settings decide about this alone.
    if (skill === undefined || (skill.isAlways === true) !== isAlways) {
      skill = toPromptSkill(loaded, isAlways, locate);
      known.set(loaded, skill);
    }
    skills.push(skill);
  }
  return skills;
}

function toPromptSkill(loaded: LoadedSkill, isAlways: boolean, locate: Locate): PromptSkill {
  const { whenToUse } = loaded.skill.guidance;
  return {
    name: loaded.name,
    description: loaded.description,
    location: locate(loaded.candidate.path),
    path: loaded.candidate.path,
    ...(whenToUse === undefined ? {} : { whenToUse }),
    ...(isAlways ? { isAlways } : {}),
    ...(loaded.isOfferedToModel ? {} : { isHidden: true }),
  };
}

/** The line above the list; the release writes it for every node that may serve, whatever the skills ask for. */
export function promptNote(
  { nodesText }: ListingRules,
  { nodes }: Pick<GateContext, "nodes">,
): Pick<PromptLimits, "note"> {
  if (nodesText === undefined || nodes.length === 0) return {};
  return { note: nodesText.replace("{nodes}", () => nodes.map(({ id }) => id).join(", ")) };
}

/** The limits that the configuration sets for an agent. */
export function promptLimits(
  rules: ListingRules,
  config: JsonObject,
  agentId?: string,
): PromptLimits {
  const { budget } = rules;
  const base = agentId === undefined ? {} : { agentId };
  if (budget === undefined) return base;
  const maxLength = firstAt(config, budget.limits.maxLength, agentId);
  const lengthPath = firstPathAt(config, budget.limits.maxLength, agentId);
  const maxSkills =
    budget.kind === "shrink-then-cut"
      ? firstAt(config, budget.limits.maxSkills, agentId)
      : undefined;
  return {
    ...base,
    ...(typeof maxLength === "number" ? { maxLength } : {}),
    ...(lengthPath === undefined ? {} : { lengthPath }),
    ...(typeof maxSkills === "number" ? { maxSkills } : {}),
  };
}
