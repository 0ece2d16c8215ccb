/** The skills of one agent under the rules of one system, for `list --as`. */
import { fileOf } from "../../library/gate/index.ts";
import type { DiscoveredAgent } from "../../library/agents/index.ts";
import { requireDialect } from "../../skill/index.ts";
import type { Context, Systems } from "../context.ts";
import type { OwnedList, OwnedSkill } from "./owned.text.ts";
import { toConfirmed } from "./confirmed.ts";
import type { FileExplanation } from "./explanation.ts";
import { describeRuleless } from "./ruleless.ts";
import type { SystemSelection } from "./selection.ts";
import { systemProblems } from "./system-problems.ts";
import type { System } from "./systems.ts";

export async function listOwned(
  { systems }: Context & { readonly systems: Systems },
  selection: SystemSelection,
): Promise<OwnedList> {
  const [seen] = (await systems.agents?.(selection)) ?? [];
  if (seen !== undefined) {
    // Loaded on demand, with everything that reads skills as other programs do.
    const { listAgentFiles } = await import("./agents.ts");
    return toOwnedList(seen, listAgentFiles(seen));
  }
  return await systems.one(selection, (system) => listSystem(system, systems.folder));
}

export function listSystem(system: System, folder: string | undefined): OwnedList {
  const { library, dialect, evidence } = system;
  const evaluations = library.snapshot().evaluations();
  const skills = library.explainAll().map((explanation, at): OwnedSkill => {
    const item = evaluations[at];
    const description = item?.loaded?.description;
    // Where files lie is told to those who have them.
    const file = folder === undefined ? undefined : item && fileOf(item.candidate);
    return {
      ...(description === undefined ? {} : { description }),
      ...owned(explanation, file ?? explanation.path),
    };
  });
  return {
    dialect: dialect.id,
    agent: library.snapshot().agent,
    ...describeRuleless(requireDialect(dialect.id)),
    ...(evidence === undefined ? {} : { evidence }),
    skills,
    problems: systemProblems(system),
  };
}

function toOwnedList(
  seen: DiscoveredAgent,
  files: readonly (FileExplanation & { readonly description?: string })[],
): OwnedList {
  const skills = files.map((file): OwnedSkill => ({
    ...(file.description === undefined ? {} : { description: file.description }),
    ...owned(file, file.file),
  }));
  const { id, basis = "its documentation" } = seen.agent;
  const confirmed = toConfirmed(id, basis);
  const version = confirmed.confirmedBy?.version;
  return {
    dialect: id,
    agent: id,
    ...(version === undefined ? {} : { version }),
    ...confirmed,
    skills,
    problems: [],
  };
}

function owned(
  explanation: Omit<OwnedSkill, "name" | "description" | "file"> & {
    readonly name?: string | undefined;
  },
  file: string,
): OwnedSkill {
  const { name, source, path, isEligible, isOfferedToModel, hosts, reasons } = explanation;
  const { missing, missingOn } = explanation;
  return {
    ...(name === undefined ? {} : { name }),
    source,
    path,
    file,
    isEligible,
    isOfferedToModel,
    hosts,
    reasons: reasons.map(({ code, names, say }) => ({
      code,
      ...(names === undefined || names.length === 0 ? {} : { names }),
      say,
    })),
    ...(missing === undefined ? {} : { missing }),
    ...(missingOn === undefined ? {} : { missingOn }),
  };
}
