/** The skills of one agent under the rules of one system, for `list --as`. */
import { type Explanation, fileOf } from "../../library/gate/index.ts";
import { lastPart, parentOf, oneLine } from "../../platform/index.ts";
import { type Context, FINE } from "../context.ts";
import { count } from "../render.ts";
import { shortenPaths, shortPath } from "./show-path.ts";
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
  readonly reasons: readonly { readonly code: string; readonly say: string }[];
}

export async function listSkillsOf(context: Context): Promise<number> {
  const selection = { ...toSelection(context), root: context.arguments };
  const [dialect] = selectDialects(selection);
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
    const answer = { dialect: dialect.id, agent, ...noteOf(dialect), skills, problems };
    if (!context.options.flag("json")) warnOf(problems, context);
    context.out(
      context.options.flag("json")
        ? `${JSON.stringify(answer, undefined, 2)}\n`
        : renderOwned(skills, context),
    );
    return FINE;
  } finally {
    await system.library.close();
  }
}

function owned(explanation: Explanation, file: string): OwnedSkill {
  const { name, source, path, isEligible, isOfferedToModel, hosts, reasons } = explanation;
  return {
    ...(name === undefined ? {} : { name }),
    source,
    path,
    file,
    isEligible,
    isOfferedToModel,
    hosts,
    reasons: reasons.map(({ code, say }) => ({ code, say })),
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
