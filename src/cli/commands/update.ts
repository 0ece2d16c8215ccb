import { failure, oneLine } from "../../platform/index.ts";
import type { UpdateReport } from "../../registry/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { agreeBy, keepAgreements } from "../registry/agree.ts";
import { reviewsOf } from "../registry/reviews.ts";
import { signersOf } from "../registry/signers.ts";
import { progressOf } from "../registry/progress.ts";
import { managerOf } from "../registry/share.ts";
import { appliedJson, convertedIn, renderApplied, showRefusal } from "../registry/show-applied.ts";
import { clientOf, placeOptions, targetFolder } from "../registry/targets.ts";

/** Takes later versions of installed skills, with local changes merged into them. */
export function run(context: Context): Promise<number> {
  const isAll = context.options.flag("all");
  if (isAll === context.arguments.length > 0)
    throw failure("cli/usage", "`update` takes either skill names or `--all`.");
  return refusingKnown(context, async () => {
    const isDryRun = context.options.flag("dry-run");
    const report = await update(context, isAll ? "all" : context.arguments, isDryRun);
    if (!isDryRun) keepAgreements(report.skills, context);
    if (context.options.flag("json"))
      printJson(context, {
        skills: appliedJson(report.skills),
        converted: convertedIn(report.skills),
        skipped: report.skipped,
        isDryRun,
      });
    else show(report, isDryRun, context);
    return report.skipped.some(({ isFailure }) => isFailure === true) ? FINDINGS : FINE;
  });
}

async function update(
  context: Context,
  names: readonly string[] | "all",
  isDryRun: boolean,
): Promise<UpdateReport> {
  const { options } = context;
  const client = clientOf(context);
  const prefer = options.text("prefer");
  const progress = progressOf(context, "Fetching");
  try {
    return await managerOf(context, targetFolder(context)).update(names, {
      allowsExperimental: options.flag("allow-experimental"),
      mayBeRisky: options.flag("allow-risky"),
      allow: options.texts("allow"),
      agree: agreeBy(context),
      isForced: options.flag("force"),
      ...signersOf(context),
      ...reviewsOf(context),
      allowsDowngrade: options.flag("allow-downgrade"),
      isDryRun,
      onProgress: progress.onProgress,
      ...(prefer === "local" || prefer === "new" ? { preference: prefer } : {}),
      placeOptions: placeOptions(context),
      ...(client === undefined ? {} : { conversion: { to: client.dialect } }),
    });
  } catch (error) {
    progress.end();
    showRefusal(error, context);
    throw error;
  } finally {
    progress.end();
  }
}

function show({ skills, skipped }: UpdateReport, isDryRun: boolean, context: Context): void {
  context.out(
    renderApplied(
      skills.filter(({ done }) => done !== "unchanged"),
      isDryRun,
      context,
    ),
  );
  for (const { name, reason, isFailure = false } of skipped)
    if (isFailure) context.err(`${oneLine(`Could not check \`${name}\`: ${reason}`)}\n`);
    else context.out(`${oneLine(`Left \`${name}\` alone, since ${reason}`)}\n`);
  const isKnown = skipped.every(({ isFailure }) => isFailure !== true);
  if (isKnown && skills.every(({ done }) => done === "unchanged"))
    context.out("Everything is up to date.\n");
}
