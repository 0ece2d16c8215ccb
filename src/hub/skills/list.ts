import type { ListedObject } from "../../library/store/index.ts";
import { workAhead } from "../../platform/index.ts";
import { sharedWith, type User } from "../accounts/index.ts";
import { type StoredSkill, type SkillSummary, toSummary } from "./detail.ts";
import { byAge, type KnownSkill } from "./known.ts";
import { skillKey, readFile, SKILL_FILE, type StoredSkillPorts } from "./ports.ts";
import { knownSkill, loadOrSkip, readOrSkip, type SkillObject, toKnownSkill } from "./read.ts";

/** Of a store whose listing reads nothing, such as a bucket. */
const FILES_AT_ONCE = 16;

export interface ListOptions {
  /** Also what others have shared. */
  readonly withShared?: boolean;
}

export async function listSkills(
  ports: StoredSkillPorts,
  user: User,
  options: ListOptions = {},
): Promise<readonly SkillSummary[]> {
  return (await listStored(ports, user, options)).map(toSummary);
}

/** Newest first. What cannot be read is passed over: one bad file must not hide the others. */
export async function listStored(
  ports: StoredSkillPorts,
  user: User,
  options: ListOptions = {},
): Promise<readonly StoredSkill[]> {
  const isListed = await listedFor(ports, user, options);
  const all = await loadSkills(ports, isListed);
  return all.filter((kept) => isListed(toKnownSkill(kept))).toSorted(byAge);
}

/** Files that a worker reads with one message. */
const BATCH = 64;

interface ListScan {
  readonly found: readonly StoredSkill[];
  /** Those of others, which are as they were when they were last looked at. */
  readonly passed: readonly KnownSkill[];
}

async function readAll(ports: StoredSkillPorts, isWanted: SkillFilter): Promise<ListScan> {
  const found: StoredSkill[] = [];
  const passed: KnownSkill[] = [];
  const known = new Map(ports.known?.all()?.map((skill) => [skill.name, skill]));
  let batch: SkillObject[] = [];
  const readBatch = async (): Promise<void> => {
    const skills = await Promise.all(batch.map((skill) => withBytes(ports, skill)));
    batch = [];
    for (const kept of await readOrSkip(ports, skills)) if (kept !== undefined) found.push(kept);
  };
  const load = async (listed: ListedSkill): Promise<SkillObject | undefined> => {
    const last = known.get(listed.name);
    // Its owner cannot have changed without its version, so that skills of other users need not be read.
    if (last?.version !== listed.object.version || isWanted(last))
      return await loadListed(ports, listed);
    passed.push(last);
    return undefined;
  };
  for await (const skill of workAhead(listFiles(ports), FILES_AT_ONCE, load)) {
    if (skill !== undefined) batch.push(skill);
    if (batch.length >= BATCH) await readBatch();
  }
  await readBatch();
  return { found, passed };
}

type SkillFilter = (skill: KnownSkill) => boolean;

/** What was known of a version may have been forgotten since it was listed. */
async function withBytes(ports: StoredSkillPorts, skill: SkillObject): Promise<SkillObject> {
  const { name, object } = skill;
  if (object.bytes !== NOTHING || ports.cache?.get(name, object.version) !== undefined)
    return skill;
  const again = await readFile(ports, skillKey(name));
  return again === undefined ? skill : { name, object: again };
}

async function* listFiles(ports: StoredSkillPorts): AsyncGenerator<ListedSkill, void> {
  for await (const object of ports.store.objects?.() ?? ports.store.list()) {
    const [name = "", file, ...rest] = object.key.split("/");
    if (file === SKILL_FILE && rest.length === 0) yield { name, object };
  }
}

interface ListedSkill {
  readonly name: string;
  readonly object: ListedObject;
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** The bytes of a file, if they are needed: a listing may have read them, and what is known is not read again. */
async function loadListed(
  ports: StoredSkillPorts,
  { name, object: { bytes, ...entry } }: ListedSkill,
): Promise<SkillObject | undefined> {
  if (bytes !== undefined) return { name, object: { ...entry, bytes } };
  if (ports.cache?.get(name, entry.version) !== undefined)
    return { name, object: { ...entry, bytes: NOTHING } };
  const object = await readFile(ports, skillKey(name));
  return object === undefined ? undefined : { name, object };
}

/** Looks at every skill, whoever's it is, so that the newest can be told at once from then on. */
export async function surveySkills(ports: StoredSkillPorts): Promise<readonly StoredSkill[]> {
  return await loadSkills(ports, () => true);
}

async function loadSkills(
  ports: StoredSkillPorts,
  isWanted: SkillFilter,
): Promise<readonly StoredSkill[]> {
  const keep = ports.known?.look();
  let all: ListScan | undefined;
  try {
    all = await readAll(ports, isWanted);
    return all.found;
  } finally {
    keep?.(all && [...all.found.map(toKnownSkill), ...all.passed]);
  }
}

/** The newest ones as they were when all were last looked at, and how many there were. */
export async function listNewest(
  ports: StoredSkillPorts,
  user: User,
  { limit, ...options }: ListOptions & { readonly limit: number },
): Promise<{ readonly skills: readonly StoredSkill[]; readonly total: number }> {
  let known = ports.known?.all();
  if (known === undefined) {
    // Looking at all of them twice at the same time would take twice as long.
    await ports.known?.looked();
    known = ports.known?.all();
  }
  if (known === undefined) {
    const all = await listStored(ports, user, options);
    return { skills: all.slice(0, limit), total: all.length };
  }
  const listed = known.filter(await listedFor(ports, user, options));
  const skills: StoredSkill[] = [];
  for (const one of listed.slice(0, limit)) {
    const kept = knownSkill(ports, one) ?? (await loadOrSkip(ports, one.name));
    if (kept !== undefined) skills.push(kept);
  }
  return { skills, total: listed.length };
}

async function listedFor(
  ports: StoredSkillPorts,
  user: User,
  { withShared = false }: ListOptions,
): Promise<(skill: KnownSkill) => boolean> {
  const shared = new Set(withShared ? await sharedWith(ports, user, "skill") : []);
  return ({ name, ownerId }) => user.role === "admin" || ownerId === user.id || shared.has(name);
}
