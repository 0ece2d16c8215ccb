import {
  type Description,
  type Dialect,
  type Field,
  isList,
  getPath,
  lineStarts,
  type Path,
  type Range,
  rangeOf,
  resolvePath,
  type Span,
} from "../../skill/index.ts";
import type { FileContext } from "./context.ts";
import type { SkillFacts } from "./rule.ts";

export interface GatheredFacts {
  readonly facts: SkillFacts;
  readonly ranges: readonly Range[];
}

/** What the rules over all files will need of this one. */
export function gatherFacts(
  context: FileContext,
  description: Description,
  root: string,
): GatheredFacts {
  const nameSpan = findNameSpan(context);
  const dependsOn = findDependencies(context);
  const spans = [nameSpan, ...dependsOn.map((item) => item.span)].filter(
    (span) => span !== undefined,
  );
  return {
    facts: {
      path: context.path,
      root,
      dialect: context.dialect.id,
      dependsOn,
      ...(description.name === undefined ? {} : { name: description.name }),
      ...(nameSpan === undefined ? {} : { nameSpan }),
    },
    ranges: spans.map((span) => rangeIn(context.document.text, span)),
  };
}

/** Counts lines only as far as the span: names stand at the top of long files. */
function rangeIn(text: string, span: Span): Range {
  return rangeOf(lineStarts(text.slice(0, span.end)), span);
}

function findNameSpan(context: FileContext): Span | undefined {
  const isThere = Object.hasOwn(context.document.frontmatter, "name");
  return isThere ? context.spanOf(["name"], "value") : undefined;
}

function findDependencies(context: FileContext): SkillFacts["dependsOn"] {
  if (!hasDependencies(context)) return [];
  const { relations, sources } = context.skill;
  const path = sources["relations.skills"];
  return (relations.skills ?? []).map((dependency, index) => {
    const at = path === undefined ? undefined : itemPath(context, path, index);
    return {
      name: dependency.name,
      ...(at === undefined ? {} : { span: context.spanOf(at, "value") }),
    };
  });
}

function itemPath(context: FileContext, path: Path, index: number): Path {
  return isList(getPath(context.document.frontmatter, path)) ? [...path, index] : path;
}

/** Looks before the whole model is built: few skills depend on others. */
function hasDependencies(context: FileContext): boolean {
  const field = dependencyField(context.dialect);
  if (field === undefined) return false;
  return getPath(context.reading.view, resolvePath(field, context.reading)) !== undefined;
}

const dependencyFields = new WeakMap<Dialect, Field | null>();

function dependencyField(dialect: Dialect): Field | undefined {
  let field = dependencyFields.get(dialect);
  if (field === undefined) {
    field = dialect.fields.find(({ facet }) => facet === "relations.skills") ?? null;
    dependencyFields.set(dialect, field);
  }
  return field ?? undefined;
}
