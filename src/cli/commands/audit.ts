import { sarif } from "../../check/report/index.ts";
import { joinPath, oneLine } from "../../platform/index.ts";
import { type InstalledSkill, registryCodes } from "../../registry/index.ts";
import { readStates } from "../../registry/states/index.ts";
import { type Diagnostic, quoteForShell } from "../../skill/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { managerOf } from "../registry/share.ts";
import { askStates } from "../registry/states.ts";
import { targetFolder } from "../registry/targets.ts";
import { count } from "../render.ts";

/** An installed skill with what speaks against it. */
interface Audited {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Lists all that speaks against installed skills: what registries took down or advise against, and what was changed. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const folder = targetFolder(context);
    await askStates(context, folder);
    const states = readStates(folder).skills;
    const skills = (await managerOf(context, folder).listInstalled()).map((skill): Audited => {
      const known = states.get(skill.name);
      const said = known?.version === skill.version ? known : undefined;
      const path = shortPath(joinPath(skill.linkedFrom ?? folder, skill.name), context);
      return {
        name: skill.name,
        version: skill.version,
        path,
        diagnostics: [...driftProblems(skill, path), ...statedProblems(skill, said, path)],
      };
    });
    render(skills, context);
    return skills.every(({ diagnostics }) => diagnostics.length === 0) ? FINE : FINDINGS;
  });
}

function driftProblems(
  { name, version, drifts }: InstalledSkill,
  file: string,
): readonly Diagnostic[] {
  return drifts.map(({ kind, actual, isGrave }) =>
    kind === "taken-down"
      ? {
          code: registryCodes.takenDown,
          severity: "error",
          message: `\`${name}\` ${version} was taken down by the registry: ${actual.replace(/\.$/u, "")}.`,
          hint: `Remove it with \`skillwright remove ${quoteForShell(name)}\`, or update it.`,
          file,
        }
      : {
          code: registryCodes.lockDrift,
          severity: isGrave ? "error" : "warning",
          message: `\`${name}\` ${version} is not as recorded: ${kind}.`,
          hint: "`skillwright lock --check` says more.",
          file,
        },
  );
}

function statedProblems(
  { name, version }: InstalledSkill,
  said: { readonly state: string; readonly reason: string } | undefined,
  file: string,
): readonly Diagnostic[] {
  if (said === undefined || !["yanked", "deprecated", "in-review"].includes(said.state)) return [];
  const why = said.reason === "" ? "" : `: ${said.reason.replace(/\.$/u, "")}`;
  return [
    {
      code: registryCodes.advisedAgainst,
      severity: "warning",
      message: `\`${name}\` ${version} is ${said.state}${why}.`,
      hint: `\`skillwright update ${quoteForShell(name)}\` takes another version, if there is one.`,
      file,
    },
  ];
}

function render(skills: readonly Audited[], context: Context): void {
  const { options, out, version, paint } = context;
  const all = skills.flatMap(({ diagnostics }) => diagnostics);
  const counted = (severity: string): number =>
    all.filter((diagnostic) => diagnostic.severity === severity).length;
  if (options.flag("json") || options.text("format") === "json") printJson(context, { skills });
  else if (options.text("format") === "sarif")
    out(
      sarif.render(
        {
          files: skills.map(({ path, diagnostics }) => ({ path: `${path}/SKILL.md`, diagnostics })),
          errors: counted("error"),
          warnings: counted("warning"),
          infos: 0,
          fixable: 0,
        },
        { version, codes: [], readText: () => undefined, paint, columns: 80 },
      ),
    );
  else {
    for (const { severity, message, code } of all)
      out(`${oneLine(`${severity} ${message}`)} ${code}\n`);
    out(
      `${count(skills.length, "skill")}, ${count(counted("error"), "error")}, ${count(counted("warning"), "warning")}\n`,
    );
  }
}
