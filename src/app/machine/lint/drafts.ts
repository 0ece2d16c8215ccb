/** Linting a skill while it is edited: its text is in an editor, the other files are in its folder. */
import { createLinter, fixText, type Linter } from "../../../check/index.ts";
import type { FoundFile } from "../../../platform/index.ts";
import { toLintInput } from "../../check/lint-input.ts";
import type { LintRun, LintSettings } from "../../check/lint-run.ts";
import { toSkillSource } from "../skill-source.ts";

export { chooseDialect } from "../../../skill/index.ts";

/** The linter of a folder, with the settings of the nearest configuration above it. */
export interface FolderRules {
  readonly settings: LintSettings;
  readonly linter: Linter;
}

export function createRules(settings: LintSettings): FolderRules {
  return { settings, linter: createLinter(settings) };
}

export function lintDraft(linter: Linter, file: FoundFile, text: string): LintRun {
  const isIgnored = linter.isIgnored(file.shown);
  const results = isIgnored ? [] : [linter.lintFile(toLintInput(toSkillSource(file, text)))];
  const own = new Map([[file.shown, text]]);
  return {
    report: linter.finish(results),
    files: isIgnored ? [] : [file],
    skipped: [],
    // What was never saved is in no folder, so there is nothing beside it.
    ...(file.path === "" ? { texts: own } : { drafts: own }),
  };
}

/** The text after all fixes that keep the meaning. */
export function fixDraft(file: FoundFile, text: string, settings: LintSettings): string {
  return fixText(toLintInput(toSkillSource(file, text)), settings).text;
}
