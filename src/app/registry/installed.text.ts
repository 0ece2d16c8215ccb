import { sarif } from "../../check/report/index.ts";
import type { InstalledSkill, OutdatedSkill, SkippedSkill } from "../../registry/index.ts";
import { type Drift, type DriftKind, lockPath } from "../../registry/lock/index.ts";
import { findDialect } from "../../skill/index.ts";
import { count, type Screen, type TextView, toLines } from "../text.ts";
import { changeLines } from "./changes.text.ts";
import type {
  AuditAnswer,
  InstalledAnswer,
  LockAnswer,
  PinAnswer,
  RemoveAnswer,
} from "./installed-skills.ts";

export const installedText: TextView<InstalledAnswer> = {
  render: ({ folder, skills }, screen) => {
    if (skills.length === 0) return `Nothing is installed in ${screen.displayPath(folder)}.\n`;
    const wide = (pick: (skill: InstalledSkill) => string): number =>
      Math.max(...skills.map((skill) => pick(skill).length));
    const names = wide(({ name }) => name);
    const versions = wide(({ version }) => version);
    const tiers = wide(({ securityTier }) => securityTier);
    return toLines(
      skills.map((skill) => {
        const { name, version, securityTier, source, resolved } = skill;
        const line = `${name.padEnd(names)}  ${version.padEnd(versions)}  ${securityTier.padEnd(tiers)}  ${resolved === "" ? source : resolved}`;
        return [line, ...notes(skill, screen)].join("; ");
      }),
    );
  },
};

function notes(skill: InstalledSkill, { displayPath }: Screen): readonly string[] {
  const { isDependency, isEdited, convertedTo, linkedFrom, pin, drifts } = skill;
  return [
    ...(isDependency ? ["a dependency"] : []),
    // A lock may come from a later version, which knows more dialects.
    ...(convertedTo === undefined
      ? []
      : [`converted to ${findDialect(convertedTo)?.title ?? convertedTo}`]),
    ...(linkedFrom === undefined ? [] : [`linked from ${displayPath(linkedFrom)}`]),
    ...(isEdited ? ["changed here"] : []),
    ...(pin === undefined ? [] : [pin === "" ? "pinned" : `pinned: ${pin}`]),
    ...drifts
      .filter(({ kind }) => kind === "taken-down")
      .map(({ actual }) => `taken down by the registry: ${actual}`),
    ...[...new Set(drifts.map(({ kind }) => kind))]
      .filter((kind) => kind !== "taken-down")
      .map((kind) => `not as recorded (${kind})`),
  ];
}

interface OutdatedAnswer {
  readonly skills: readonly OutdatedSkill[];
  readonly skipped: readonly SkippedSkill[];
}

export const outdatedText: TextView<OutdatedAnswer> = {
  render: ({ skills, skipped }) => {
    const isKnown = skipped.every(({ isFailure }) => isFailure !== true);
    return toLines([
      ...skills.flatMap((skill) => [outdatedLine(skill), ...changeLines(skill.changes ?? [])]),
      ...(skills.length === 0 && isKnown ? ["Everything is up to date."] : []),
    ]);
  },
  notes: ({ skipped }) =>
    toLines(
      skipped.map(({ name, reason, isFailure = false }) =>
        isFailure
          ? `Could not check \`${name}\`: ${reason}`
          : `Not asked for \`${name}\`, since ${reason}`,
      ),
    ),
  formats: {
    renovate: ({ skills }) => `${JSON.stringify({ deps: skills.map(toDependency) }, null, 2)}\n`,
  },
};

/** In the words of Renovate: what a manager extracts, and beside it what a datasource answers. */
function toDependency({
  name,
  current,
  wanted,
  latest,
  isPinned,
  isYanked,
  takenDown,
  deprecation,
}: OutdatedSkill): object {
  const isGone = isYanked || takenDown !== undefined;
  const newer = isPinned ? [] : [wanted, latest].filter((version) => version !== current);
  return {
    depName: name,
    currentValue: current,
    ...(deprecation === undefined ? {} : { deprecationMessage: deprecation }),
    // A version that was taken back must not be proposed, and one that is deprecated says so.
    releases: [
      ...(isGone
        ? []
        : [{ version: current, ...(deprecation === undefined ? {} : { isDeprecated: true }) }]),
      ...[...new Set(newer)].map((version) => ({ version })),
    ],
  };
}

function outdatedLine(skill: OutdatedSkill): string {
  const { name, current, wanted, latest, isPinned, hasChanged, isYanked, deprecation } = skill;
  const { takenDown } = skill;
  const said = [
    ...(takenDown === undefined ? [] : [`taken down by the registry: ${takenDown}`]),
    ...(hasChanged ? ["its source has other files now"] : []),
    ...(latest === wanted || latest === current ? [] : [`latest ${latest}`]),
    ...(isPinned ? ["pinned"] : []),
    ...(isYanked ? ["yanked by its publisher"] : []),
    ...(deprecation === undefined ? [] : [`deprecated: ${deprecation}`]),
  ];
  const step = wanted === current ? current : `${current} → ${wanted}`;
  return [`${name}  ${step}`, ...said].join("; ");
}

export const removeText: TextView<RemoveAnswer> = {
  render: ({ removed, isDryRun }, { displayPath }) => {
    const verb = isDryRun ? "Would remove" : "Removed";
    return toLines(
      removed.flatMap(({ name, version, isDependency, links, staysIn }) => [
        ...(staysIn === undefined
          ? [`${verb} \`${name}\` ${version}${isDependency ? ", no longer needed" : ""}`]
          : []),
        ...links.map((path) => `${verb} the link ${displayPath(path)}`),
        ...(staysIn === undefined || version === ""
          ? []
          : [`\`${name}\` ${version} stays installed in ${displayPath(staysIn)}`]),
      ]),
    );
  },
};

export const pinText: TextView<PinAnswer> = {
  render: ({ name, version, pin }) =>
    toLines([
      pin === null
        ? `\`${name}\` ${version} may be updated again`
        : `\`${name}\` stays at ${version}`,
    ]),
};

export const auditText: TextView<AuditAnswer> = {
  render: ({ skills }) => {
    const all = skills.flatMap(({ diagnostics }) => diagnostics);
    return toLines([
      ...all.map(({ severity, message, code }) => `${severity} ${message} ${code}`),
      `${count(skills.length, "skill")}, ${count(counted(all, "error"), "error")}, ${count(counted(all, "warning"), "warning")}`,
    ]);
  },
  formats: {
    sarif: ({ skills }, { version, style }) => {
      const all = skills.flatMap(({ diagnostics }) => diagnostics);
      const files = skills.map(({ path, diagnostics }) => ({
        path: `${path}/SKILL.md`,
        diagnostics,
      }));
      return sarif.render(
        {
          files,
          errors: counted(all, "error"),
          warnings: counted(all, "warning"),
          infos: 0,
          fixable: 0,
        },
        { version, codes: [], readText: () => undefined, paint: style, columns: 80 },
      );
    },
  },
};

function counted(all: readonly { readonly severity: string }[], severity: string): number {
  return all.filter((diagnostic) => diagnostic.severity === severity).length;
}

export const lockText: TextView<LockAnswer> = {
  render: (answer, { displayPath }) => {
    const file = displayPath(lockPath(answer.folder));
    if (!("drifts" in answer)) {
      const { added, changed, removed, refused } = answer;
      return toLines([
        `Recorded in ${file}: ${added.length} new, ${changed.length} changed, ${removed.length} gone`,
        ...refused.map((drift) => `not recorded: ${driftLine(drift)}`),
      ]);
    }
    return toLines(
      answer.drifts.length === 0
        ? [`${count(answer.skills, "skill")} as recorded in ${file}`]
        : answer.drifts.map(driftLine),
    );
  },
  notes: (answer) =>
    "refused" in answer && answer.refused.length > 0
      ? "Install these again, or record them as they are now with `--force`.\n"
      : "",
};

const WORDS: { readonly [Kind in DriftKind]: (drift: Drift) => string } = {
  version: expectation,
  tier: expectation,
  // A digest says nothing to a person; a reason does.
  content: ({ actual }) =>
    /^sha256[-:]/.test(actual) ? "not the files that were recorded" : actual,
  "taken-down": ({ actual }) => `taken down by the registry: ${actual}`,
  missing: () => "recorded, but missing",
  untracked: () => "present, but not recorded",
  pristine: () =>
    "the copy of the installed files is damaged; `update` still works as long as the skill is unchanged, and repairs the copy",
  unrecorded: () => "recorded without a digest, so changes cannot be detected",
};

function expectation({ actual, expected }: Drift): string {
  return `\`${actual}\`, expected \`${expected}\``;
}

function driftLine(drift: Drift): string {
  return `${drift.isGrave ? "!" : "-"} ${drift.name}: ${drift.kind}: ${WORDS[drift.kind](drift)}`;
}
