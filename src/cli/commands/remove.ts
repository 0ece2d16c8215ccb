import { joinPath, withoutControls } from "../../platform/index.ts";
import { type Context, FINE } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { forgetAgreements } from "../registry/agree.ts";
import { printJson } from "../registry/places.ts";
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
        removed.map(({ name }) => ({ name, path: joinPath(folder, name) })),
        context,
      );
    if (context.options.flag("json")) printJson(context, { folder, removed, isDryRun });
    else
      for (const { name, version, isDependency } of removed)
        context.out(
          `${withoutControls(`${isDryRun ? "Would remove" : "Removed"} \`${name}\` ${version}${isDependency ? ", which nothing needs any more" : ""}`)}\n`,
        );
    return FINE;
  });
}
