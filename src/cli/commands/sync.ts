import { failure, kindOf, lastPart, resolvePath, oneLine } from "../../platform/index.ts";
import { type RegistryClient, type SyncedSkill, syncSkill } from "../../registry/index.ts";
import { skillFoldersIn } from "../../registry/sources/index.ts";
import { SkillError } from "../../skill/index.ts";
import { type Context, FINDINGS, FINE, printJson } from "../context.ts";
import { shortPath } from "../library/show-path.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { progressOf } from "../registry/progress.ts";
import { publishOptionsOf } from "../registry/publish-options.ts";
import { registryClientOf } from "../registry/share.ts";

/** Publishes what is new or has changed among the skills of folders. */
export function run(context: Context): Promise<number> {
  const isAll = context.options.flag("all");
  if (isAll === context.arguments.length > 0)
    throw failure("cli/usage", "`sync` takes either skill names or `--all`.");
  return refusingKnown(context, async () => {
    const folders = foldersOf(context, isAll);
    const client = registryClientOf(context);
    const progress = progressOf(context, "Comparing");
    const synced: SyncedSkill[] = [];
    for (const [index, folder] of folders.entries()) {
      synced.push(await syncOne(folder, client, context));
      progress.onProgress(index + 1, folders.length);
    }
    progress.end();
    const isDryRun = context.options.flag("dry-run");
    if (context.options.flag("json")) printJson(context, { skills: synced, isDryRun });
    else if (synced.length === 0)
      context.out(
        `There is no skill in ${rootsOf(context)
          .map((root) => shortPath(root, context))
          .join(", ")}.\n`,
      );
    else for (const skill of synced) context.out(`${oneLine(lineOf(skill, isDryRun))}\n`);
    return synced.some(({ done }) => done === "failed") ? FINDINGS : FINE;
  });
}

function rootsOf(context: Context): readonly string[] {
  const given = context.options.texts("root");
  return (given.length === 0 ? ["skills"] : given).map((root) => resolvePath(context.folder, root));
}

function foldersOf(context: Context, isAll: boolean): readonly string[] {
  const roots = rootsOf(context);
  const missing = roots.find((root) => kindOf(root) !== "folder");
  if (missing !== undefined)
    throw failure("cli/no-such-path", "The folder of skills does not exist.", {
      file: missing,
    });
  const folders = [...new Set(roots.flatMap(skillFoldersIn))];
  return isAll
    ? folders
    : context.arguments.map((name) => {
        const folder = folders.find((path) => lastPart(path) === name);
        if (folder !== undefined) return folder;
        throw failure("cli/usage", `No skill \`${name}\` in the folders searched.`);
      });
}

/** What is wrong with one skill keeps no other from being published. */
async function syncOne(
  folder: string,
  client: RegistryClient,
  context: Context,
): Promise<SyncedSkill> {
  const bump = context.options.text("bump");
  try {
    return await syncSkill(folder, client, {
      ...publishOptionsOf(context),
      ...(bump === "minor" || bump === "major" ? { bump } : {}),
    });
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return { name: lastPart(folder), folder, done: "failed", reason: error.message };
  }
}

function lineOf({ name, version = "", done, reason = "" }: SyncedSkill, isDryRun: boolean): string {
  if (done === "failed") return `failed     ${name}: ${reason}`;
  const word = done === "published" ? (isDryRun ? "would publish" : "published") : "unchanged";
  return `${word.padEnd(10)} ${name} ${version}`.trimEnd();
}
