/** Why an agent does not load a file, and what to do about it: what several agents have in common. */
import { joinPath, lastPart, parentOf } from "../../platform/index.ts";
import type { DroppedFile, IgnoredSettings } from "./agent.ts";

export type Cause = Omit<DroppedFile, "path" | "source">;

export const unopened: Cause = {
  reason: "The file cannot be opened.",
  fix: "Make the file readable for the user who starts the agent.",
};

export const notUtf8: Cause = {
  reason: "The file is not UTF-8 text.",
  fix: "Save the file as UTF-8.",
};

export const noFrontmatter: Cause = {
  reason: "The file has no frontmatter between two lines of `---`.",
  fix: "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.",
};

export const strayMark: Cause = {
  reason: "A byte order mark stands before the first field.",
  fix: "Remove the byte order mark: save the file as UTF-8 without one.",
};

export const noFields: Cause = {
  reason: "The frontmatter is not a list of fields.",
  fix: "Write one `field: value` on each line of the frontmatter.",
};

export const wrongFileName: Cause = {
  code: "wrong-file-name",
  reason: "The file is not named `SKILL.md`.",
  fix: "Rename the file to `SKILL.md`.",
};

export const notInFolder: Cause = {
  code: "wrong-file-name",
  reason: "A skill is a folder with a SKILL.md in it.",
  fix: "Make a folder for it, and move the file there as `SKILL.md`.",
};

/** A skill in a folder of folders; `root` is where it would be found. */
export function tooDeep(title: string, path: string, root: string): Cause {
  return {
    code: "not-scanned",
    reason: `${title} looks one folder deep only.`,
    fix: `Move the folder of the skill to ${joinPath(root, lastPart(parentOf(path)))}.`,
  };
}

export function missing(field: string): Cause {
  return {
    reason: `The frontmatter has no \`${field}\`.`,
    fix: `Add \`${field}\` to the frontmatter.`,
  };
}

export function notText(field: string): Cause {
  return { reason: `\`${field}\` is not text.`, fix: `Put the value of \`${field}\` in quotes.` };
}

export const notMap: Cause = {
  reason: "`metadata` is not a map.",
  fix: "Write `metadata` as indented lines of `key: value`.",
};

export function twice(field: string): Cause {
  return { reason: `The field \`${field}\` occurs twice.`, fix: "Remove one of the two lines." };
}

export function unreadable(reason: string, place?: Pick<DroppedFile, "line" | "column">): Cause {
  return {
    reason,
    fix: "Put values with a colon or a special character in quotes; `skillwright lint --fix` does it.",
    ...place,
  };
}

export function tooLong(what: string, max: number): Cause {
  return {
    reason: `The ${what} is longer than ${max} characters.`,
    fix: `Shorten the ${what} to ${max} characters.`,
  };
}

export function tooLarge(reason: string): Cause {
  return { code: "too-large", reason, fix: "Move parts of it into files beside it." };
}

/** Another file of the same name counts. */
export function takenBy(
  winner: string,
  reason = `The name belongs to ${winner}, which comes first.`,
): Cause {
  return {
    code: "shadowed",
    reason,
    winner,
    fix: "Give one of the two another name, or remove the one that is not wanted.",
  };
}

export function switchedOff(reason: string, fix: string): Cause {
  return { code: "disabled-by-config", reason, fix };
}

/** Settings that end the program before it looks for skills. */
export function notStarting(title: string, command: string, failure: string): Cause {
  return switchedOff(
    `${title} does not start: ${failure}`,
    `Correct that file; \`${command}\` itself names the place.`,
  );
}

export function ignoredFile(title: string, file: string, format: string): IgnoredSettings {
  return {
    file,
    reason: `${title} passes over ${file}, which is not ${format}: nothing in it counts.`,
    fix: "Correct the file; an editor that knows the format shows the place.",
  };
}

/** What keeps a skill that is loaded from the model, or a part of it. */
export interface Hidden {
  readonly why: string;
  readonly fix: string;
}

export const notForModel: Hidden = {
  why: "`disable-model-invocation` keeps it from the model.",
  fix: "Remove `disable-model-invocation` where the model is to choose the skill itself.",
};

const SHORTEN = "Shorten the descriptions, or switch off skills that are not needed here.";

export function listFull(why: string): Hidden {
  return { why, fix: SHORTEN };
}

export function cutShort(agent: string, kept: number, of: number, max: number): Hidden {
  return {
    why: `${agent} shows ${kept} of the ${of} characters of the description, and at most ${max.toLocaleString("en")}.`,
    fix: `Say what matters in the first ${max.toLocaleString("en")} characters.`,
  };
}
