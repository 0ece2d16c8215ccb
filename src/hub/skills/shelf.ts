import { readConflict } from "../../library/store/index.ts";
import {
  checkSharing,
  mayChange,
  maySee,
  momentOf,
  share,
  type Sharing,
  sharingOf,
  type User,
} from "../accounts/index.ts";
import { changing, type Changeable } from "./change.ts";
import { detailOf, type KeptSkill, type SkillDetail } from "./detail.ts";
import { notFound, refusal, shelfCodes } from "./reading/diagnostics.ts";
import { forgetRights } from "./executables.ts";
import {
  forgetVersions,
  keepVersion,
  listVersions,
  readVersion,
  type SkillVersion,
} from "./history.ts";
import { checkSkillName } from "./name.ts";
import { isInTheWay, keyOf, readFile, SKILL_FILE, type ShelfPorts } from "./ports.ts";
import { loadSkill, readOrSkip, toKnown } from "./read.ts";
import { claimSkill, resizeSkill } from "./sizes.ts";

/** A skill with the version that a later change can name. */
export interface Versioned {
  readonly detail: SkillDetail;
  readonly version: string;
}

/** A skill that the user may see, fit to be run. */
export async function findSkill(ports: ShelfPorts, user: User, name: string): Promise<KeptSkill> {
  checkSkillName(name);
  const kept = await loadSkill(ports, name, user.id);
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
  const draft = { name, content, ownerId: user.id, purpose: "create" } as const;
  const text = await ports.jobs.run("check-draft", draft, { owner: user.id });
  await checkFree(ports, name);
  const bytes = encode(text);
  const release = await claimSkill(ports, user.id, {
    name,
    size: bytes.length,
    createdAt: momentOf(ports.clock),
  });
  try {
    await ports.store.put(keyOf(name), bytes, { expect: null });
  } catch (error) {
    await release();
    if (readConflict(error) !== undefined || isInTheWay(error)) throw alreadyExists(name);
    throw error;
  }
  const kept = await loadWritten(ports, user, name);
  await recordCreation(ports, kept, user.id);
  await keepVersion(ports, kept);
  return await toVersioned(ports, kept);
}

export interface SkillUpdate {
  readonly content: string;
  /** Versions of which one must be there; without it the last one to write wins. */
  readonly expect?: readonly string[];
}

export async function updateSkill(
  ports: ShelfPorts,
  user: User,
  name: string,
  { content, expect }: SkillUpdate,
): Promise<Versioned> {
  await changing(ports, { name, expect }, findFor(ports, user, name), async (found) => {
    const { ownerId, version } = found;
    const draft = { name, content, ownerId: ownerId ?? user.id, purpose: "update" } as const;
    const text = await ports.jobs.run("check-draft", draft, { owner: user.id });
    const bytes = encode(text);
    const size = (await readFile(ports, keyOf(name)))?.bytes.length ?? 0;
    await resizeSkill(ports, ownerId ?? user.id, { name, added: bytes.length - size }, () =>
      ports.store.put(keyOf(name), bytes, { expect: version }),
    );
  });
  const kept = await loadWritten(ports, user, name);
  await keepVersion(ports, kept);
  return await toVersioned(ports, kept);
}

/** Takes away the whole folder of a skill; first the file that makes it one. */
export async function deleteSkill(
  ports: ShelfPorts,
  user: User,
  name: string,
  { expect }: Pick<SkillUpdate, "expect"> = {},
): Promise<void> {
  await changing(ports, { name, expect }, findFor(ports, user, name), async ({ version }) => {
    // First, so that whoever takes the name next does not share by a word of the last owner.
    await share(ports, { kind: "skill", id: name }, { visibility: "private" });
    await ports.store.delete(keyOf(name), { expect: version });
    ports.known?.note(name, undefined);
    await forgetVersions(ports, name);
  });
  for await (const key of ports.store.keys(`${name}/`))
    // Somebody may have made a new skill of that name by now.
    if (key !== keyOf(name)) await ports.store.delete(key);
  await forgetRights(ports, name);
  await ports.database.query.deleteFrom("skill_records").where("name", "=", name).execute();
}

function findFor(ports: ShelfPorts, user: User, name: string): () => Promise<Changeable> {
  return () => findForChange(ports, user, name);
}

/** A file that cannot be read tells no owner, so only an administrator may mend or delete it. */
export async function findForChange(
  ports: ShelfPorts,
  user: User,
  name: string,
): Promise<Changeable> {
  checkSkillName(name);
  const object = await readFile(ports, keyOf(name));
  if (object === undefined) throw notFound(name);
  const [kept] = await readOrSkip(ports, [{ name, object }], user.id);
  const ownerId = kept?.skill.ownership.userId;
  if (mayChange(user, { ownerId })) return { ownerId, version: object.version };
  if (kept === undefined || !(await isVisible(ports, user, kept))) throw notFound(name);
  throw refusal(
    shelfCodes.forbidden,
    "name",
    `You do not have permission to change skill '${name}'`,
  );
}

/** The texts that were saved of a skill; only those who may change it see them. */
export async function listSkillVersions(
  ports: ShelfPorts,
  user: User,
  name: string,
): Promise<readonly SkillVersion[]> {
  await findForChange(ports, user, name);
  return await listVersions(ports, name);
}

export async function readSkillVersion(
  ports: ShelfPorts,
  user: User,
  name: string,
  id: string,
): Promise<string> {
  await findForChange(ports, user, name);
  const text = await readVersion(ports, name, id);
  return await ports.jobs.run("strip-owner", text, { owner: user.id });
}

/** Who else may see a skill; only those who may change it are told. */
export async function readSkillSharing(
  ports: ShelfPorts,
  user: User,
  name: string,
): Promise<Sharing> {
  await findForChange(ports, user, name);
  return await sharingOf(ports, { kind: "skill", id: name });
}

export async function shareSkill(
  ports: ShelfPorts,
  user: User,
  name: string,
  sharing: Sharing,
): Promise<Sharing> {
  await findForChange(ports, user, name);
  await checkSharing(ports, user, sharing);
  await share(ports, { kind: "skill", id: name }, sharing);
  return await sharingOf(ports, { kind: "skill", id: name });
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
    if (file !== SKILL_FILE || other.toLowerCase() !== name) continue;
    if (other === name) throw alreadyExists(name);
    throw refusal(
      shelfCodes.conflict,
      "name",
      `Skill name '${name}' conflicts with existing skill '${other}' (names are case-insensitive)`,
    );
  }
}

/** What this process has just written. */
async function loadWritten(ports: ShelfPorts, user: User, name: string): Promise<KeptSkill> {
  const kept = await loadSkill(ports, name, user.id);
  ports.known?.note(name, kept && toKnown(kept));
  if (kept === undefined) throw notFound(name);
  return kept;
}

/** With the time that the store gave to the file: a skill is never older than its first version. */
async function recordCreation(
  { database }: ShelfPorts,
  { name, updatedAt: created_at, text }: KeptSkill,
  owner_id: string,
): Promise<void> {
  const size = encode(text).length;
  await database.query
    .insertInto("skill_records")
    .values({ name, created_at, owner_id, size })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ created_at, owner_id, size }))
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
