import {
  copyWithoutLinks,
  errorCode,
  failure,
  fileExists,
  isInside,
  joinPath,
  joinShown,
  listFolder,
  parentOf,
  realPath,
  reasonOf,
  resolvePath,
  showPath,
  takeStamp,
  withoutInterruption,
  refuseLinks,
  writeWithoutLinks,
} from "../../platform/index.ts";
import type { LocalConverter, OutputPlan } from "../convert/output-plan.ts";
import { fail } from "../errors.ts";
import { isSkillPath } from "./inputs.ts";

export const localConverting: LocalConverter = { plan: planOutput, write: writePlans };

async function writePlans(
  plans: readonly OutputPlan[],
  { isForced, isDryRun }: Parameters<LocalConverter["write"]>[1],
): Promise<readonly string[]> {
  const clash = findClash(plans);
  if (clash !== undefined)
    throw failure(
      "cli/usage",
      `Two skills would be written to the folder \`${showPath(clash)}\`.`,
      { hint: "Convert them one at a time, each with its own `--out`." },
    );
  for (const { folder, texts, copies } of plans)
    for (const path of [...texts.keys(), ...copies])
      refuseLinks(joinPath(folder, path), parentOf(folder));
  const [existing, ...others] = findExisting(plans);
  if (existing !== undefined && !isForced && !isDryRun)
    throw fail("app/outputs-exist", { count: others.length + 1 }, { file: existing });
  if (!isDryRun) await withoutInterruption(() => plans.forEach(writePlan));
  return plans.flatMap(({ folder, texts, copies }) =>
    [...texts.keys(), ...copies].map((path) => joinShown(showPath(folder), path)),
  );
}

function writePlan(plan: OutputPlan): void {
  try {
    writeOutput(plan);
  } catch (error) {
    if (errorCode(error) === "") throw error;
    throw failure("cli/unwritable", `The skill cannot be written: ${reasonOf(error)}.`, {
      file: showPath(plan.folder),
      hint: "Files that were written before this one are complete.",
      cause: error,
    });
  }
}

/** Decides what is written for a skill; nothing is written yet. */
function planOutput(
  skill: Parameters<LocalConverter["plan"]>[0],
  name = "skill",
  out: string,
): OutputPlan {
  const sourceFolder = parentOf(skill.path);
  const texts = new Map([["SKILL.md", skill.text], ...Object.entries(skill.files)]);
  if (isInside(resolvePath(out), resolvePath(sourceFolder)))
    throw failure(
      "cli/usage",
      `The output folder \`${out}\` is inside the skill \`${name}\`; choose one outside.`,
    );
  const copies: string[] = [];
  const left: { path: string; reason: string }[] = [];
  const entries = listFolder(sourceFolder);
  const nested = entries
    .filter(({ path }) => path.includes("/") && isSkillPath(path))
    .map(({ path }) => `${path.slice(0, path.lastIndexOf("/"))}/`);
  for (const { path, isLink } of entries) {
    if (isSkillPath(path) || texts.has(path)) continue;
    // A skill inside of this one is converted on its own.
    if (nested.some((folder) => path.startsWith(folder))) continue;
    if (/(?:^|\/)(?:node_modules|\.git)\//.test(path)) continue;
    if (isLink) left.push({ path, reason: "it is a link" });
    else copies.push(path);
  }
  const folder = joinPath(out, folderFor(skill.name) ?? name);
  const place = joinShown(showPath(folder), "SKILL.md");
  const bytes = addUp([
    ...[...texts.values()].map((text) => Buffer.byteLength(text)),
    ...copies.map((path) => takeStamp(joinPath(sourceFolder, path))?.size ?? 0),
  ]);
  return { folder, place, texts, copies, sourceFolder, bytes, left };
}

function addUp(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Characters that some file system refuses or a shell takes for something else. */
const UNFIT = /^[.~-]|[\p{Cc}\p{Cs}\\/:*?"<>|]|^\s|[\s.]$/u;
const MAX_FOLDER_BYTES = 255;

/** The skill's name where it can be that of a folder. */
function folderFor(name: string | undefined): string | undefined {
  if (name === undefined || name === "" || UNFIT.test(name)) return undefined;
  return new TextEncoder().encode(name).length > MAX_FOLDER_BYTES ? undefined : name;
}

function findExisting(plans: readonly OutputPlan[]): readonly string[] {
  return plans.flatMap((plan) =>
    [...plan.texts.keys(), ...plan.copies]
      .filter((path) => fileExists(joinPath(plan.folder, path)))
      .map((path) => joinShown(showPath(plan.folder), path)),
  );
}

/** Two skills whose folders have one name would overwrite each other. */
function findClash(plans: readonly OutputPlan[]): string | undefined {
  const folders = plans.map((plan) => plan.folder);
  return folders.find((folder, index) => folders.indexOf(folder) !== index);
}

/** Writes a plan; each file whole or not at all. */
function writeOutput(plan: OutputPlan): void {
  for (const path of plan.copies) copyOne(plan, path);
  for (const [path, text] of plan.texts) {
    writeWithoutLinks(joinPath(plan.folder, path), text, { named: parentOf(plan.folder) });
  }
}

function copyOne(plan: OutputPlan, path: string): void {
  const from = joinPath(plan.sourceFolder, path);
  const to = joinPath(plan.folder, path);
  if (fileExists(to) && realPath(to) === realPath(from)) return;
  copyWithoutLinks(from, to, parentOf(plan.folder));
}
