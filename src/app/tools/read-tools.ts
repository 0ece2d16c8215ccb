/** Skills with their tools, as far as they can be known without running anything. */
import { readInlineTools, type SkillTools } from "../../run/tools/index.ts";
import { decodeText, SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { fail } from "../errors.ts";
import type { InlineFile, InlineSkill, SkillRef } from "../fields.ts";
import type { LocalTools } from "./local-tools.ts";

interface ToolSelection {
  readonly skills: readonly SkillRef[];
  readonly root: readonly string[];
}

export interface ReadTools {
  readonly skills: readonly SkillTools[];
  /** Where they are of the computer of the caller. */
  readonly here?: LocalTools;
}

/** The skills that were sent along, or those that the caller's computer has under the names. */
export async function readTools(
  { files }: Context,
  { skills, root }: ToolSelection,
): Promise<ReadTools> {
  const sent = skills.filter((ref) => typeof ref !== "string");
  const words = skills.filter((ref) => typeof ref === "string");
  if (sent.length > 0 || files === undefined) {
    const [ref] = words;
    if (ref !== undefined) throw fail("app/inline-only", { ref });
    const read: SkillTools[] = [];
    for (const skill of sent) read.push(await readSent(skill));
    return { skills: read };
  }
  return await refusing(async () => {
    const here = await files.tools(words, root);
    return { skills: await here.read(), here };
  });
}

async function readSent({ path, text, bytes, files = [] }: InlineSkill): Promise<SkillTools> {
  const byName = new Map(
    files.map((file): [string, InlineFile] =>
      typeof file === "string" ? [file, { path: file }] : [file.path, file],
    ),
  );
  return await readInlineTools(bytes ?? text, path === "" ? "SKILL.md" : path, {
    has: (name) => byName.has(name),
    read: (name) => {
      const content = toBase64(byName.get(name));
      if (content !== undefined) return { path: name, text: content };
      return {
        message: `The content of \`${name}\` is missing.`,
        hint: "Send it along with the skill.",
      };
    },
  });
}

function toBase64(file: InlineFile | undefined): string | undefined {
  if (file === undefined) return undefined;
  const { text, base64, bytes } = file;
  if (bytes !== undefined) return decodeText(bytes).text;
  return base64 === undefined ? text : decodeText(Buffer.from(base64, "base64")).text;
}

const REFUSALS = /^(?:tools|sandbox|grants?|registry)\//u;

/** Whether a failure belongs to a skill, and not to the call. */
export function isRefusal(error: unknown): error is SkillError {
  return SkillError.isInstance(error) && REFUSALS.test(error.diagnostic.code);
}

/** What belongs to a skill is a finding, which ends a command with 1. */
export async function refusing<Result>(
  work: () => Promise<Result>,
  isFinding: (error: SkillError) => boolean = () => true,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error) || !isFinding(error)) throw error;
    throw new SkillError(error.diagnostic, { exit: 1 });
  }
}

/** Those of them that have tools, or say so. */
export function withTools(skills: readonly SkillTools[]): readonly SkillTools[] {
  return skills.filter(
    ({ module, skill, diagnostics }) =>
      module !== undefined || (skill.tools.declared ?? []).length > 0 || diagnostics.length > 0,
  );
}

export function isLoadable({ diagnostics }: SkillTools): boolean {
  return diagnostics.every(({ severity }) => severity !== "error");
}
