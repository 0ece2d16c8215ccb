/** What is wrong with the skills of a library together, by what is written in an editor where a file is open. */
import { collectionCodes, createLinter, type FileResult } from "../../../check/index.ts";
import {
  type ListedSkill,
  findInLists,
  type PromptSkill,
  findPlainLists,
} from "../../../library/prompt/index.ts";
import type { FoundFile } from "../../../platform/index.ts";
import type { Diagnostic } from "../../../skill/index.ts";
import { toLintInput } from "../../check/lint-input.ts";
import type { LintSettings } from "../../check/lint-run.ts";
import { toSkillSource } from "../skill-source.ts";
import { createFileLinter } from "./source.ts";

/** Off on the command line until a configuration turns it on; in an editor it is always on. */
const COLLISION = "lint/skill-collision";
const LIST_BUDGET = "library/list-budget";

/** Findings by the shown path of each skill: clashes, collisions, and lists that have no room for it. */
export function checkLibrary(
  files: readonly FoundFile[],
  settings: LintSettings,
  openText: (path: string) => string | undefined,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const results = lintLibrary(files, settings, openText);
  const codes = collectionCodes();
  const cut = findCutSkills(results);
  return new Map(
    results.map(({ path, diagnostics }) => [
      path,
      [...diagnostics.filter(({ code }) => codes.has(code)), ...(cut.get(path) ?? [])],
    ]),
  );
}

function lintLibrary(
  files: readonly FoundFile[],
  { config, ...settings }: LintSettings,
  openText: (path: string) => string | undefined,
): readonly FileResult[] {
  const rules = { [COLLISION]: "info", ...config?.rules } as const;
  const linter = createLinter({ ...settings, config: { ...config, rules } });
  const read = createFileLinter(linter, false);
  const results = files
    .filter(({ shown }) => !linter.isIgnored(shown))
    .map((file) => {
      const text = openText(file.path);
      if (text === undefined) return read(file).result;
      return linter.lintFile(toLintInput(toSkillSource(file, text)));
    });
  return linter.finish(results).files;
}

/** By the shown path of each skill: which systems drop or shorten it, with the limits that they have by default. */
function findCutSkills(results: readonly FileResult[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const [root, group] of Map.groupBy(results, ({ facts }) => facts.root)) {
    const skills = listable(group);
    for (const { dialect, prompt } of findPlainLists(skills)) {
      const { title } = dialect;
      const add = (path: string | undefined, what: string): void => {
        const owner = group.find((one) => one.path === path);
        if (owner === undefined) return;
        const range = owner.ranges[0];
        const diagnostic: Diagnostic = {
          code: LIST_BUDGET,
          severity: "info",
          message: `In a list of the ${skills.length} skills of \`${root === "" ? "this folder" : root}\`, ${title} ${what}.`,
          hint: "Shorten descriptions, or keep fewer skills in one place. `skillwright prompt --explain` shows what each of them takes.",
          file: owner.path,
          ...(range === undefined ? {} : { range }),
        };
        found.set(owner.path, [...(found.get(owner.path) ?? []), diagnostic]);
      };
      // What one skill alone has too much of is for `lint/description-cut` to say.
      for (const { skill, shown } of prompt.shortened)
        if (shown === 0) add(skill.path, "shows its name alone");
      for (const { skill } of prompt.cut) add(skill.path, "leaves it out");
    }
  }
  return found;
}

function listable(results: readonly FileResult[]): readonly PromptSkill[] {
  return results.flatMap(({ path, name, description }) =>
    name === undefined || description === undefined
      ? []
      : [{ name, description, location: path, path }],
  );
}

/** How a skill stands in lists of all skills of its folder of skills. */
export function findListed(
  files: readonly FoundFile[],
  settings: LintSettings,
  openText: (path: string) => string | undefined,
  shown: string,
): { readonly total: number; readonly lists: readonly ListedSkill[] } {
  const results = lintLibrary(files, settings, openText);
  const root = results.find(({ path }) => path === shown)?.facts.root;
  const skills = listable(results.filter(({ facts }) => facts.root === root));
  return { total: skills.length, lists: findInLists(skills, shown) };
}
