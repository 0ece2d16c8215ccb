import { oneLine } from "../../platform/index.ts";
import type { InstalledSkill } from "../../registry/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { managerOf } from "../registry/share.ts";
import { askStates } from "../registry/states.ts";
import { targetFolder } from "../registry/targets.ts";
import { findDialect } from "../../skill/index.ts";

/** Lists the skills of the lock, and what became of them. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const folder = targetFolder(context);
    await askStates(context, folder);
    const skills = await managerOf(context, folder).listInstalled();
    if (context.options.flag("json")) printJson(context, { folder, skills });
    else if (skills.length === 0)
      context.out(`Nothing is installed in ${shortPath(folder, context)}.\n`);
    else context.out(page(skills, context));
    return skills.every(({ drifts }) => drifts.length === 0) ? FINE : FINDINGS;
  });
}

function page(skills: readonly InstalledSkill[], context: Context): string {
  const wide = (pick: (skill: InstalledSkill) => string): number =>
    Math.max(...skills.map((skill) => pick(skill).length));
  const [names, versions, tiers] = [
    wide(({ name }) => name),
    wide(({ version }) => version),
    wide(({ securityTier }) => securityTier),
  ];
  return skills
    .map((skill) => {
      const { name, version, securityTier, source, resolved } = skill;
      const line = `${name.padEnd(names)}  ${version.padEnd(versions)}  ${securityTier.padEnd(tiers)}  ${resolved === "" ? source : resolved}`;
      return `${oneLine([line, ...notes(skill, context)].join("; "))}\n`;
    })
    .join("");
}

function notes(skill: InstalledSkill, context: Context): readonly string[] {
  const { isDependency, isEdited, convertedTo, linkedFrom, pin, drifts } = skill;
  return [
    ...(isDependency ? ["others need it"] : []),
    ...(convertedTo === undefined ? [] : [`converted to ${titleOf(convertedTo)}`]),
    ...(linkedFrom === undefined ? [] : [`linked from ${shortPath(linkedFrom, context)}`]),
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

/** A lock may come from a later version, which knows more dialects. */
function titleOf(id: string): string {
  return findDialect(id)?.title ?? id;
}
