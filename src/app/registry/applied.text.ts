import { isAtLeast, type PublicScan } from "../../check/scan/index.ts";
import { oneLine, quoteForShell } from "../../skill/model/index.ts";
import { lastPart } from "../../platform/index.ts";
import {
  type AdmittedSkill,
  type AppliedSkill,
  MergeConflictError,
  RiskySkillError,
} from "../../registry/install/index.ts";
import {
  count,
  type FailedText,
  renderFailure,
  type Screen,
  type TextView,
  toLines,
} from "../text.ts";
import { changeLines } from "./changes.text.ts";
import type { FrozenAnswer, InstallAnswer, UpdateAnswer } from "./installing.ts";

/** What was done with skills, as lines for people. */
export function renderApplied(
  applied: readonly AppliedSkill[],
  isDryRun: boolean,
  screen: Screen,
): string {
  const lines = [
    ...applied.flatMap((skill) => linesFor(skill, isDryRun, screen)),
    ...applied.flatMap((skill) => conversionLines(skill, isDryRun)),
  ];
  return toLines(lines);
}

const VERBS = {
  installed: ["Installed", "Would install"],
  updated: ["Updated", "Would update"],
  unchanged: ["Unchanged:", "Unchanged:"],
} as const;

function linesFor(skill: AppliedSkill, isDryRun: boolean, screen: Screen): readonly string[] {
  const { name, version, from, done, path, isDependency, kept, deprecation, admitted } = skill;
  if (admitted === undefined)
    return isDependency ? [] : [`${VERBS.unchanged[0]} \`${name}\` ${version}`.trimEnd()];
  const verb = VERBS[done][isDryRun ? 1 : 0];
  const versions = from === undefined || from === version ? version : `${from} → ${version}`;
  const why = isDependency ? ", a dependency" : "";
  return [
    `${verb} ${[`\`${name}\``, versions].join(" ").trimEnd()} (${count(admitted.skill.files.length, "file")}) in ${screen.displayPath(path)}${why}`,
    `  from ${placeOf(admitted, screen)}`,
    ...(skill.formerly === undefined ? [] : [`  called \`${skill.formerly}\` before`]),
    `  counts as ${admitted.entry.enforcedTier}, ${wordsOf(admitted)}`,
    ...(screen.isVerbose === true
      ? admitted.steps.map(({ gate, says }) => `  ${gate}: ${says}`)
      : []),
    ...(kept.length === 0 ? [] : [`  keeps your changes in ${kept.join(", ")}`]),
    ...changeLines(skill.changes ?? []),
    ...(deprecation === undefined ? [] : [`  ! Deprecated by its publisher: ${deprecation}`]),
    ...riskLines(admitted.risks, ["May be run", runnableIn(admitted)]),
    ...scanLines(admitted.scan),
  ];
}

/** A client that cannot take a skill as it was published gets another text, which no signature covers. */
function conversionLines({ name, admitted }: AppliedSkill, isDryRun: boolean): readonly string[] {
  if (admitted?.conversion === undefined) return [];
  const { conversion, entry } = admitted;
  const { to, lost } = conversion;
  const isSigned = entry.signature["signed"] === true;
  return [
    [
      `${isDryRun ? "Would convert" : "Converted"} \`${name}\` to ${to.title}`,
      ...(isSigned ? ["its signature holds for what was published"] : []),
      ...(lost.length === 0 ? [] : [`lost ${lost.join(", ")}`]),
    ].join("; "),
  ];
}

function placeOf({ skill: { origin } }: AdmittedSkill, screen: Screen): string {
  const reference = origin.reference ?? origin.server;
  return reference.startsWith("file:") ? screen.displayPath(origin.server) : reference;
}

function runnableIn({ skill: { files } }: AdmittedSkill): readonly string[] {
  return files.filter(({ isExecutable }) => isExecutable === true).map(({ path }) => path);
}

function wordsOf({ steps }: AdmittedSkill): string {
  return steps.find(({ gate }) => gate === "signature")?.says ?? "not signed";
}

export function riskLines(
  risks: AdmittedSkill["risks"],
  ...first: readonly (readonly [title: string, names: readonly string[]])[]
): readonly string[] {
  return [
    ...first,
    ["Wants to use without asking", risks.allowedTools] as const,
    ["Has commands run on", risks.hooks] as const,
    ["Holds more skills", risks.nested.map((inner) => `${inner.name} (${inner.path})`)] as const,
  ].flatMap(([title, names]) => (names.length === 0 ? [] : [`  ! ${title}: ${names.join(", ")}`]));
}

/** Silent where nothing stands against the skill. */
export function scanLines(scan: PublicScan): readonly string[] {
  if (scan.verdict === "allow") return [];
  return [`  ! The scanner says ${scan.verdict}: ${scan.reason}`, ...graveLines(scan)];
}

function graveLines({ findings }: PublicScan): readonly string[] {
  return findings
    .filter(({ severity }) => isAtLeast(severity, "high"))
    .map(({ file, range, severity, code, message }) => {
      const place = range === undefined ? file : `${file}:${range.start.line}`;
      return `    ${place}: ${severity}: ${message} (${code})`;
    });
}

/** What the scanner found, or both sides of what cannot be joined. */
export function explainRefusal(error: unknown): FailedText {
  if (error instanceof MergeConflictError)
    return {
      answer: error.conflicts
        .map(({ path, marked, kind }) => conflictText(path, marked, kind))
        .join(""),
    };
  if (error instanceof RiskySkillError)
    return { notes: toLines(graveLines(error.scan).map((line) => line.trim())) };
  return {};
}

function conflictText(path: string, marked: string | undefined, kind: string): string {
  const title = `${oneLine(`${path}: ${kind}`)}\n`;
  return marked === undefined ? title : `${title}${marked.trimEnd()}\n`;
}

export const installText: TextView<InstallAnswer | FrozenAnswer> = {
  render: (answer, screen) =>
    "restored" in answer ? renderFrozen(answer, screen) : renderInstalled(answer, screen),
  notes: (answer, screen) => ("restored" in answer ? "" : noteRefused(answer, screen)),
  failed: explainRefusal,
};

function renderFrozen(
  { restored, kept, untracked, folder, isDryRun }: FrozenAnswer,
  screen: Screen,
): string {
  const names = restored.length === 0 ? "none" : restored.map((name) => `\`${name}\``).join(", ");
  return toLines([
    `${count(kept.length, "skill")} as recorded, ${isDryRun ? "would install" : "installed"} ${names} in ${screen.displayPath(folder)}`,
    ...untracked.map((name) => `\`${name}\` stays, which the lock does not record`),
  ]);
}

function renderInstalled(
  { applied, links, refused, isDryRun }: InstallAnswer,
  screen: Screen,
): string {
  const verb = isDryRun ? "Would link" : "Linked";
  return [
    renderApplied(applied, isDryRun, screen),
    ...refused.map(({ refusal }) => explainRefusal(refusal).answer ?? ""),
    ...links.linked.map((path) => `${verb} ${screen.displayPath(path)}\n`),
  ].join("");
}

function noteRefused({ links, refused, folder }: InstallAnswer, screen: Screen): string {
  return [
    ...refused.map(
      ({ refusal }) =>
        (explainRefusal(refusal).notes ?? "") + renderFailure(refusal.diagnostic, screen.style),
    ),
    ...links.taken.map((path) =>
      toLines([
        `Not linked: ${screen.displayPath(path)} is there already, and is not \`${lastPart(path)}\` of ${screen.displayPath(folder)}`,
      ]),
    ),
  ].join("");
}

export const updateText: TextView<UpdateAnswer> = {
  render: ({ report: { skills, skipped, takenDown }, isDryRun }, screen) => {
    const changed = skills.filter(({ done }) => done !== "unchanged");
    const isWell = takenDown.length === 0 && skipped.every(({ isFailure }) => isFailure !== true);
    return (
      renderApplied(changed, isDryRun, screen) +
      toLines([
        ...skipped.flatMap(({ name, reason, isFailure }) =>
          isFailure === true ? [] : [`Left \`${name}\` alone, since ${reason}`],
        ),
        ...(isWell && changed.length === 0 ? ["Everything is up to date."] : []),
      ])
    );
  },
  notes: ({ report: { skipped, takenDown } }) =>
    toLines([
      ...skipped.flatMap(({ name, reason, isFailure }) =>
        isFailure === true ? [`Could not check \`${name}\`: ${reason}`] : [],
      ),
      ...takenDown.flatMap(({ name, version, reason }) => [
        `\`${name}\` ${version} was taken down by the registry: ${reason}`,
        `  Remove it with \`skillwright remove ${quoteForShell(name)}\`, or choose a version with \`skillwright update ${quoteForShell(name)}@VERSION\`.`,
      ]),
    ]),
  failed: explainRefusal,
};
