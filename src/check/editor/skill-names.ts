/** Where a text names skills: itself, those that it depends on, and those that its instructions call. */
import {
  type FacetId,
  getPath,
  isObject,
  type Path,
  type ReadSkill,
  readSkill,
  resolvePath,
  type Span,
} from "../../skill/index.ts";
import { locate } from "../../skill/text/places.ts";
import { viewBody } from "../lint/body.ts";

export interface SkillName extends Span {
  readonly name: string;
  /** The skill's own name; otherwise it names another one. */
  readonly isOwn: boolean;
}

/** `/name` and `$name`, as people call a skill in a chat. */
const CALL = /(?<![\w/.$~-])[/$](?<name>[a-z0-9][a-z0-9_-]{0,63})(?![\w/-]|\.\w)/gu;
/** A link that leads from the folder of one skill to that of another. */
const NEIGHBOUR = /^\.\.[/\\](?<name>[^/\\#?]{1,100})(?:[/\\#?]|$)/u;
const MAX_NAMES = 2000;

/** `isSkill` says which words are names of skills: a path such as `/tmp` looks like a call. */
export function findSkillNames(
  text: string,
  isSkill: (name: string) => boolean,
): readonly SkillName[] {
  const { value } = readSkill(text);
  if (value === undefined) return [];
  const found = [...ownName(value), ...dependencies(value), ...inBody(value, isSkill)];
  return found.toSorted((a, b) => a.start - b.start).slice(0, MAX_NAMES);
}

function ownName(skill: ReadSkill): readonly SkillName[] {
  const path = findPath(skill, "identity.name");
  return path === undefined ? [] : named(skill, path, true);
}

/** As plain names, or as things with a name. */
function dependencies(skill: ReadSkill): readonly SkillName[] {
  const path = findPath(skill, "relations.skills");
  const list = path === undefined ? undefined : getPath(skill.document.frontmatter, path);
  if (path === undefined || !Array.isArray(list)) return [];
  return list.flatMap((item, index) =>
    named(skill, [...path, index, ...(isObject(item) ? ["name"] : [])], false),
  );
}

function findPath({ dialect, reading }: ReadSkill, facet: FacetId): Path | undefined {
  const field = dialect.fields.find((one) => one.facet === facet);
  return field === undefined ? undefined : resolvePath(field, reading);
}

/** The name without the quotes around it; nothing where it is written in some other way. */
function named({ document }: ReadSkill, path: Path, isOwn: boolean): readonly SkillName[] {
  const name = getPath(document.frontmatter, path);
  if (typeof name !== "string" || name === "") return [];
  const { start, end } = locate(document, path, "value");
  const at = document.text.slice(start, end).indexOf(name);
  if (at === -1) return [];
  return [{ name, isOwn, start: start + at, end: start + at + name.length }];
}

function inBody({ document }: ReadSkill, isSkill: (name: string) => boolean): readonly SkillName[] {
  const body = viewBody(document.text, document.bodyStart);
  const linked = body.links.flatMap(({ target, targetSpan }) => {
    const name = NEIGHBOUR.exec(target)?.groups?.["name"] ?? "";
    const start = targetSpan.start + "../".length;
    const isPlain = document.text.startsWith(name, start);
    return isPlain && isSkill(name) ? [toName(name, start)] : [];
  });
  const called = [...body.text.matchAll(CALL)].flatMap(({ index, groups }) => {
    const name = groups?.["name"] ?? "";
    const start = document.bodyStart + index + 1;
    const isFenced = body.fences.some((fence) => fence.start <= start && start < fence.end);
    return isSkill(name) && !isFenced ? [toName(name, start)] : [];
  });
  return [...linked, ...called];
}

function toName(name: string, start: number): SkillName {
  return { name, isOwn: false, start, end: start + name.length };
}
