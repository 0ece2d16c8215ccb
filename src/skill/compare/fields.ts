import {
  facetIds,
  facetTitles,
  type FacetId,
  getFacet,
  type SkillReference,
} from "../model/index.ts";
import {
  addedTo,
  change,
  type ComparedSkill,
  isSame,
  quote,
  type ReleaseLevel,
  type SkillChange,
} from "./change.ts";

/** Facets that another part of the comparison looks into, or that say nothing of how a skill is used. */
const ELSEWHERE: ReadonlySet<FacetId> = new Set<FacetId>([
  "identity.version",
  "identity.id",
  "identity.name",
  "invocation.byModel",
  "invocation.byUser",
  "invocation.argumentNames",
  "requirements.always",
  "requirements.os",
  "requirements.bins",
  "requirements.anyBins",
  "requirements.env",
  "requirements.config",
  "requirements.hostRoles",
  "requirements.capabilities",
  "requirements.anyCapabilities",
  "requirements.modelSize",
  "requirements.contextWindow",
  "requirements.python",
  "authority.permissions",
  "authority.allowedTools",
  "authority.disallowedTools",
  "tools.declared",
  "tools.required",
  "template.inputs",
  "execution.hooks",
  "relations.skills",
  "relations.references",
  "relations.published",
]);

/** Facets that change what a skill does; all others are words about it. */
const BEHAVIOUR: ReadonlySet<FacetId> = new Set<FacetId>([
  "invocation.paths",
  "invocation.dispatch",
  "invocation.dispatchTool",
  "invocation.dispatchArgumentMode",
  "requirements.primaryEnv",
  "execution.context",
  "execution.agent",
  "execution.background",
  "execution.shell",
  "execution.knowledgeBase",
  "relations.pythonPackages",
  "relations.nodePackages",
]);

/** All that a format can say besides tools, inputs, permissions and requirements. */
export function compareFields(before: ComparedSkill, after: ComparedSkill): readonly SkillChange[] {
  const [had, has] = [before.skill, after.skill];
  return [
    ...compareNames(had.identity.name, has.identity.name),
    ...compareOffers(had.invocation, has.invocation),
    ...compareArguments(had.invocation.argumentNames, has.invocation.argumentNames),
    ...compareNeeds(had.relations.skills, has.relations.skills),
    ...compareReferences(had.relations.references, has.relations.references),
    ...compareList("published MCP resource", had.relations.published, has.relations.published),
    ...compareFormats(before, after),
    ...facetIds.flatMap((id) => compareFacet(id, before, after)),
    ...(had.body === has.body ? [] : [field("patch", "Changes the instructions.")]),
    ...(JSON.stringify(had.extensions) === JSON.stringify(has.extensions)
      ? []
      : [field("patch", "Changes fields that its format does not define.")]),
  ];
}

function field(level: ReleaseLevel, message: string): SkillChange {
  return change(level, "field", message);
}

function compareFacet(
  id: FacetId,
  { skill: before }: ComparedSkill,
  { skill: after }: ComparedSkill,
): readonly SkillChange[] {
  if (ELSEWHERE.has(id)) return [];
  if (isSame(getFacet(before, id), getFacet(after, id))) return [];
  return [field(BEHAVIOUR.has(id) ? "minor" : "patch", `Changes the ${facetTitles[id]}.`)];
}

function compareNames(before = "", after = ""): readonly SkillChange[] {
  if (before === after || before === "" || after === "") return [];
  return [field("major", `Is called ${quote(after)} (before: ${quote(before)}).`)];
}

function compareOffers(
  before: { readonly byModel?: boolean; readonly byUser?: boolean },
  after: { readonly byModel?: boolean; readonly byUser?: boolean },
): readonly SkillChange[] {
  return (["byModel", "byUser"] as const).flatMap((key) => {
    const [was, is] = [before[key] ?? true, after[key] ?? true];
    const whom = key === "byModel" ? "the model" : "users";
    if (was === is) return [];
    return is
      ? [field("minor", `Is offered to ${whom} now.`)]
      : [field("major", `Is no longer offered to ${whom}.`)];
  });
}

/** Arguments are given by their place. */
function compareArguments(
  before: readonly string[] = [],
  after: readonly string[] = [],
): readonly SkillChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const isLonger = before.every((name, index) => after[index] === name);
  return [
    isLonger
      ? field("minor", "Takes more arguments.")
      : field("major", "Takes other arguments, or in another order."),
  ];
}

function compareNeeds(
  before: readonly { readonly name: string; readonly version?: string }[] = [],
  after: readonly { readonly name: string; readonly version?: string }[] = [],
): readonly SkillChange[] {
  const had = new Map(before.map(({ name, version = "" }) => [name, version]));
  const has = new Map(after.map(({ name, version = "" }) => [name, version]));
  return [
    ...[...has].flatMap(([name, range]) =>
      !had.has(name)
        ? [field("minor", `Depends on the skill ${quote(name)}.`)]
        : had.get(name) === range
          ? []
          : [field("minor", `Depends on another range of the skill ${quote(name)}.`)],
    ),
    ...addedTo([...has.keys()], [...had.keys()]).map((name) =>
      field("patch", `No longer depends on the skill ${quote(name)}.`),
    ),
  ];
}

/** An id that became an alias still leads there. */
function compareReferences(
  before: readonly SkillReference[] = [],
  after: readonly SkillReference[] = [],
): readonly SkillChange[] {
  const known = after.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
  const had = before.map(({ id }) => id);
  return [
    ...addedTo(known, had).map((id) => field("major", `Removes the reference ${quote(id)}.`)),
    ...addedTo(
      before.flatMap(({ id, aliases = [] }) => [id, ...aliases]),
      after.map(({ id }) => id),
    ).map((id) => field("minor", `Adds the reference ${quote(id)}.`)),
  ];
}

function compareList(
  title: string,
  before: readonly string[] = [],
  after: readonly string[] = [],
): readonly SkillChange[] {
  return [
    ...addedTo(after, before).map((name) => field("major", `Removes the ${title} ${quote(name)}.`)),
    ...addedTo(before, after).map((name) => field("minor", `Adds the ${title} ${quote(name)}.`)),
  ];
}

function compareFormats(before: ComparedSkill, after: ComparedSkill): readonly SkillChange[] {
  if (before.dialect.id === after.dialect.id) return [];
  const [from, to] = [before.dialect.title, after.dialect.title];
  return [field("minor", `Is written for ${to} (before: ${from}).`)];
}
