import type { ListedObject } from "../../library/store/index.ts";
import { workAhead } from "../../platform/index.ts";
import { sharedWith, type User } from "../accounts/index.ts";
import { type KeptSkill, type SkillSummary, summaryOf } from "./detail.ts";
import { byAge, type KnownSkill } from "./known.ts";
import { SKILL_FILE, type ShelfPorts } from "./ports.ts";
import { loadOrSkip, readOrSkip, toKnown } from "./read.ts";

/** Of a store whose listing reads nothing, such as a bucket. */
const FILES_AT_ONCE = 16;

export interface ListOptions {
  /** Also what others have shared. */
  readonly withShared?: boolean;
}

export async function listSkills(
  ports: ShelfPorts,
  user: User,
  options: ListOptions = {},
): Promise<readonly SkillSummary[]> {
  return (await listKept(ports, user, options)).map(summaryOf);
}

/** Newest first. What cannot be read is passed over: one bad file must not hide the others. */
export async function listKept(
  ports: ShelfPorts,
  user: User,
  options: ListOptions = {},
): Promise<readonly KeptSkill[]> {
  const isListed = await listedFor(ports, user, options);
  const all = await surveySkills(ports);
  return all.filter((kept) => isListed(toKnown(kept))).toSorted(byAge);
}

async function readAll(ports: ShelfPorts): Promise<readonly KeptSkill[]> {
  const found: KeptSkill[] = [];
  const unread: ListedObject[] = [];
  for await (const object of ports.store.objects?.() ?? ports.store.list()) {
    const [name = "", file, ...rest] = object.key.split("/");
    if (file !== SKILL_FILE || rest.length > 0) continue;
    const known = ports.cache?.get(name, object.version);
    const kept = known === undefined ? readListed(ports, name, object) : known;
    if (kept === undefined) unread.push(object);
    else if (kept !== null) found.push(kept);
  }
  for await (const kept of workAhead(each(unread), FILES_AT_ONCE, (object) =>
    loadVersion(ports, object),
  ))
    if (kept !== undefined) found.push(kept);
  return found;
}

/** A listing may have read the file; undefined: it has not. */
function readListed(
  ports: ShelfPorts,
  name: string,
  { bytes, ...entry }: ListedObject,
): KeptSkill | null | undefined {
  if (bytes === undefined) return undefined;
  const kept = readOrSkip(name, { ...entry, bytes }) ?? null;
  ports.cache?.set(name, entry.version, kept);
  return kept;
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item, void> {
  yield* items;
}

/** Looks at every skill, whoever's it is, so that the newest can be told at once from then on. */
export async function surveySkills(ports: ShelfPorts): Promise<readonly KeptSkill[]> {
  const keep = ports.known?.look();
  let all: readonly KeptSkill[] | undefined;
  try {
    all = await readAll(ports);
    return all;
  } finally {
    keep?.(all?.map(toKnown));
  }
}

/** The newest ones as they were when all were last looked at, and how many there were. */
export async function listNewest(
  ports: ShelfPorts,
  user: User,
  { limit, ...options }: ListOptions & { readonly limit: number },
): Promise<{ readonly skills: readonly KeptSkill[]; readonly total: number }> {
  let known = ports.known?.all();
  if (known === undefined) {
    // Looking at all of them twice at the same time would take twice as long.
    await ports.known?.looked();
    known = ports.known?.all();
  }
  if (known === undefined) {
    const all = await listKept(ports, user, options);
    return { skills: all.slice(0, limit), total: all.length };
  }
  const listed = known.filter(await listedFor(ports, user, options));
  const skills: KeptSkill[] = [];
  for (const { name, version } of listed.slice(0, limit)) {
    const kept = ports.cache?.get(name, version) ?? (await loadOrSkip(ports, name));
    if (kept !== undefined) skills.push(kept);
  }
  return { skills, total: listed.length };
}

async function listedFor(
  ports: ShelfPorts,
  user: User,
  { withShared = false }: ListOptions,
): Promise<(skill: KnownSkill) => boolean> {
  const shared = new Set(withShared ? await sharedWith(ports, user, "skill") : []);
  return ({ name, ownerId }) => user.role === "admin" || ownerId === user.id || shared.has(name);
}

/** A skill of the list whose version was not read before. */
async function loadVersion(
  ports: ShelfPorts,
  { key, version }: ListedObject,
): Promise<KeptSkill | undefined> {
  const [name = ""] = key.split("/");
  const kept = await loadOrSkip(ports, name);
  // Somebody may have written in between; then the next list reads it again.
  if (kept === undefined || kept.version === version) ports.cache?.set(name, version, kept ?? null);
  return kept;
}
