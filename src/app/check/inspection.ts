import { createLinter } from "../../check/index.ts";
import {
  type Diagnostic,
  type FacetId,
  facetIds,
  facetTitles,
  formatPath,
  getFacet,
  type Json,
  lineStarts,
  type Path,
  type Position,
  positionAt,
  type Range,
  rangeOf,
  readSkill,
  chooseDialect,
  type Skill,
} from "../../skill/index.ts";
import { withoutCause } from "../../skill/model/index.ts";
import { locate } from "../../skill/text/places.ts";
import type { SkillSource } from "../context.ts";
import { toLintInput } from "./lint-input.ts";

/** One value of the model with its place in the file. */
export interface InspectedValue {
  readonly facet: FacetId;
  readonly title: string;
  readonly value: Json;
  /** The frontmatter path it was read from. */
  readonly path?: string;
  readonly range?: Range;
}

export interface InspectedExtension {
  readonly path: string;
  readonly value: Json;
  readonly range: Range;
}

export interface Inspection {
  readonly path: string;
  readonly dialect: string;
  readonly dialectTitle: string;
  /** Completes "This is … because …". */
  readonly reason: string;
  /** As the system works with it, fallbacks included. */
  readonly name?: string;
  readonly description?: string;
  readonly values: readonly InspectedValue[];
  /** What the dialect has no field for, and keeps. */
  readonly extensions: readonly InspectedExtension[];
  readonly body: { readonly start: Position; readonly lines: number; readonly characters: number };
  readonly problems: readonly Diagnostic[];
}

export function inspectSkill(source: SkillSource, dialect: string | undefined): Inspection {
  const options = dialect === undefined ? {} : { dialect: chooseDialect(dialect).id };
  const { path, content } = source;
  const { value } = readSkill(content, { path, ...options });
  if (value === undefined) throw new Error("A file could not be read as any dialect.");
  const { document, skill, reading } = value;
  const starts = lineStarts(document.text);
  const placeOf = (at: Path): Range => rangeOf(starts, locate(document, at, "value"));
  const { diagnostics } = createLinter(options).lintFile(toLintInput(source));
  const body = document.text.slice(document.bodyStart);
  return {
    path,
    dialect: value.dialect.id,
    dialectTitle: value.dialect.title,
    reason: value.reason,
    ...value.dialect.describe(reading),
    values: facetIds.flatMap((id) => inspectFacet(skill, id, placeOf)),
    extensions: skill.extensions.map((extension) => ({
      path: formatPath(extension.path),
      value: extension.value,
      range: placeOf(extension.path),
    })),
    body: {
      start: positionAt(starts, document.bodyStart),
      lines: lineStarts(body.trimEnd()).length,
      characters: body.length,
    },
    problems: diagnostics.map(withoutCause),
  };
}

function inspectFacet(
  skill: Skill,
  facet: FacetId,
  placeOf: (path: Path) => Range,
): readonly InspectedValue[] {
  const value = getFacet(skill, facet);
  if (value === undefined) return [];
  const path = skill.sources[facet];
  const place = path === undefined ? {} : { path: formatPath(path), range: placeOf(path) };
  return [{ facet, title: facetTitles[facet], value, ...place }];
}
