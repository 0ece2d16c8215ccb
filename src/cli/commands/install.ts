import { failure, joinPath, lastPart, oneLine } from "../../platform/index.ts";
import { type AppliedSkill, type LinkReport, linkSkills } from "../../registry/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusalOf, refusingKnown } from "../mcp/refuse.ts";
import { agreeBy, keepAgreements } from "../registry/agree.ts";
import { reviewsOf } from "../registry/reviews.ts";
import { signersOf } from "../registry/signers.ts";
import { progressOf } from "../registry/progress.ts";
import { folderOf, managerOf } from "../registry/share.ts";
import { askStates } from "../registry/states.ts";
import { appliedJson, convertedIn, renderApplied, showRefusal } from "../registry/show-applied.ts";
import { clientOf, placeOptions } from "../registry/targets.ts";
import { count, renderFailure } from "../render.ts";
import type { SkillError } from "../../skill/index.ts";

/** Installs skills from wherever they are, or exactly those of the lock. */
export function run(context: Context): Promise<number> {
  const { options } = context;
  const isFrozen = options.flag("frozen");
  if (isFrozen !== (context.arguments.length === 0))
    throw failure(
      "cli/usage",
      isFrozen ? "`--frozen` takes no source." : "Missing SOURCE: name the skill to install.",
      { hint: "`skillwright install --frozen` installs what `skill-lock.json` records." },
    );
  return refusingKnown(context, async () => {
    try {
      return isFrozen ? await frozen(context) : await install(context);
    } catch (error) {
      showRefusal(error, context);
      throw error;
    }
  });
}

async function frozen(context: Context): Promise<number> {
  const folder = clientOf(context)?.folder ?? folderOf(context);
  const isDryRun = context.options.flag("dry-run");
  await askStates(context, folder);
  const progress = progressOf(context, "Checking");
  const { restored, kept, untracked } = await managerOf(context, folder)
    .installFrozen({ ...changeOf(context), onProgress: progress.onProgress })
    .finally(progress.end);
  const names = restored.map(({ skill }) => skill.name);
  if (!isDryRun)
    keepAgreements(
      restored.map((admitted) => ({ path: joinPath(folder, admitted.skill.name), admitted })),
      context,
    );
  if (context.options.flag("json"))
    printJson(context, { folder, restored: names, kept, untracked, isDryRun });
  else
    context.out(
      [
        `${count(kept.length, "skill")} as recorded, ${isDryRun ? "would install" : "installed"} ${names.length === 0 ? "none" : names.map((name) => `\`${name}\``).join(", ")} in ${shortPath(folder, context)}`,
        ...untracked.map((name) => `\`${name}\` stays, which the lock does not record`),
      ]
        .map((line) => `${oneLine(line)}\n`)
        .join(""),
    );
  return FINE;
}

async function install(context: Context): Promise<number> {
  const client = clientOf(context);
  const isLinked = context.options.flag("link");
  if (isLinked && client === undefined) throw failure("cli/usage", "`--link` needs `--client`.");
  const folder = client === undefined || isLinked ? folderOf(context) : client.folder;
  const progress = progressOf(context, "Fetching");
  const isDryRun = context.options.flag("dry-run");
  const refused: Refused[] = [];
  const onRefused = (source: string, refusal: SkillError): void => {
    refused.push({ source, refusal });
  };
  const isList = context.arguments.length > 1 || context.options.flag("all");
  const applied = await managerOf(context, folder)
    .install(context.arguments, {
      ...changeOf(context),
      takesAll: context.options.flag("all"),
      onProgress: progress.onProgress,
      ...(isList ? { onRefused } : {}),
      ...(client === undefined || isLinked
        ? {}
        : { conversion: { to: client.dialect, isAlways: context.options.flag("convert") } }),
    })
    .finally(progress.end);
  if (!isDryRun) keepAgreements(applied, context);
  const names = applied.map(({ name }) => name);
  const links =
    client !== undefined && isLinked
      ? await linkSkills(folder, names, client.folder, isDryRun)
      : { linked: [], taken: [] };
  show(applied, links, { folder, isDryRun, refused }, context);
  return links.taken.length === 0 && refused.length === 0 ? FINE : FINDINGS;
}

/** One source of a list that is not installed, and why. */
interface Refused {
  readonly source: string;
  readonly refusal: SkillError;
}

function changeOf(context: Context): ReturnType<typeof signersOf> &
  ReturnType<typeof reviewsOf> & {
    readonly allowsExperimental: boolean;
    readonly mayBeRisky: boolean;
    readonly allow: readonly string[];
    readonly agree: ReturnType<typeof agreeBy>;
    readonly isForced: boolean;
    readonly isDryRun: boolean;
    readonly placeOptions: string;
  } {
  const { options } = context;
  return {
    allowsExperimental: options.flag("allow-experimental"),
    mayBeRisky: options.flag("allow-risky"),
    allow: options.texts("allow"),
    agree: agreeBy(context),
    isForced: options.flag("force"),
    ...signersOf(context),
    ...reviewsOf(context),
    isDryRun: options.flag("dry-run"),
    placeOptions: placeOptions(context),
  };
}

function show(
  applied: readonly AppliedSkill[],
  { linked, taken }: LinkReport,
  {
    folder,
    isDryRun,
    refused,
  }: {
    readonly folder: string;
    readonly isDryRun: boolean;
    readonly refused: readonly Refused[];
  },
  context: Context,
): void {
  if (context.options.flag("json")) {
    printJson(context, {
      skills: appliedJson(applied),
      converted: convertedIn(applied),
      links: linked,
      notLinked: taken,
      refused: refused.map(({ source, refusal }) => ({ source, ...refusalOf(refusal) })),
      isDryRun,
    });
    return;
  }
  context.out(renderApplied(applied, isDryRun, context));
  for (const { refusal } of refused) {
    showRefusal(refusal, context);
    context.err(renderFailure(refusal.diagnostic, context.paintError));
  }
  for (const path of linked)
    context.out(`${isDryRun ? "Would link" : "Linked"} ${shortPath(path, context)}\n`);
  for (const path of taken)
    context.err(
      oneLine(
        `Not linked: ${shortPath(path, context)} is there already, and is not \`${lastPart(path)}\` of ${shortPath(folder, context)}`,
      ) + "\n",
    );
}
