import {
  findPlaceholders,
  type Fix,
  getKey,
  getPath,
  isList,
  isObject,
  type Path,
  type Span,
} from "../../../skill/index.ts";
import type { FileRule, RuleContext } from "../rule.ts";

/** A name in double braces as people write it, more widely than substitution reads it. */
const LOOKALIKE = /(?<![{$\\])\{\{([ \t]*)([\p{L}_][\p{L}\p{N}_.-]*)([ \t]*)\}\}(?!\})/gu;

export const placeholderUnused: FileRule = {
  code: "lint/placeholder-unused",
  title: "Every input is used, by a placeholder that is replaced.",
  severity: "warning",
  fixable: "unsafe",
  scope: "file",
  appliesTo: (dialect) => dialect.placeholders.includes("double-brace"),
  check(context) {
    const { body, skill, report } = context;
    const inputs = new Set((skill.template.inputs ?? []).map((input) => input.name));
    const used = new Set(findPlaceholders(body.text).map((placeholder) => placeholder.name));
    if (body.text.includes("{{"))
      for (const name of reportLookalikes(context, inputs)) used.add(name);
    for (const name of inputs) {
      if (used.has(name)) continue;
      report({
        path: inputPath(context, name),
        message: `The body does not use the input \`${name}\`: it has no \`{{${name}}}\`.`,
        hint: "Whoever runs the skill is asked for it in vain. Use it in the body, or remove it.",
      });
    }
  },
};

/** Reports what looks like a placeholder and is left as it stands; returns the inputs meant by it. */
function reportLookalikes(
  { body, report }: RuleContext,
  inputs: ReadonlySet<string>,
): readonly string[] {
  const meant: string[] = [];
  for (const match of body.text.matchAll(LOOKALIKE)) {
    const [whole, before, name = "", after] = match;
    const isReplaceable = /^[a-zA-Z0-9_-]+$/.test(name);
    if (isReplaceable && before === "" && after === "") continue;
    const start = body.start + match.index;
    const span = { start, end: start + whole.length };
    const message = `\`${whole}\` is not a placeholder: use letters, digits, \`_\` and \`-\` without blanks between the braces.`;
    if (inputs.has(name)) meant.push(name);
    if (!inputs.has(name))
      report({
        span,
        severity: "info",
        message,
        hint: "It stays as it stands when the skill runs.",
      });
    else if (isReplaceable)
      report({
        span,
        message,
        hint: `It is not replaced. Write \`{{${name}}}\`.`,
        fix: tighten(span, name),
      });
    else report({ span, message, hint: "It is not replaced. Rename the input." });
  }
  return meant;
}

function tighten(span: Span, name: string): Fix {
  const text = `{{${name}}}`;
  return { title: `Write \`${text}\``, safety: "unsafe", edits: [{ ...span, text }] };
}

/** Entries that the dialect skipped are still in the file, so the place is found by name. */
function inputPath({ reading, skill }: RuleContext, name: string): Path {
  const source = skill.sources["template.inputs"] ?? [];
  const written = getPath(reading.view, source);
  if (!isList(written)) return source;
  const index = written.findIndex((item) => isObject(item) && getKey(item, "name") === name);
  return index === -1 ? source : [...source, index, "name"];
}
