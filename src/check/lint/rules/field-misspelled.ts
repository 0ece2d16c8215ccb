import { type Fix, formatPath, getPath, type Path } from "../../../skill/index.ts";
import { renameKey } from "../edits.ts";
import type { FileRule, RuleContext } from "../rule.ts";
import {
  fillNamespace,
  findForeignMisspellings,
  findMisspellings,
  type Misspelling,
  formatReaders,
} from "../vocabulary.ts";

/** No system says a word about a key it does not know; the setting is simply lost. */
export const fieldMisspelled: FileRule = {
  code: "lint/field-misspelled",
  title: "Keys are spelled as the dialect reads them.",
  severity: "warning",
  fixable: "safe",
  scope: "file",
  check: (context) => {
    const { reading, isAskedFor } = context;
    const found = findMisspellings(reading);
    const foreign = isAskedFor ? [] : findForeignMisspellings(reading);
    for (const misspelling of [...found, ...foreign]) report(misspelling, context);
  },
};

function report(misspelling: Misspelling, context: RuleContext): void {
  const { path, right, isRightAbsent, readBy } = misspelling;
  const { dialect, isAskedFor } = context;
  const isRefused = dialect.unknownKeys === "refused" && path.length === 1 && isAskedFor;
  const isMissed = isRightAbsent && isRequired([...path.slice(0, -1), right], context);
  const readers = readBy ?? [dialect.title];
  const fix = buildFix(misspelling, context);
  context.report({
    message: `The key \`${String(path.at(-1))}\` is misspelled; write \`${right}\`.`,
    hint: isRightAbsent
      ? `Did you mean \`${right}\`? ${formatReaders(readers)} only that spelling.`
      : `Remove it: \`${right}\` is there as well, and only that one is read.`,
    path,
    at: "key",
    ...(isRefused || isMissed ? { severity: "error" } : {}),
    ...(fix === undefined ? {} : { fix }),
  });
}

/** Then the misspelling is why the system refuses the skill. */
function isRequired(path: Path, { dialect, reading }: RuleContext): boolean {
  return dialect.fields.some(
    (field) =>
      field.isRequired === true &&
      field.severity !== "warning" &&
      formatPath(fillNamespace(field.path, reading)) === formatPath(path),
  );
}

function buildFix(misspelling: Misspelling, context: RuleContext): Fix | undefined {
  const { path, right, isRightAbsent, isNear } = misspelling;
  const edits = isRightAbsent ? renameKey(context.document, path, right) : undefined;
  // A key without a value says nothing, and under its right name it may be one that has to say something.
  const says = (getPath(context.document.frontmatter, path) ?? null) !== null;
  const safety = isNear && says ? "safe" : "unsafe";
  return edits && { title: `Rename the key to \`${right}\``, safety, edits };
}
