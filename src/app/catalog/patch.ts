/** One edit among thousands of skills: the catalog with that skill in place of the one before, where nothing else follows from it. */
import { isAllowed, serveNamed, type ServeInput } from "./build.ts";
import type { Catalog, ServedSkill } from "./catalog.ts";
import { type CatalogChanges, diffCatalogs } from "./diff.ts";
import type { Judge } from "./judge.ts";
import type { PreparedSkill } from "./prepare.ts";
import type { Verdict } from "./verdicts.ts";

export interface PatchInput extends ServeInput {
  readonly judge: Judge;
  readonly verdictOf: (skill: PreparedSkill) => Verdict | undefined;
  readonly allowBlocked: ReadonlySet<string>;
}

export interface PatchedFile {
  readonly catalog: Catalog;
  readonly changes: CatalogChanges;
}

/** Undefined where the whole catalog has to be made anew. */
export async function patchCatalog(
  before: Catalog,
  [prepared, ...others]: readonly PreparedSkill[],
  input: PatchInput,
): Promise<PatchedFile | undefined> {
  if (prepared === undefined || others.length > 0 || before.pending.length > 0) return undefined;
  const at = before.skills.findIndex(({ folder }) => folder === prepared.found.folder);
  const old = before.skills[at];
  const item = old === undefined ? undefined : input.named.get(old);
  if (old === undefined || item === undefined || !standsAlone(item.prepared, prepared))
    return undefined;
  const verdict = input.judge.judgeAgain(item.prepared.reading, prepared.reading);
  const scan = input.verdictOf(prepared);
  if (verdict?.loaded === undefined || !verdict.isEligible || scan === undefined) return undefined;
  const now = { ...item, prepared };
  if (scan.decision === "block" && !isAllowed(now, input.allowBlocked)) return undefined;
  const skill = await serveNamed(now, verdict, scan, input);
  if ("say" in skill) return undefined;
  const skills = before.skills.with(at, skill);
  const isSameList = old.isListed && skill.isListed;
  return {
    catalog: Object.freeze({
      ...before,
      version: before.version + 1,
      skills,
      listed: isSameList
        ? before.listed.with(before.listed.indexOf(old), skill)
        : skills.filter(({ isListed }) => isListed),
      byPath: new Map(before.byPath).set(skill.path, skill),
      byId: new Map(before.byId).set(skill.id, skill),
    }),
    changes: diffCatalogs(only(before, old), only(before, skill)),
  };
}

/** Names, dependencies and contracts of other skills are what they were, whatever the new file says. */
function standsAlone(old: PreparedSkill, now: PreparedSkill): boolean {
  const tied = [old, now].some(
    ({ contract, skill: { relations } }) =>
      contract.length > 0 ||
      relations.skills !== undefined ||
      (relations.published ?? []).length > 0,
  );
  return !tied && said(old) === said(now);
}

function said({ found, wanted, reading, skill }: PreparedSkill): string {
  const { id, name } = skill.identity;
  return JSON.stringify([found.fileName, found.shown, wanted, reading.dialect.id, id, name]);
}

/** A catalog of one skill, to see what is another about it. */
function only(catalog: Catalog, skill: ServedSkill): Catalog {
  return {
    ...catalog,
    skills: [skill],
    listed: skill.isListed ? [skill] : [],
    byPath: new Map([[skill.path, skill]]),
    leftOut: [],
    problems: [],
    graph: EMPTY,
  };
}

const EMPTY: Catalog["graph"] = { edges: [], missing: [], self: [], cycles: [] };
