import { isAtLeast, type PublicScan } from "../../check/scan/index.ts";
import { oneLine } from "../../platform/index.ts";
import {
  type Admitted,
  type AppliedSkill,
  MergeConflictError,
  RiskySkillError,
} from "../../registry/install/index.ts";
import type { Context } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { count } from "../render.ts";
import { changeLines } from "./show-changes.ts";

/** What was done with skills, as lines for people. */
export function renderApplied(
  applied: readonly AppliedSkill[],
  isDryRun: boolean,
  context: Context,
): string {
  const lines = [
    ...applied.flatMap((skill) => linesFor(skill, isDryRun, context)),
    ...applied.flatMap((skill) => conversionLines(skill, isDryRun)),
  ];
  return lines.map((line) => `${oneLine(line)}\n`).join("");
}

const VERBS = {
  installed: ["Installed", "Would install"],
  updated: ["Updated", "Would update"],
  unchanged: ["Unchanged:", "Unchanged:"],
} as const;

function linesFor(skill: AppliedSkill, isDryRun: boolean, context: Context): readonly string[] {
  const { name, version, from, done, path, isDependency, kept, deprecation, admitted } = skill;
  if (admitted === undefined)
    return isDependency ? [] : [`${VERBS.unchanged[0]} \`${name}\` ${version}`.trimEnd()];
  const verb = VERBS[done][isDryRun ? 1 : 0];
  const versions = from === undefined || from === version ? version : `${from} → ${version}`;
  const why = isDependency ? ", which others need" : "";
  return [
    `${verb} ${[`\`${name}\``, versions].join(" ").trimEnd()} (${count(admitted.skill.files.length, "file")}) in ${shortPath(path, context)}${why}`,
    `  from ${placeOf(admitted, context)}`,
    `  counts as ${admitted.entry.enforcedTier}, ${wordsOf(admitted)}`,
    ...(context.isVerbose ? admitted.steps.map(({ gate, says }) => `  ${gate}: ${says}`) : []),
    ...(kept.length === 0 ? [] : [`  keeps your changes in ${kept.join(", ")}`]),
    ...changeLines(skill.changes ?? []),
    ...(deprecation === undefined ? [] : [`  ! Its publisher advises against it: ${deprecation}`]),
    ...riskLines(admitted),
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

function placeOf({ skill: { origin } }: Admitted, context: Context): string {
  const reference = origin.reference ?? origin.server;
  return reference.startsWith("file:") ? shortPath(origin.server, context) : reference;
}

function wordsOf({ steps }: Admitted): string {
  return steps.find(({ gate }) => gate === "signature")?.says ?? "not signed";
}

function riskLines({ risks, skill }: Admitted): readonly string[] {
  const runnable = skill.files.filter(({ isExecutable }) => isExecutable === true);
  return [
    ["May be run", runnable.map(({ path }) => path)] as const,
    ["Wants to use without asking", risks.allowedTools] as const,
    ["Has commands run on", risks.hooks] as const,
    ["Holds more skills", risks.nested.map((inner) => `${inner.name} (${inner.path})`)] as const,
  ].flatMap(([title, names]) => (names.length === 0 ? [] : [`  ! ${title}: ${names.join(", ")}`]));
}

/** Silent where nothing stands against the skill. */
function scanLines(scan: PublicScan): readonly string[] {
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

/** More than the line of a refusal: what the scanner found, or both sides of what cannot be joined. */
export function showRefusal(error: unknown, context: Context): void {
  // Machines get all of it with the refusal itself.
  if (context.options.flag("json")) return;
  if (error instanceof MergeConflictError)
    for (const { path, marked, kind } of error.conflicts)
      context.out(conflictText(path, marked, kind));
  if (error instanceof RiskySkillError)
    for (const line of graveLines(error.scan)) context.err(`${oneLine(line.trim())}\n`);
}

function conflictText(path: string, marked: string | undefined, kind: string): string {
  const title = `${oneLine(`${path}: ${kind}`)}\n`;
  return marked === undefined ? title : `${title}${marked.trimEnd()}\n`;
}

/** Skills that are said in another dialect than they were published in. */
export function convertedIn(applied: readonly AppliedSkill[]): readonly object[] {
  return applied.flatMap(({ name, admitted }) => {
    const { to, lost } = admitted?.conversion ?? {};
    return to === undefined ? [] : [{ name, to: to.id, lost }];
  });
}

/** The same for machines: without the bytes of the files. */
export function appliedJson(applied: readonly AppliedSkill[]): readonly object[] {
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
