import { fixText } from "../../../check/index.ts";
import {
  type FoundFile,
  isInside,
  kindOf,
  parentOf,
  readBytes,
  realPath,
  reasonOf,
  writeFileAtomically,
} from "../../../platform/index.ts";
import { toLintInput } from "../../check/lint-input.ts";
import type {
  FixedFile,
  FixOptions,
  FixOutcome,
  LintRun,
  LintSettings,
  UnfixedFile,
} from "../../check/lint-run.ts";
import { toSkillSource } from "../skill-source.ts";

/** Applies the fixes of a report to its files, each written whole or not at all. */
export function fixFiles(
  { files, report }: LintRun,
  settings: LintSettings,
  options: FixOptions,
): FixOutcome {
  const fixed: FixedFile[] = [];
  const unfixed: UnfixedFile[] = [];
  const trees = options.trees.map(findTree);
  for (const [index, result] of report.files.entries()) {
    const file = files[index];
    const isFixable = result.diagnostics.some(
      ({ fix }) => fix !== undefined && (options.isUnsafe || fix.safety === "safe"),
    );
    if (file === undefined || !isFixable) continue;
    try {
      const outcome = fixFile(file, settings, options, trees);
      if (typeof outcome === "string")
        unfixed.push({ path: file.shown, reason: outcome, isFailure: false });
      else if (outcome !== undefined) fixed.push(outcome);
    } catch (error) {
      unfixed.push({ path: file.shown, reason: reasonOf(error), isFailure: true });
    }
  }
  return { fixed, unfixed };
}

/** The folder that an argument stands for, without links. */
function findTree(path: string): string {
  const real = realPath(path);
  return kindOf(real) === "folder" ? real : realPath(parentOf(path));
}

/** The fixed file, undefined where nothing changed, or why it must not be written. */
function fixFile(
  file: FoundFile,
  settings: LintSettings,
  options: FixOptions,
  trees: readonly string[],
): FixedFile | string | undefined {
  const bytes = readBytes(file.path);
  const before = Buffer.from(bytes).toString("utf8");
  // Decoding would have replaced what it could not read, and writing would make that loss last.
  if (Buffer.compare(Buffer.from(before, "utf8"), bytes) !== 0) return "it is not UTF-8 text";
  const { text, applied } = fixText(toLintInput(toSkillSource(file, bytes)), settings, {
    unsafe: options.isUnsafe,
  });
  if (text === before) return undefined;
  const target = realPath(file.path);
  if (!trees.some((tree) => isInside(target, tree)))
    return `it links to ${target}, outside of the folders that were named`;
  if (!options.isDryRun) writeFileAtomically(target, text);
  return { path: file.shown, before, after: text, applied };
}
