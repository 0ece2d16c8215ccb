import { getPath, isList, type Path } from "../../../skill/index.ts";
import type { FileRule, RuleContext } from "../rule.ts";
import { relativeTarget } from "../targets.ts";

const TOOL_MODULES = ["tools.py", "tools.ts", "tools.js"];

export const referenceMissing: FileRule = {
  code: "lint/reference-missing",
  title: "Files that the frontmatter declares are there.",
  severity: "error",
  scope: "file",
  appliesTo: (dialect) =>
    dialect.fields.some(
      ({ facet }) => facet === "relations.references" || facet === "tools.declared",
    ),
  check(context) {
    const { files } = context;
    if (files === undefined) return;
    checkReferences(context, (path) => files.has(path));
    checkTools(context, (path) => files.has(path));
  },
};

function checkReferences(context: RuleContext, has: (path: string) => boolean): void {
  const { references } = context.skill.relations;
  const source = context.skill.sources["relations.references"];
  if (references === undefined || source === undefined) return;
  const isOrdered = isList(getPath(context.reading.view, source));
  for (const [index, reference] of references.entries()) {
    const path = [...source, isOrdered ? index : reference.id];
    const target = relativeTarget(reference.path);
    if (isRefused(context, path)) continue;
    if (target !== undefined && !target.leavesFolder && has(target.path)) continue;
    const isInside = target !== undefined && !target.leavesFolder;
    context.report({
      path: [...path, "path"],
      message: isInside
        ? `The reference \`${reference.id}\` leads to \`${target.path}\`, which is no file of the skill.`
        : `The reference \`${reference.id}\` leads to \`${reference.path}\`, outside of the skill's folder.`,
      hint: isInside
        ? "Add the file, or correct or remove the reference."
        : "Copy the file below `references/` and name it from there.",
    });
  }
}

/** The dialect found something wrong with this reference already. */
function isRefused(context: RuleContext, path: Path): boolean {
  return context.violations.some((violation) =>
    path.every((step, index) => violation.path[index] === step),
  );
}

function checkTools({ skill, report }: RuleContext, has: (path: string) => boolean): void {
  const declared = skill.tools.declared ?? [];
  if (declared.length === 0 || TOOL_MODULES.some((name) => has(name))) return;
  report({
    path: skill.sources["tools.declared"] ?? [],
    at: "key",
    severity: "warning",
    message:
      "The skill declares tools, but has no `tools.py`, `tools.ts` or `tools.js` beside the file.",
    hint: "Add the module that implements the tools, or remove them from the frontmatter.",
  });
}
