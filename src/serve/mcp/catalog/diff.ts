import { CATALOG_URI, INDEX_URI, MANIFEST_FILE, skillUri } from "../uris.ts";
import type { Catalog, ServedSkill } from "./catalog.ts";

/** What clients must be told after a change. */
export interface CatalogChanges {
  /** What `resources/list` and `skills/list` say is another. */
  readonly resourcesListed: boolean;
  readonly promptsListed: boolean;
  /** Addresses whose content is another, those that came and those that went included. */
  readonly updated: readonly string[];
}

export function diffCatalogs(before: Catalog, after: Catalog): CatalogChanges {
  const updated = new Set<string>();
  for (const name of new Set([...before.byName.keys(), ...after.byName.keys()])) {
    const old = before.byName.get(name);
    const now = after.byName.get(name);
    if (old === now) continue;
    const known = old === undefined ? new Map<string, string>() : contentOf(old);
    const current = now === undefined ? new Map<string, string>() : contentOf(now);
    for (const uri of new Set([...known.keys(), ...current.keys()]))
      if (known.get(uri) !== current.get(uri)) updated.add(uri);
  }
  const wasLeft = JSON.stringify(before.leftOut.map(({ path, reasons }) => [path, reasons]));
  const isLeft = JSON.stringify(after.leftOut.map(({ path, reasons }) => [path, reasons]));
  const resourcesListed = !isSame(before.listed, after.listed, listing);
  if (updated.size > 0 || wasLeft !== isLeft) updated.add(CATALOG_URI);
  if (resourcesListed) updated.add(INDEX_URI);
  return {
    resourcesListed,
    promptsListed: !isSame(before.skills, after.skills, promptListing),
    updated: [...updated],
  };
}

/** By address, something that is another whenever the content is. */
function contentOf(skill: ServedSkill): Map<string, string> {
  const content = new Map<string, string>();
  for (const { uri, sha256 } of skill.files.values()) content.set(uri, sha256);
  content.set(skill.authored.uri, skill.authored.sha256);
  for (const { uri, file } of skill.references) content.set(uri, file.sha256);
  content.set(skillUri(skill.name, MANIFEST_FILE), [...content.values()].join(" "));
  return content;
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

function listing({
  uri,
  title,
  description,
  version,
  tags,
  references,
  entry,
}: ServedSkill): string {
  const documents = references.map(({ id, title: label }) => [id, label]);
  const files = entry.resources === "dynamic" ? [] : entry.resources.map((file) => file.uri);
  return JSON.stringify([uri, title, description, version, tags, documents, files]);
}

function promptListing({ name, title, description, isPrompt, skill }: ServedSkill): string {
  const { argumentHint, argumentNames } = skill.invocation;
  const { inputs } = skill.template;
  return JSON.stringify([name, title, description, isPrompt, argumentHint, argumentNames, inputs]);
}
