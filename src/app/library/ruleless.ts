/** Systems that say how a skill is written, and not which machine or agent has it. */
import { failure } from "../../platform/index.ts";
import { type Dialect, dialects, type SkillError } from "../../skill/index.ts";

/** Which rules hold where the system says nothing of machines and settings. */
export function noteOf({ gating, title }: Dialect): { readonly note?: string } {
  if (gating !== undefined) return {};
  const note = `${title} says nothing of machines and settings: a file that it reads and finds valid is loaded.`;
  return { note };
}

export function noFolders({ title }: Dialect): SkillError {
  const known = dialects.filter(({ homes }) => homes !== undefined).map(({ id }) => id);
  return failure(
    "cli/usage",
    `Unexpected lack of a folder for ${title}, expected its skills to be pointed at.`,
    {
      hint: `Name a folder with \`--root\`, or after \`list\`. Usual folders are known of ${known.join(", ")}.`,
    },
  );
}

/** For a system that has no list of skills in the prompt. */
export function noList({ title }: Dialect): SkillError {
  const known = dialects.filter(({ listing }) => listing !== undefined).map(({ id }) => id);
  return failure(
    "cli/usage",
    `Unexpected prompt of ${title}, expected a system that lists skills for the model.`,
    { hint: `Those are ${known.join(", ")}.` },
  );
}
