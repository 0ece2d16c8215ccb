import {
  type Document,
  type Fix,
  getKey,
  getPath,
  isObject,
  type JsonObject,
  type Path,
  formatPath,
  setPath,
} from "../../../skill/index.ts";
import { rewriteFrontmatter } from "../../../skill/text/rewrite.ts";
import { editTo, isEditable, valueSpan } from "../edits.ts";
import type { FileRule, RuleContext } from "../rule.ts";
import { fillNamespace } from "../vocabulary.ts";

export const fieldMisplaced: FileRule = {
  code: "lint/field-misplaced",
  title: "Fields stand where the system looks for them.",
  severity: "warning",
  fixable: "unsafe",
  appliesTo: (dialect) => (dialect.misplacements ?? []).length > 0,
  scope: "file",
  check: (context) => {
    const { dialect, reading } = context;
    for (const { from, to, why } of dialect.misplacements ?? []) {
      if (!Object.hasOwn(reading.view, String(from[0]))) continue;
      const source = fillNamespace(from, reading);
      if (getPath(reading.view, source) === undefined) continue;
      const target = fillNamespace(to, reading);
      const isThere = getPath(reading.view, target) !== undefined;
      const fix = isThere ? undefined : move(context, source, target);
      context.report({
        message: `\`${formatPath(source)}\` is in the wrong place; write \`${formatPath(target)}\`.`,
        hint: isThere ? `${why} Remove it, since \`${formatPath(target)}\` is there.` : why,
        path: source,
        at: "key",
        ...(fix === undefined ? {} : { fix }),
      });
    }
  },
};

/** Only where both places are plain maps of the file: text that holds JSON is left to a person. */
function move({ document, dialect }: RuleContext, from: Path, to: Path): Fix | undefined {
  const value = getPath(document.frontmatter, from);
  if (!isEditable(document) || value === undefined || !isOpen(document.frontmatter, to))
    return undefined;
  const desired = setPath(without(document.frontmatter, from), to, value);
  const { allowsFlow } = dialect;
  // What the author wrote as a block stays one, also where the system prefers JSON.
  const jsonKeys = dialect.jsonKeys.filter((key) => !isBlock(document, key));
  const text = rewriteFrontmatter(document, desired, { allowsFlow, jsonKeys });
  const edit = editTo(document.text, text);
  const title = `Move it to \`${formatPath(to)}\``;
  return edit && { title, safety: "unsafe", edits: [edit] };
}

function isBlock(document: Document, key: string): boolean {
  const span = valueSpan(document, [key]);
  return span !== undefined && !/[{[]/.test(document.text[span.start] ?? "");
}

function isOpen(frontmatter: JsonObject, path: Path): boolean {
  return path.slice(0, -1).every((_step, index) => {
    const value = getPath(frontmatter, path.slice(0, index + 1));
    return value === undefined || isObject(value);
  });
}

function without(root: JsonObject, path: Path): JsonObject {
  const [head, ...rest] = path;
  const child = getKey(root, String(head));
  const kept = Object.entries(root).filter(([key]) => key !== String(head));
  if (rest.length === 0 || !isObject(child)) return Object.fromEntries(kept);
  const next = without(child, rest);
  return Object.fromEntries(
    Object.entries(root).map(([key, value]) => [key, key === String(head) ? next : value]),
  );
}
