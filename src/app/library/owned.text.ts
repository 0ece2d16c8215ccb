/** The skills of one agent under the rules of one system, as `list --as` tells of them. */
import type { HostGap, MissingRequirements } from "../../library/gate/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { oneLine } from "../../skill/model/index.ts";
import { count, type Screen } from "../text.ts";
import type { WithConfirmation } from "./confirmed.ts";
import { renderProblem } from "./render-problem.ts";

export interface OwnedSkill {
  readonly name?: string;
  readonly description?: string;
  readonly source: string;
  /** As the system names it, and where it lies on this machine. */
  readonly path: string;
  readonly file: string;
  readonly isEligible: boolean;
  readonly isOfferedToModel: boolean;
  readonly hosts: readonly string[];
  readonly reasons: readonly {
    readonly code: string;
    /** Programs, variables or settings that are missing. */
    readonly names?: readonly string[];
    readonly say: string;
  }[];
  /** Names that this machine lacks, by list of requirements. */
  readonly missing?: MissingRequirements;
  /** What each connected host lacks, where none of them has everything. */
  readonly missingOn?: readonly HostGap[];
}

export interface OwnedList extends Partial<WithConfirmation> {
  readonly dialect: string;
  readonly evidence?: string;
  readonly agent: string;
  /** The release that is modelled, of a coding agent. */
  readonly version?: string;
  readonly note?: string;
  readonly skills: readonly OwnedSkill[];
  readonly problems: readonly Diagnostic[];
}

export function renderOwned(skills: readonly OwnedSkill[], screen: Screen): string {
  const { style, displayPath, shortenPaths } = screen;
  const lines = skills.flatMap((skill) => {
    const mark = skill.isEligible ? style("green", "✓") : style("red", "✗");
    // What cannot be read is called by its folder.
    const name = style("bold", oneLine(skill.name ?? skill.file.split(/[\\/]/u).at(-2) ?? ""));
    const path = style("dim", oneLine(displayPath(skill.file)));
    return [
      `${mark} ${name} ${style("cyan", skill.source)} ${path}`,
      ...skill.reasons.map(({ say }) => `    ${oneLine(shortenPaths(say))}`),
    ];
  });
  const loaded = skills.filter(({ isEligible }) => isEligible).length;
  const summary = style("bold", `${count(skills.length, "file")}, ${loaded} loaded`);
  return `${[...lines, ...(lines.length === 0 ? [] : [""]), summary].join("\n")}\n`;
}

/** Each once. */
export function renderProblems(problems: readonly Diagnostic[], screen: Screen): string {
  const lines = problems.flatMap((problem) => renderProblem(problem, screen));
  return [...new Set(lines)].map((line) => `${line.replace(/^ {2}/u, "")}\n`).join("");
}
