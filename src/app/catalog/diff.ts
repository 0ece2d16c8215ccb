import {
  CATALOG_URI,
  INDEX_URI,
  MANIFEST_FILE,
  referenceUri,
  SKILL_FILE,
  skillUri,
} from "./uris.ts";
import { type Catalog, emptyCatalog, type ServedSkill } from "./catalog.ts";

/** What clients must be told after a change. */
export interface CatalogChanges {
  /** What `resources/list` and `skills/list` say is another. */
  readonly resourcesListed: boolean;
  readonly promptsListed: boolean;
  /** Addresses whose content is another, those that came and those that went included. */
  readonly updated: readonly string[];
}

/** Nobody was told of what was served while the first of all was made, and its addresses are many. */
export function diffCatalogs(before: Catalog, after: Catalog): CatalogChanges {
  if (before.version > 0) return compare(before, after);
  return {
    resourcesListed: after.listed.length > 0,
    promptsListed: after.skills.some(({ isPrompt }) => isPrompt),
    get updated() {
      return compare(emptyCatalog(), after).updated;
    },
  };
}

function compare(before: Catalog, after: Catalog): CatalogChanges {
  const updated = new Set<string>();
  for (const path of new Set([...before.byPath.keys(), ...after.byPath.keys()])) {
    const old = before.byPath.get(path);
    const now = after.byPath.get(path);
    if (old === now) continue;
    const known = old === undefined ? new Map<string, string>() : indexContent(old);
    const current = now === undefined ? new Map<string, string>() : indexContent(now);
    for (const uri of new Set([...known.keys(), ...current.keys()]))
      if (known.get(uri) !== current.get(uri)) updated.add(uri);
  }
  const resourcesListed = !isSame(before.listed, after.listed, listing);
  if (!areSame(before.skills, after.skills) || serializeRest(before) !== serializeRest(after))
    updated.add(CATALOG_URI);
  if (resourcesListed) updated.add(INDEX_URI);
  return {
    resourcesListed,
    promptsListed: !isSame(before.skills, after.skills, promptListing),
    updated: [...updated],
  };
}

export function hasChanges(changes: CatalogChanges): boolean {
  return changes.resourcesListed || changes.promptsListed || changes.updated.length > 0;
}

/** Skills that say the same stay the same objects, so that what was made from them holds. */
export function withSameSkills(before: Catalog, after: Catalog): Catalog {
  const skills = after.skills.map((skill) => {
    const old = before.byPath.get(skill.path);
    return old !== undefined && isSameSkill(old, skill) ? old : skill;
  });
  return Object.freeze({
    ...after,
    skills,
    listed: skills.filter(({ isListed }) => isListed),
    byPath: new Map(skills.map((skill) => [skill.path, skill])),
    byId: new Map(skills.map((skill) => [skill.id, skill])),
  });
}

function isSameSkill(old: ServedSkill, now: ServedSkill): boolean {
  return (
    old === now ||
    (old.reading === now.reading &&
      old.files.get(SKILL_FILE)?.sha256 === now.files.get(SKILL_FILE)?.sha256 &&
      old.folder === now.folder &&
      old.id === now.id &&
      old.isListed === now.isListed &&
      old.isPrompt === now.isPrompt &&
      old.verdict === now.verdict &&
      old.statement === now.statement &&
      JSON.stringify([old.entry.resources, old.dependsOn, old.notices]) ===
        JSON.stringify([now.entry.resources, now.dependsOn, now.notices]))
  );
}

/** By address, something that is another whenever the content is. */
function indexContent(skill: ServedSkill): Map<string, string> {
  const content = new Map<string, string>();
  for (const { uri, sha256 } of skill.files.values()) content.set(uri, sha256);
  content.set(skill.authored.uri, skill.authored.sha256);
  for (const { id, aliases, mimeType, file } of skill.references) {
    const said = JSON.stringify([id, mimeType, file.sha256, skill.tags, skill.version]);
    for (const alias of aliases) content.set(referenceUri(skill.id, alias), said);
  }
  // After the aliases: an id of today counts more than one of yesterday.
  for (const { id, uri, mimeType, file } of skill.references)
    content.set(uri, JSON.stringify([id, mimeType, file.sha256, skill.tags, skill.version]));
  content.set(skillUri(skill.path, MANIFEST_FILE), JSON.stringify(skill.entry.resources));
  return content;
}

/** Skills that say the same are the same objects. */
function areSame(before: readonly ServedSkill[], after: readonly ServedSkill[]): boolean {
  return before.length === after.length && before.every((skill, index) => skill === after[index]);
}

function isSame(
  before: readonly ServedSkill[],
  after: readonly ServedSkill[],
  say: (skill: ServedSkill) => string,
): boolean {
  if (before.length !== after.length) return false;
  return before.every((skill, index) => {
    const other = after[index];
    return skill === other || (other !== undefined && say(skill) === say(other));
  });
}

/** All that `skills/list` and `resources/list` say of a skill, sizes and digests included. */
function listing({ title, version, tags, references, authored, entry }: ServedSkill): string {
  const documents = references.map(({ id, title: label, mimeType, aliases, file }) => [
    id,
    label,
    mimeType,
    aliases,
    file.path,
    file.size,
  ]);
  return JSON.stringify([entry, title, version, tags, authored.sha256, documents]);
}

/** What the catalog says besides the skills that it serves. */
function serializeRest({ leftOut, pending, problems, graph }: Catalog): string {
  const left = leftOut.map(({ path, name, dialect, reasons }) => [path, name, dialect, reasons]);
  return JSON.stringify([
    left,
    pending.length,
    problems.map(({ message, file }) => [message, file]),
    graph,
  ]);
}

function promptListing({ path, title, description, isPrompt, skill }: ServedSkill): string {
  const { argumentHint, argumentNames } = skill.invocation;
  const { inputs } = skill.template;
  return JSON.stringify([path, title, description, isPrompt, argumentHint, argumentNames, inputs]);
}
