import { readConflict, type Store } from "../../library/store/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/index.ts";
import { mayChange, maySee, momentOf, share, sharedWith, type User } from "../accounts/index.ts";
import type { Database } from "../data/index.ts";
import { checkDraft, readKept } from "./check.ts";
import {
  detailOf,
  type KeptSkill,
  type SkillDetail,
  type SkillSummary,
  summaryOf,
  toKept,
} from "./detail.ts";
import { notFound, refusal, shelfCodes } from "./diagnostics.ts";
import { checkSkillName } from "./name.ts";

export interface ShelfPorts {
  /** Holds `NAME/SKILL.md` for every skill. */
  readonly store: Store;
  readonly database: Database;
  readonly clock: Clock;
}

/** A skill with the version that a later change can name. */
export interface Versioned {
  readonly detail: SkillDetail;
  readonly version: string;
}

const FILE = "SKILL.md";

function keyOf(name: string): string {
  return `${name}/${FILE}`;
}

/** A skill that the user may see, fit to be run. */
export async function findSkill(ports: ShelfPorts, user: User, name: string): Promise<KeptSkill> {
  checkSkillName(name);
  const kept = await load(ports, name);
  if (kept === undefined || !(await isVisible(ports, user, kept))) throw notFound(name);
  return kept;
}

export async function readSkillDetail(
  ports: ShelfPorts,
  user: User,
  name: string,
): Promise<Versioned> {
  return await toVersioned(ports, await findSkill(ports, user, name));
}

export interface ListOptions {
  /** Also what others have shared. */
  readonly withShared?: boolean;
}

/** Newest first. What cannot be read is passed over: one bad file must not hide the others. */
export async function listSkills(
  ports: ShelfPorts,
  user: User,
  { withShared = false }: ListOptions = {},
): Promise<readonly SkillSummary[]> {
  const shared = new Set(withShared ? await sharedWith(ports, user, "skill") : []);
  const found: KeptSkill[] = [];
  for await (const key of ports.store.keys()) {
    const [name = "", file, ...rest] = key.split("/");
    if (file !== FILE || rest.length > 0) continue;
    const kept = await loadOrSkip(ports, name);
    if (kept === undefined) continue;
    const isListed =
      user.role === "admin" || kept.skill.ownership.userId === user.id || shared.has(name);
    if (isListed) found.push(kept);
  }
  return found
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt) || a.name.localeCompare(b.name))
    .map(summaryOf);
}

export interface NewSkill {
  readonly name: string;
  readonly content: string;
}

export async function createSkill(
  ports: ShelfPorts,
  user: User,
  { name, content }: NewSkill,
): Promise<Versioned> {
  checkSkillName(name);
  const text = checkDraft(
    { name, content, ownerId: user.id },
    (written) => `Frontmatter name '${written}' does not match requested name '${name}'`,
  );
  await checkFree(ports, name);
  try {
    await ports.store.put(keyOf(name), encode(text), { expect: null });
  } catch (error) {
    if (readConflict(error) !== undefined) throw alreadyExists(name);
    throw error;
  }
  await recordCreation(ports, name);
  return await toVersioned(ports, await loadKnown(ports, name));
}

export interface SkillUpdate {
  readonly content: string;
  /** The version that the change was made on; without it the last one to write wins. */
  readonly expect?: string;
}

export async function updateSkill(
  ports: ShelfPorts,
  user: User,
  name: string,
  { content, expect }: SkillUpdate,
): Promise<Versioned> {
  const kept = await findForChange(ports, user, name);
  const text = checkDraft(
    { name, content, ownerId: kept.ownerId ?? user.id },
    (written) =>
      `Cannot change skill name via update. Frontmatter name '${written}' does not match '${name}'`,
  );
  try {
    await ports.store.put(keyOf(name), encode(text), expect === undefined ? {} : { expect });
  } catch (error) {
    const conflict = readConflict(error);
    if (conflict === undefined) throw error;
    if (conflict.current === null) throw notFound(name);
    throw changed(name);
  }
  return await toVersioned(ports, await loadKnown(ports, name));
}

/** Takes away the whole folder of a skill; first the file that makes it one. */
export async function deleteSkill(
  ports: ShelfPorts,
  user: User,
  name: string,
  { expect }: { readonly expect?: string } = {},
): Promise<void> {
  await findForChange(ports, user, name);
  try {
    await ports.store.delete(keyOf(name), expect === undefined ? {} : { expect });
  } catch (error) {
    if (readConflict(error) === undefined) throw error;
    throw changed(name);
  }
  for await (const key of ports.store.keys(`${name}/`)) await ports.store.delete(key);
  await share(ports, { kind: "skill", id: name }, { visibility: "private" });
  await ports.database.query.deleteFrom("skill_records").where("name", "=", name).execute();
}

/** A file that cannot be read tells no owner, so only an administrator may mend or delete it. */
async function findForChange(
  ports: ShelfPorts,
  user: User,
  name: string,
): Promise<{ readonly ownerId: string | undefined }> {
  checkSkillName(name);
  const object = await ports.store.get(keyOf(name));
  if (object === undefined) throw notFound(name);
  const kept = await loadOrSkip(ports, name);
  const ownerId = kept?.skill.ownership.userId;
  if (mayChange(user, { ownerId })) return { ownerId };
  if (kept === undefined || !(await isVisible(ports, user, kept))) throw notFound(name);
  throw refusal(
    shelfCodes.forbidden,
    "name",
    `You do not have permission to change skill '${name}'`,
  );
}

async function isVisible(
  ports: ShelfPorts,
  user: User,
  { name, skill }: KeptSkill,
): Promise<boolean> {
  return await maySee(ports, user, { kind: "skill", id: name, ownerId: skill.ownership.userId });
}

/** Names that differ in case alone are one name on many file systems. */
async function checkFree({ store }: ShelfPorts, name: string): Promise<void> {
  for await (const key of store.keys()) {
    const [other = "", file] = key.split("/");
    if (file !== FILE || other.toLowerCase() !== name) continue;
    if (other === name) throw alreadyExists(name);
    throw refusal(
      shelfCodes.conflict,
      "name",
      `Skill name '${name}' conflicts with existing skill '${other}' (names are case-insensitive)`,
    );
  }
}

async function load({ store }: ShelfPorts, name: string): Promise<KeptSkill | undefined> {
  const object = await store.get(keyOf(name));
  if (object === undefined) return undefined;
  const { version, modified } = object;
  const text = new TextDecoder().decode(object.bytes);
  return toKept(name, readKept(name, text), { text, version, updatedAt: modified.toISOString() });
}

async function loadKnown(ports: ShelfPorts, name: string): Promise<KeptSkill> {
  const kept = await load(ports, name);
  if (kept === undefined) throw notFound(name);
  return kept;
}

async function loadOrSkip(ports: ShelfPorts, name: string): Promise<KeptSkill | undefined> {
  try {
    return await load(ports, name);
  } catch (error) {
    if (SkillError.isInstance(error)) return undefined;
    throw error;
  }
}

async function recordCreation({ database, clock }: ShelfPorts, name: string): Promise<void> {
  const created_at = momentOf(clock);
  await database.query
    .insertInto("skill_records")
    .values({ name, created_at })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ created_at }))
    .execute();
}

async function toVersioned({ database }: ShelfPorts, kept: KeptSkill): Promise<Versioned> {
  const row = await database.query
    .selectFrom("skill_records")
    .select("created_at")
    .where("name", "=", kept.name)
    .executeTakeFirst();
  return { detail: detailOf(kept, row?.created_at ?? kept.updatedAt), version: kept.version };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function alreadyExists(name: string): Error {
  return refusal(shelfCodes.conflict, "name", `Skill '${name}' already exists`);
}

function changed(name: string): Error {
  return refusal(
    shelfCodes.changed,
    "content",
    `Skill '${name}' was changed by somebody else in the meantime`,
    { hint: "Read it again, and make the change on that version." },
  );
}
