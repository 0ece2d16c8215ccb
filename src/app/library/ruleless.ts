/** Systems that say how a skill is written, and not which machine or agent has it. */
import { failure } from "../../platform/index.ts";
import { type Dialect, dialects, type SkillError } from "../../skill/index.ts";

/** Which rules hold where the system says nothing of machines and settings. */
export function describeRuleless({ gating, title }: Dialect): { readonly note?: string } {
  if (gating !== undefined) return {};
  const note = `${title} says nothing of machines and settings: a file that it reads and finds valid is loaded.`;
  return { note };
}

export function noFolders({ title }: Dialect): SkillError {
  const known = dialects.filter(({ homes }) => homes !== undefined).map(({ id }) => id);
  return failure("cli/usage", `${title} has no usual folder for skills.`, {
    hint: `Name a folder with \`--root\`, or after \`list\`. Systems with usual folders: ${known.join(", ")}.`,
  });
}

/** For a system that has no list of skills in the prompt. */
export function noList({ title }: Dialect): SkillError {
  const known = dialects.filter(({ listing }) => listing !== undefined).map(({ id }) => id);
  return failure(
    "cli/usage",
    `${title} does not list skills for the model, so there is no prompt to show.`,
    { hint: `Systems that do: ${known.join(", ")}.` },
  );
}
