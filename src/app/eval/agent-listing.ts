/** The list of skills that a coding agent gives its model. */
import { bodyOf, readDocument, readSkill } from "../../skill/index.ts";
import type { DiscoveredAgent } from "../../library/agents/index.ts";
import { isInside, joinPath, realPath } from "../../platform/index.ts";
import { createTemporaryFolder } from "../../platform/folder/index.ts";
import type { Context, DocumentSource } from "../context.ts";
import { promptByAgent } from "../library/agents.ts";
import type { SkillListing } from "../../run/eval/index.ts";

const SKILL = /(?:^|\/)skill\.md$/iu;

export interface AgentListing extends SkillListing {
  /** Where the agent was started: places in its prompt begin with it. */
  readonly folder: string | undefined;
}

/**
 * As the agent has them here. Where it has none of these skills, or the folders were named: as though they lay in its
 * folder of a project, and no other skill anywhere.
 */
export async function readAgentListing(
  context: Context,
  seen: DiscoveredAgent,
  roots: readonly string[],
  isNamed: boolean,
): Promise<AgentListing> {
  const skills = (context.files?.readDocuments(roots, isSkill).documents ?? []).filter(({ path }) =>
    isSkill(path),
  );
  const own = new Set(skills.map(({ location }) => realPath(location)));
  const isHere = seen.view.skills.some(({ path }) => own.has(realPath(path)));
  if (!isNamed && (isHere || skills.length === 0))
    return await toListing(seen, context.systems?.folder, (path) => context.files?.readText(path));
  return await listAsInstalled(seen, skills);
}

function isSkill(path: string): boolean {
  return SKILL.test(path);
}

async function listAsInstalled(
  { agent, ground }: DiscoveredAgent,
  skills: readonly DocumentSource[],
): Promise<AgentListing> {
  const texts = new Map<string, string>();
  const layout = createTemporaryFolder((path) => {
    const project = joinPath(path, "project");
    const home = joinPath(path, "home");
    const roots = agent.roots({ ...ground, folder: project, home });
    const root = roots.find((one) => isInside(one.path, project))?.path ?? project;
    for (const { location, text } of skills)
      texts.set(joinPath(root, location.split("/").at(-2) ?? "", "SKILL.md"), text);
    const files = [...texts].map(([file, text]) => [file, new TextEncoder().encode(text)] as const);
    return { folders: [project, home], files: new Map(files), links: new Map() };
  });
  try {
    const folder = joinPath(layout.path, "project");
    const alone = { ...ground, folder, home: joinPath(layout.path, "home") };
    const view = agent.look(alone);
    return await toListing({ agent, ground: alone, view }, folder, (path) => texts.get(path));
  } finally {
    layout.close();
  }
}

async function toListing(
  seen: DiscoveredAgent,
  folder: string | undefined,
  readText: (path: string) => string | undefined,
): Promise<AgentListing> {
  const { prompt = "" } = (await promptByAgent(seen, false)) as { readonly prompt?: string };
  const shown = new Map(
    seen.view.skills
      .filter((skill) => skill.shown !== null)
      .map(({ name, path }) => [name, { path, text: readText(path) ?? "" }] as const),
  );
  return {
    folder,
    prompt,
    names: [...shown.keys()],
    ownName: (name) => {
      const { path, text } = shown.get(name) ?? { path: "", text: "" };
      return readSkill(text, { path }).value?.skill.identity.name ?? name;
    },
    instructions: (name) => bodyOf(readDocument(shown.get(name)?.text ?? "")),
  };
}
