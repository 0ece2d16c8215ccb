import {
  copyFile,
  failure,
  fileExists,
  type FoundFile,
  isInside,
  joinPath,
  joinShown,
  listFolder,
  makeFolder,
  parentOf,
  realPath,
  resolvePath,
  showPath,
  writeFileAtomically,
} from "../../platform/index.ts";
import type { Conversion } from "../../skill/convert/index.ts";
import { folderNameOf, isSkillPath } from "../../app/machine/inputs.ts";

/** Everything that one converted skill brings into the new folder. */
export interface OutputPlan {
  readonly folder: string;
  /** Texts that the conversion made, by their paths in the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files that are copied as they are, by their paths in both folders. */
  readonly copies: readonly string[];
  readonly sourceFolder: string;
  /** What stays behind, and why. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

/** Decides what is written for a skill; nothing is written yet. */
export function planOutput(file: FoundFile, conversion: Conversion, out: string): OutputPlan {
  if (file.path === "")
    throw failure("cli/usage", "`--out` cannot be used with standard input, which has no folder.", {
      hint: "Name the skill's file with `--stdin-path`, or leave `--out` out.",
    });
  const sourceFolder = parentOf(file.path);
  const name = folderNameOf(file) ?? "skill";
  const texts = new Map([["SKILL.md", conversion.text]]);
  for (const [path, text] of Object.entries(conversion.files ?? {})) texts.set(path, text);
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
  const folder = joinPath(out, folderFor(conversion.name) ?? name);
  return { folder, texts, copies, sourceFolder, left };
}

/** Characters that some file system refuses or a shell takes for something else. */
const UNFIT = /^[.~-]|[\p{Cc}\p{Cs}\\/:*?"<>|]|^\s|[\s.]$/u;
const MAX_FOLDER_BYTES = 255;

/** The skill's name where it can be that of a folder. */
function folderFor(name: string | undefined): string | undefined {
  if (name === undefined || name === "" || UNFIT.test(name)) return undefined;
  return new TextEncoder().encode(name).length > MAX_FOLDER_BYTES ? undefined : name;
}

/** Where the text of a plan will lie, as it is shown. */
export function placeOf(plan: OutputPlan): string {
  return joinShown(showPath(plan.folder), "SKILL.md");
}

/** Paths of the plans that exist already. */
export function findExisting(plans: readonly OutputPlan[]): readonly string[] {
  return plans.flatMap((plan) =>
    [...plan.texts.keys(), ...plan.copies]
      .filter((path) => fileExists(joinPath(plan.folder, path)))
      .map((path) => joinShown(showPath(plan.folder), path)),
  );
}

/** Two skills whose folders have one name would overwrite each other. */
export function findClash(plans: readonly OutputPlan[]): string | undefined {
  const folders = plans.map((plan) => plan.folder);
  return folders.find((folder, index) => folders.indexOf(folder) !== index);
}

/** Writes a plan; each file whole or not at all. */
export function writeOutput(plan: OutputPlan): void {
  makeFolder(plan.folder);
  for (const path of plan.copies) copyOne(plan, path);
  for (const [path, text] of plan.texts) {
    const target = joinPath(plan.folder, path);
    makeFolder(parentOf(target));
    writeFileAtomically(target, text);
  }
}

function copyOne(plan: OutputPlan, path: string): void {
  const from = joinPath(plan.sourceFolder, path);
  const to = joinPath(plan.folder, path);
  if (fileExists(to) && realPath(to) === realPath(from)) return;
  copyFile(from, to);
}
