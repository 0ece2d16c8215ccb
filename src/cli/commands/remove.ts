import { joinPath, oneLine } from "../../platform/index.ts";
import type { RemovedSkill } from "../../registry/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { forgetAgreements } from "../registry/agree.ts";
import { managerOf } from "../registry/share.ts";
import { targetFolder } from "../registry/targets.ts";

/** Removes installed skills, and what only they needed. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const folder = targetFolder(context);
    const isDryRun = context.options.flag("dry-run");
    const isForced = context.options.flag("force");
    const removed = await managerOf(context, folder).remove(context.arguments, {
      isForced,
      isDryRun,
    });
    if (!isDryRun)
      forgetAgreements(
        removed
          .filter(({ staysIn }) => staysIn === undefined)
          .map(({ name }) => ({ name, path: joinPath(folder, name) })),
        context,
      );
    if (context.options.flag("json")) printJson(context, { folder, removed, isDryRun });
    else
      for (const skill of removed)
        for (const line of linesOf(skill, isDryRun, context)) context.out(`${oneLine(line)}\n`);
    return FINE;
  });
}

function linesOf(skill: RemovedSkill, isDryRun: boolean, context: Context): readonly string[] {
  const { name, version, isDependency, links, staysIn } = skill;
  const verb = isDryRun ? "Would remove" : "Removed";
  const why = isDependency ? ", which nothing needs any more" : "";
  return [
    ...(staysIn === undefined ? [`${verb} \`${name}\` ${version}${why}`] : []),
    ...links.map((path) => `${verb} the link ${shortPath(path, context)}`),
    ...(staysIn === undefined || version === ""
      ? []
      : [`\`${name}\` ${version} stays installed in ${shortPath(staysIn, context)}`]),
  ];
}
