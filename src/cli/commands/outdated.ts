import { oneLine } from "../../platform/index.ts";
import type { OutdatedSkill } from "../../registry/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { managerOf } from "../registry/share.ts";
import { changeLines } from "../registry/show-changes.ts";
import { targetFolder } from "../registry/targets.ts";

/** Lists installed skills with later versions. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const { skills, skipped } = await managerOf(context, targetFolder(context)).outdated();
    if (context.options.flag("json")) printJson(context, { skills, skipped });
    else {
      for (const skill of skills)
        for (const line of [lineOf(skill), ...changeLines(skill.changes ?? [])])
          context.out(`${oneLine(line)}\n`);
      for (const { name, reason, isFailure = false } of skipped)
        context.err(
          `${oneLine(isFailure ? `Could not check \`${name}\`: ${reason}` : `Not asked for \`${name}\`, since ${reason}`)}\n`,
        );
      if (skills.length === 0 && isKnown(skipped)) context.out("Everything is up to date.\n");
    }
    return skills.length === 0 && isKnown(skipped) ? FINE : FINDINGS;
  });
}

/** Whether every source could be asked that has to be. */
function isKnown(skipped: readonly { readonly isFailure?: boolean }[]): boolean {
  return skipped.every(({ isFailure }) => isFailure !== true);
}

function lineOf(skill: OutdatedSkill): string {
  const { name, current, wanted, latest, isPinned, hasChanged, isYanked, deprecation } = skill;
  const { takenDown } = skill;
  const notes = [
    ...(takenDown === undefined ? [] : [`taken down by the registry: ${takenDown}`]),
    ...(hasChanged ? ["its source has other files now"] : []),
    ...(latest === wanted || latest === current ? [] : [`latest ${latest}`]),
    ...(isPinned ? ["pinned"] : []),
    ...(isYanked ? ["its publisher has taken it back"] : []),
    ...(deprecation === undefined ? [] : [`deprecated: ${deprecation}`]),
  ];
  const step = wanted === current ? current : `${current} → ${wanted}`;
  return [`${name}  ${step}`, ...notes].join("; ");
}
