import { failure, joinPath } from "../../platform/index.ts";
import {
  type AppliedSkill,
  type LinkReport,
  linkSkills,
  type UpdateReport,
} from "../../registry/index.ts";
import { type SkillError, withoutCause } from "../../skill/model/index.ts";
import type { Context, ProgressBar } from "../context.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { type ConsentInput, storeAgreements, toGateOptions } from "./consent.ts";
import {
  clientOf,
  openFolder,
  ownFolder,
  placeOptions,
  type SourceInput,
  targetFolder,
  type TargetInput,
} from "./sources.ts";
import { fetchStates } from "./states.ts";

type Local = Context & { readonly computer: LocalComputer };

interface ChangeInput extends SourceInput, TargetInput, ConsentInput {
  readonly all: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
}

interface InstallInput extends ChangeInput {
  readonly sources: readonly string[];
  readonly link: boolean;
  readonly convert: boolean;
  readonly frozen: boolean;
}

interface UpdateInput extends ChangeInput {
  readonly names: readonly string[];
  readonly prefer?: "local" | "new";
  readonly allowDowngrade: boolean;
}

/** One source of a list that is not installed, and why. */
interface FailedSource {
  readonly source: string;
  readonly refusal: SkillError;
}

export interface InstallAnswer {
  readonly folder: string;
  readonly applied: readonly AppliedSkill[];
  readonly links: LinkReport;
  readonly refused: readonly FailedSource[];
  readonly isDryRun: boolean;
  readonly toJSON: () => object;
}

export interface FrozenAnswer {
  readonly folder: string;
  readonly restored: readonly string[];
  readonly kept: readonly string[];
  readonly untracked: readonly string[];
  readonly isDryRun: boolean;
}

export interface UpdateAnswer {
  readonly report: UpdateReport;
  readonly isDryRun: boolean;
  readonly toJSON: () => object;
}

/** Installs skills from wherever they are, or exactly those of the lock. */
export async function installSkills(
  context: Local,
  input: InstallInput,
): Promise<InstallAnswer | FrozenAnswer> {
  if (input.frozen !== (input.sources.length === 0))
    throw failure(
      "cli/usage",
      input.frozen ? "`--frozen` takes no source." : "Missing SOURCE: name the skill to install.",
      { hint: "`skillwright install --frozen` installs what `skill-lock.json` records." },
    );
  return input.frozen ? await restore(context, input) : await installNamed(context, input);
}

async function restore(context: Local, input: InstallInput): Promise<FrozenAnswer> {
  const { computer } = context;
  const { dryRun: isDryRun } = input;
  const folder = targetFolder(computer, input);
  await fetchStates(computer, folder, input);
  const { restored, kept, untracked } = await withProgress(context, "Checking", (onProgress) =>
    openFolder(computer, folder, input).installFrozen({
      ...toGateOptions(context, input, true),
      placeOptions: placeOptions(input),
      onProgress,
    }),
  );
  const names = restored.map(({ skill }) => skill.name);
  if (!isDryRun)
    storeAgreements(
      restored.map((admitted) => ({ path: joinPath(folder, admitted.skill.name), admitted })),
      computer,
    );
  return { folder, restored: names, kept, untracked, isDryRun };
}

async function installNamed(context: Local, input: InstallInput): Promise<InstallAnswer> {
  const { computer } = context;
  const { sources, dryRun: isDryRun, all, link, convert } = input;
  const client = clientOf(computer, input);
  if (link && client === undefined) throw failure("cli/usage", "`--link` needs `--client`.");
  const folder = client === undefined || link ? ownFolder(computer, input) : client.folder;
  const refused: FailedSource[] = [];
  const onRefused = (source: string, refusal: SkillError): void => {
    refused.push({ source, refusal });
  };
  const applied = await withProgress(context, "Fetching", (onProgress) =>
    openFolder(computer, folder, input, sources).install(sources, {
      ...toGateOptions(context, input),
      placeOptions: placeOptions(input),
      takesAll: all,
      onProgress,
      ...(sources.length > 1 || all ? { onRefused } : {}),
      ...(client === undefined || link
        ? {}
        : { conversion: { to: client.dialect, isAlways: convert } }),
    }),
  );
  if (!isDryRun) storeAgreements(applied, computer);
  const names = applied.map(({ name }) => name);
  const links =
    client !== undefined && link
      ? await linkSkills(folder, names, client.folder, isDryRun)
      : { linked: [], taken: [] };
  return {
    folder,
    applied,
    links,
    refused,
    isDryRun,
    toJSON: () => ({
      skills: toJson(applied),
      converted: convertedIn(applied),
      links: links.linked,
      notLinked: links.taken,
      refused: refused.map(({ source, refusal }) => ({
        source,
        error: withoutCause(refusal.diagnostic),
        ...refusal.more,
      })),
      isDryRun,
    }),
  };
}

/** Takes later versions of installed skills, with local changes merged into them. */
export async function updateSkills(context: Local, input: UpdateInput): Promise<UpdateAnswer> {
  const { computer } = context;
  const { names, all, dryRun: isDryRun, prefer } = input;
  if (all === names.length > 0)
    throw failure("cli/usage", "`update` takes either skill names or `--all`.");
  const client = clientOf(computer, input);
  const manager = openFolder(computer, targetFolder(computer, input), input, names);
  const report = await withProgress(context, "Fetching", (onProgress) =>
    manager.update(all ? "all" : names, {
      ...toGateOptions(context, input),
      allowsDowngrade: input.allowDowngrade,
      onProgress,
      ...(prefer === undefined ? {} : { preference: prefer }),
      placeOptions: placeOptions(input),
      ...(client === undefined ? {} : { conversion: { to: client.dialect } }),
    }),
  );
  if (!isDryRun) storeAgreements(report.skills, computer);
  return {
    report,
    isDryRun,
    toJSON: () => ({
      skills: toJson(report.skills),
      converted: convertedIn(report.skills),
      skipped: report.skipped,
      isDryRun,
    }),
  };
}

async function withProgress<Result>(
  { person }: Context,
  verb: string,
  work: (onProgress: ProgressBar["onProgress"]) => Promise<Result>,
): Promise<Result> {
  const bar = person?.startProgress(verb);
  try {
    return await work((done, all) => bar?.onProgress(done, all));
  } finally {
    bar?.end();
  }
}

/** Skills that are in another format than they were published in. */
function convertedIn(applied: readonly AppliedSkill[]): readonly object[] {
  return applied.flatMap(({ name, admitted }) => {
    const { to, lost } = admitted?.conversion ?? {};
    return to === undefined ? [] : [{ name, to: to.id, lost }];
  });
}

/** For programs: without the bytes of the files. */
function toJson(applied: readonly AppliedSkill[]): readonly object[] {
  return applied.map(({ admitted, ...skill }) => ({
    ...skill,
    ...(admitted === undefined
      ? {}
      : {
          files: admitted.skill.files.map(({ path }) => path),
          origin: admitted.skill.origin,
          entry: admitted.entry,
          gates: admitted.steps,
          agreed: admitted.agreed,
          risks: admitted.risks,
          scan: admitted.scan,
        }),
  }));
}
