import { readConflict } from "../../library/store/index.ts";
import {
  checkSharing,
  mayChange,
  maySee,
  timestampAt,
  share,
  type Sharing,
  readSharing,
  type User,
} from "../accounts/index.ts";
import { changing, type Changeable, type RecordedSkill } from "./change.ts";
import { toDetail, type StoredSkill, type SkillDetail } from "./detail.ts";
import { notFound, refusal, storedSkillCodes } from "./reading/diagnostics.ts";
import {
  deleteVersion,
  storeVersion,
  listVersions,
  readVersion,
  type SkillVersion,
} from "./history.ts";
import {
  findRecorded,
  deleteRows,
  lockRecord,
  type Incarnation,
  inTurn,
  isCurrent,
  listLeftovers,
} from "./incarnation.ts";

import { hostedDialect } from "./reading/hosted-dialect.ts";
import { isInTheWay, skillKey, readFile, SKILL_FILE, type StoredSkillPorts } from "./ports.ts";
import { loadSkill, readOrSkip, toKnownSkill } from "./read.ts";
import { claimSkill, resizeSkill } from "./sizes.ts";

/** Sentences in the order in which a name is looked at; the first that fits is told. */
const FAULTS: readonly (readonly [(name: string) => boolean, string])[] = [
  [(name) => name === "", "Skill name is required"],
  [(name) => name.length > 64, "Skill name must be 64 characters or less"],
  [(name) => name !== name.toLowerCase(), "Skill name must be lowercase"],
  [
    (name) => !/^[a-z0-9-]+$/u.test(name),
    "Skill name can only contain lowercase letters, numbers, and hyphens",
  ],
  [
    (name) => name.startsWith("-") || name.endsWith("-"),
    "Skill name cannot start or end with a hyphen",
  ],
  [(name) => name.includes("--"), "Skill name cannot contain consecutive hyphens"],
];

/** Refuses what is no name; such a name also leads nowhere but into the folder of skills. */
function checkSkillName(name: string): void {
  const { checkName } = hostedDialect();
  if (checkName(name).isValid) return;
  const found = FAULTS.find(([isAtFault]) => isAtFault(name));
  const { expected = "a name" } = checkName(name);
  throw refusal(
    storedSkillCodes.invalid,
    "name",
    found?.[1] ?? `The name \`${name}\` is not valid: use ${expected}.`,
  );
}

/** A skill with the version that a later change can name. */
export interface VersionedSkill {
  readonly detail: SkillDetail;
  readonly version: string;
}

/** A skill that the user may see, fit to be run. */
export async function findSkill(
  ports: StoredSkillPorts,
  user: User,
  name: string,
): Promise<StoredSkill> {
  checkSkillName(name);
  const kept = await loadSkill(ports, name, user.id);
  if (kept === undefined || !(await isVisible(ports, user, kept))) throw notFound(name);
  return kept;
}

export async function readSkillDetail(
  ports: StoredSkillPorts,
  user: User,
  name: string,
): Promise<VersionedSkill> {
  return await toVersioned(ports, await findSkill(ports, user, name));
}

export interface NewSkill {
  readonly name: string;
  readonly content: string;
}

/** Makes a skill that begins with nothing: whatever is left of an older one of that name is removed before. */
export async function createSkill(
  ports: StoredSkillPorts,
  user: User,
  { name, content }: NewSkill,
): Promise<VersionedSkill> {
  checkSkillName(name);
  const draft = { name, content, ownerId: user.id, purpose: "create" } as const;
  const text = await ports.jobs.run("check-draft", draft, { owner: user.id });
  const bytes = encode(text);
  return await inTurn(ports, name, async () => {
    // Listed before it is known that the name is free: what is written there later belongs to somebody.
    const leftovers = await listLeftovers(ports.store, name);
    const formerTexts = await listLeftovers(ports.history, name);
    await checkFree(ports, name);
    const createdAt = timestampAt(ports.clock);
    const size = bytes.length * countCopies(ports);
    const release = await claimSkill(ports, user.id, { name, size, createdAt });
    try {
      await leftovers();
      await formerTexts();
      await ports.store.put(skillKey(name), bytes, { expect: null });
    } catch (error) {
      await release();
      if (readConflict(error) !== undefined || isInTheWay(error)) throw alreadyExists(name);
      throw error;
    }
    const kept = await loadWritten(ports, user, name, user.id);
    const incarnation = await recordCreation(ports, kept, { ownerId: user.id, createdAt, size });
    await storeText(ports, kept, incarnation);
    return await toVersioned(ports, kept);
  });
}

export interface SkillUpdate {
  readonly content: string;
  /** Versions of which one must be there; without it the last one to write wins. */
  readonly expect?: readonly string[];
}

export async function updateSkill(
  ports: StoredSkillPorts,
  user: User,
  name: string,
  { content, expect }: SkillUpdate,
): Promise<VersionedSkill> {
  return await changing(ports, { name, expect }, findFor(ports, user, name), async (found) => {
    const { version, incarnation } = found;
    const ownerId = found.ownerId ?? user.id;
    const draft = { name, content, ownerId, purpose: "update" } as const;
    const text = await ports.jobs.run("check-draft", draft, { owner: user.id });
    const bytes = encode(text);
    const size = (await readFile(ports, skillKey(name)))?.bytes.length ?? 0;
    const added = bytes.length * countCopies(ports) - size;
    return await resizeSkill(ports, ownerId, { name, added }, async () => {
      await ports.store.put(skillKey(name), bytes, { expect: version });
      const kept = await loadWritten(ports, user, name, ownerId);
      await storeText(ports, kept, incarnation);
      return await toVersioned(ports, kept);
    });
  });
}

/** Takes away the whole folder of a skill; first the file that makes it one. */
export async function deleteSkill(
  ports: StoredSkillPorts,
  user: User,
  name: string,
  { expect }: Pick<SkillUpdate, "expect"> = {},
): Promise<void> {
  await changing(ports, { name, expect }, findFor(ports, user, name), async (found) => {
    const { version, incarnation } = found;
    const leftovers = await listLeftovers(ports.store, name, skillKey(name));
    const formerTexts = await listLeftovers(ports.history, name);
    await ports.store.delete(skillKey(name), { expect: version });
    ports.known?.note(name, undefined);
    await leftovers();
    await formerTexts();
    await deleteRecord(ports, incarnation);
  });
}

/** Whoever has taken the name by now has removed what the old skill left in the database. */
async function deleteRecord(ports: StoredSkillPorts, incarnation: Incarnation): Promise<void> {
  const { name } = incarnation;
  await ports.database.query.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("skill_records")
      .where("name", "=", name)
      .where("owner_id", incarnation.ownerId === null ? "is" : "=", incarnation.ownerId)
      .where("created_at", "=", incarnation.createdAt)
      .executeTakeFirst();
    if (Number(numDeletedRows) > 0) await deleteRows(transaction, name);
  });
}

/** A text of a skill that was deleted at the same moment is not kept for the next one of its name. */
async function storeText(
  ports: StoredSkillPorts,
  kept: StoredSkill,
  incarnation: Incarnation,
): Promise<void> {
  const id = await storeVersion(ports, kept);
  if (!(await isCurrent(ports, incarnation))) await deleteVersion(ports, kept.name, id);
}

function findFor(ports: StoredSkillPorts, user: User, name: string): () => Promise<Changeable> {
  return () => findForChange(ports, user, name);
}

/** A file that cannot be read tells no owner, so only an administrator may mend or delete it. */
async function findForChange(
  ports: StoredSkillPorts,
  user: User,
  name: string,
): Promise<Changeable> {
  checkSkillName(name);
  const object = await readFile(ports, skillKey(name));
  if (object === undefined) throw notFound(name);
  const [kept] = await readOrSkip(ports, [{ name, object }], user.id);
  const ownerId = kept?.skill.ownership.userId;
  if (mayChange(user, { ownerId })) return { ownerId, version: object.version };
  if (kept === undefined || !(await isVisible(ports, user, kept))) throw notFound(name);
  throw refusal(
    storedSkillCodes.forbidden,
    "name",
    `You do not have permission to change skill '${name}'`,
  );
}

/** The texts that were saved of a skill; only those who may change it see them. */
export async function listSkillVersions(
  ports: StoredSkillPorts,
  user: User,
  name: string,
): Promise<readonly SkillVersion[]> {
  await findForChange(ports, user, name);
  return await listVersions(ports, name);
}

export async function readSkillVersion(
  ports: StoredSkillPorts,
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
  ports: StoredSkillPorts,
  user: User,
  name: string,
): Promise<Sharing> {
  await findForChange(ports, user, name);
  return await readSharing(ports, { kind: "skill", id: name });
}

export async function shareSkill(
  ports: StoredSkillPorts,
  user: User,
  name: string,
  sharing: Sharing,
): Promise<Sharing> {
  return await changeRecorded(ports, user, name, async ({ incarnation }) => {
    await checkSharing(ports, user, sharing);
    await share(ports, { kind: "skill", id: name }, sharing, (transaction) =>
      lockRecord(transaction, incarnation),
    );
    return await readSharing(ports, { kind: "skill", id: name });
  });
}

/** Does something that only those may do who may change a skill, in its turn and for this very skill. */
export async function changeRecorded<T>(
  ports: StoredSkillPorts,
  user: User,
  name: string,
  work: (found: RecordedSkill) => Promise<T>,
): Promise<T> {
  // Others are refused at once, so that no request waits behind them.
  await findForChange(ports, user, name);
  return await inTurn(
    ports,
    name,
    async () => await work(await findRecorded(ports, name, findFor(ports, user, name))),
  );
}

async function isVisible(
  ports: StoredSkillPorts,
  user: User,
  { name, skill }: StoredSkill,
): Promise<boolean> {
  return await maySee(ports, user, { kind: "skill", id: name, ownerId: skill.ownership.userId });
}

/** Names that differ in case alone are one name on many file systems. */
async function checkFree({ store }: StoredSkillPorts, name: string): Promise<void> {
  for await (const key of store.keys()) {
    const [other = "", file] = key.split("/");
    if (file !== SKILL_FILE || other.toLowerCase() !== name) continue;
    if (other === name) throw alreadyExists(name);
    throw refusal(
      storedSkillCodes.conflict,
      "name",
      `Skill name '${name}' conflicts with existing skill '${other}' (names are case-insensitive)`,
    );
  }
}

/** What this process has just written; not what another user has under that name by now. */
async function loadWritten(
  ports: StoredSkillPorts,
  user: User,
  name: string,
  ownerId: string,
): Promise<StoredSkill> {
  const kept = await loadSkill(ports, name, user.id);
  ports.known?.note(name, kept && toKnownSkill(kept));
  if (kept?.skill.ownership.userId !== ownerId) throw notFound(name);
  return kept;
}

/** A text that is saved is kept among the former ones at once. */
function countCopies({ history }: StoredSkillPorts): number {
  return history === undefined ? 1 : 2;
}

/** With the time that the store gave to the file: a skill is never older than its first version. */
async function recordCreation(
  { database }: StoredSkillPorts,
  { name, updatedAt: created_at }: StoredSkill,
  claimed: { readonly ownerId: string; readonly createdAt: string; readonly size: number },
): Promise<Incarnation> {
  const { ownerId, createdAt, size } = claimed;
  await database.query
    .updateTable("skill_records")
    .set({ created_at, size })
    .where("name", "=", name)
    .where("owner_id", "=", ownerId)
    .where("created_at", "=", createdAt)
    .execute();
  return { name, ownerId, createdAt: created_at };
}

async function toVersioned(
  { database }: StoredSkillPorts,
  kept: StoredSkill,
): Promise<VersionedSkill> {
  const row = await database.query
    .selectFrom("skill_records")
    .select("created_at")
    .where("name", "=", kept.name)
    .executeTakeFirst();
  return { detail: toDetail(kept, row?.created_at ?? kept.updatedAt), version: kept.version };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function alreadyExists(name: string): Error {
  return refusal(storedSkillCodes.conflict, "name", `Skill '${name}' already exists`);
}
