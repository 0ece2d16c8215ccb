/** The skills of one agent under the rules of one system, for `list --as`. */
import { fileOf } from "../../library/gate/index.ts";
import { lastPart, parentOf, oneLine } from "../../platform/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { type Context, FINE } from "../context.ts";
import { count } from "../render.ts";
import { shortenPaths, shortPath } from "./show-path.ts";
import { filesOfAgent, seeAgents } from "../../app/library/agents.ts";
import type { SeenAgent } from "../../library/agents/index.ts";
import { noteOf } from "../../app/library/ruleless.ts";
import { systemProblems } from "../../app/library/system-problems.ts";
import { toComputer, toSelection, warnOf } from "./select.ts";
import { openSystem, refuseSettings, selectDialects } from "../../app/library/systems.ts";

interface OwnedSkill {
  readonly name?: string;
  readonly description?: string;
  readonly source: string;
  /** As the system names it, and where it lies on this machine. */
  readonly path: string;
  readonly file: string;
  readonly isEligible: boolean;
  readonly isOfferedToModel: boolean;
  readonly hosts: readonly string[];
  readonly reasons: readonly {
    readonly code: string;
    /** Programs, variables or settings that are missing. */
    readonly names?: readonly string[];
    readonly say: string;
  }[];
}

export async function listSkillsOf(context: Context): Promise<number> {
  const selection = { ...toSelection(context), root: context.arguments };
  const [seen] = seeAgents(selection, toComputer(context));
  if (seen !== undefined) return listFilesOf(seen, context);
  const [dialect] = selectDialects(selection, toComputer(context));
  if (dialect === undefined) throw new Error("The command asks only where a system is named.");
  const system = await openSystem(dialect, selection, toComputer(context));
  try {
    refuseSettings(system);
    const considered = system.library.snapshot().considered();
    const skills = system.library.explainAll().map((explanation, at): OwnedSkill => {
      const item = considered[at];
      const description = item?.loaded?.description;
      return {
        ...(description === undefined ? {} : { description }),
        ...owned(explanation, (item && fileOf(item.candidate)) ?? explanation.path),
      };
    });
    const problems = systemProblems(system);
    const { agent } = system.library.snapshot();
    if (!context.options.flag("json")) warnOf(problems, context);
    const evidence = system.evidence === undefined ? {} : { evidence: system.evidence };
    tell(
      { dialect: dialect.id, agent, ...noteOf(dialect), ...evidence, skills, problems },
      context,
    );
    return FINE;
  } finally {
    await system.library.close();
  }
}

function listFilesOf(seen: SeenAgent, context: Context): number {
  const skills = filesOfAgent(seen).map((file): OwnedSkill => ({
    ...(file.description === undefined ? {} : { description: file.description }),
    ...owned(file, file.file),
  }));
  const { id, version } = seen.agent;
  tell({ dialect: id, agent: id, version, skills, problems: [] }, context);
  return FINE;
}

interface Answer {
  readonly dialect: string;
  readonly evidence?: string;
  readonly agent: string;
  /** The release that is modelled, of a coding agent. */
  readonly version?: string;
  readonly skills: readonly OwnedSkill[];
  readonly problems: readonly Diagnostic[];
}

function tell(answer: Answer, context: Context): void {
  const isJson = context.options.flag("json");
  context.out(
    isJson ? `${JSON.stringify(answer, undefined, 2)}\n` : renderOwned(answer.skills, context),
  );
}

function owned(
  explanation: Omit<OwnedSkill, "name" | "description" | "file"> & {
    readonly name?: string | undefined;
  },
  file: string,
): OwnedSkill {
  const { name, source, path, isEligible, isOfferedToModel, hosts, reasons } = explanation;
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
  };
}

function renderOwned(skills: readonly OwnedSkill[], context: Context): string {
  const { paint } = context;
  const lines = skills.flatMap((skill) => {
    const mark = skill.isEligible ? paint("green", "✓") : paint("red", "✗");
    // What cannot be read is called by its folder.
    const name = paint("bold", oneLine(skill.name ?? lastPart(parentOf(skill.file))));
    const path = paint("dim", oneLine(shortPath(skill.file, context)));
    return [
      `${mark} ${name} ${paint("cyan", skill.source)} ${path}`,
      ...skill.reasons.map(({ say }) => `    ${oneLine(shortenPaths(say, context))}`),
    ];
  });
  const loaded = skills.filter(({ isEligible }) => isEligible).length;
  const summary = paint("bold", `${count(skills.length, "file")}, ${loaded} loaded`);
  return `${[...lines, ...(lines.length === 0 ? [] : [""]), summary].join("\n")}\n`;
}
