import { type Diagnostic, quoteForShell, SkillError } from "../../../skill/index.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import { readSkillTools, type SkillTools } from "../introspect/index.ts";
import { findSkillFile, type SkillPlaces } from "../load/index.ts";
import { type AgentManifest, type AgentSkill, versionRules } from "./manifest.ts";

/** A skill of an agent that can be loaded. */
export interface PlannedSkill {
  readonly wanted: AgentSkill;
  readonly skill: SkillTools;
  /** Names of the skills of the plan that come before it because it needs them. */
  readonly after: readonly string[];
}

export interface AgentPlan {
  readonly set?: string;
  /** In the order of loading. */
  readonly skills: readonly PlannedSkill[];
  /** What is missing: errors for required skills, warnings for the others. */
  readonly problems: readonly Diagnostic[];
}

/** Finds the skills of an agent, checks versions and dependencies, and puts them in order. */
export async function planAgent(
  manifest: AgentManifest,
  places: SkillPlaces,
  chosen?: string,
): Promise<AgentPlan> {
  const set = chosen ?? manifest.defaultSet;
  const ofSet = set === undefined ? [] : manifest.sets.get(set);
  if (ofSet === undefined) throw unknownSet(set ?? "", manifest);
  const problems: Diagnostic[] = [];
  const found: { wanted: AgentSkill; skill: SkillTools }[] = [];
  for (const wanted of [...manifest.skills, ...ofSet]) {
    const result = await find(wanted, places);
    if ("code" in result) problems.push(result);
    else found.push({ wanted, skill: result });
  }
  await addDependencies(found, places, problems);
  problems.push(...missingTools(found));
  const skills = inOrder(found);
  return { ...(set === undefined ? {} : { set }), skills, problems };
}

function unknownSet(name: string, { sets }: AgentManifest): SkillError {
  const names = [...sets.keys()].map((item) => `\`${item}\``).join(", ");
  return new SkillError(
    toolProblem(
      toolCodes.badAgent,
      `No set \`${name}\`: use ${names === "" ? "none: the agent has no sets" : `one of ${names}`}.`,
    ),
  );
}

async function find(wanted: AgentSkill, places: SkillPlaces): Promise<SkillTools | Diagnostic> {
  const severity = wanted.isRequired ? "error" : "warning";
  const range = wanted.version === undefined ? "" : `@${wanted.version}`;
  const install = `\`skillwright install ${quoteForShell(`${wanted.name}${range}`)}\` installs it, or name its folder with \`--root\`.`;
  let skill: SkillTools;
  try {
    const { file, shown } = findSkillFile(wanted.name, places);
    skill = await readSkillTools(file, shown);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    const message = `The skill \`${wanted.name}${range}\` is not installed.`;
    return toolProblem(toolCodes.missingSkill, message, { severity, hint: install });
  }
  const { version } = skill.skill.identity;
  const isRight =
    wanted.version === undefined ||
    // A skill without a version never satisfies a range.
    (version !== undefined && versionRules()?.satisfies(version, wanted.version) === true);
  if (isRight) return skill;
  return toolProblem(
    toolCodes.missingSkill,
    `\`${wanted.name}\` has the version \`${version ?? "none"}\`, but the agent needs \`${wanted.version ?? "any"}\`.`,
    { severity, file: skill.shown, hint: install.replace("installs it", "installs another") },
  );
}

/** Skills that the skills of the agent need themselves; a missing one takes those down that need it. */
async function addDependencies(
  found: { wanted: AgentSkill; skill: SkillTools }[],
  places: SkillPlaces,
  problems: Diagnostic[],
): Promise<void> {
  for (const item of found)
    for (const needed of item.skill.skill.relations.skills ?? []) {
      if (found.some(({ skill }) => skill.name === needed.name)) continue;
      const { name, version } = needed;
      const { isRequired } = item.wanted;
      const wanted = { name, isRequired, ...(version === undefined ? {} : { version }) };
      const result = await find(wanted, places);
      if ("code" in result)
        problems.push({ ...result, related: [{ message: `\`${item.skill.name}\` needs it.` }] });
      // The list grows while it is walked, so that needs of needs are met too.
      else found.push({ wanted, skill: result });
    }
}

/** Tools that a skill names as needed and no skill of the agent offers; the agent itself may have them. */
function missingTools(
  found: readonly { readonly wanted: AgentSkill; readonly skill: SkillTools }[],
): readonly Diagnostic[] {
  const offered = new Set(found.flatMap(({ skill }) => offers(skill)));
  return found.flatMap(({ skill }) =>
    (skill.skill.tools.required ?? [])
      .filter((tool) => !offered.has(tool))
      .map((tool) =>
        toolProblem(
          toolCodes.missingSkill,
          `\`${skill.name}\` needs the tool \`${tool}\`, which no skill of the agent offers.`,
          {
            severity: "warning",
            file: skill.shown,
            hint: "List such a skill, unless the agent brings the tool itself.",
          },
        ),
      ),
  );
}

function offers({ name, skill }: SkillTools): readonly string[] {
  const own = (skill.tools.declared ?? []).map((tool) => tool.name);
  return [...own, ...own.map((tool) => `${name}/${tool}`)];
}

/** In the order of the manifest, but whoever is needed comes before those that need it. */
function inOrder(
  found: readonly { readonly wanted: AgentSkill; readonly skill: SkillTools }[],
): readonly PlannedSkill[] {
  const needs = (skill: SkillTools): readonly string[] => {
    const named = (skill.skill.relations.skills ?? []).map(({ name }) => name);
    const tools = skill.skill.tools.required ?? [];
    const providers = found.filter(
      (other) => other.skill !== skill && offers(other.skill).some((tool) => tools.includes(tool)),
    );
    const names = [...named, ...providers.map((other) => other.skill.name)];
    return [...new Set(names)].filter((name) => found.some((item) => item.skill.name === name));
  };
  const ordered: PlannedSkill[] = [];
  const visit = (name: string, trail: readonly string[]): void => {
    if (ordered.some(({ skill }) => skill.name === name)) return;
    if (trail.includes(name)) throw cycle([...trail.slice(trail.indexOf(name)), name]);
    const item = found.find(({ skill }) => skill.name === name);
    if (item === undefined) return;
    const after = needs(item.skill);
    for (const other of after) visit(other, [...trail, name]);
    ordered.push({ ...item, after });
  };
  for (const { skill } of found) visit(skill.name, []);
  return ordered;
}

function cycle(names: readonly string[]): SkillError {
  return new SkillError(
    toolProblem(
      toolCodes.badAgent,
      `Skills need each other in a circle: ${names.map((name) => `\`${name}\``).join(" → ")}.`,
      { hint: "Remove one of the dependencies." },
    ),
  );
}
