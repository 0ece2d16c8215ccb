import type { StoreObject } from "../../library/store/index.ts";
import { jobCodes } from "../../platform/jobs/index.ts";
import { SkillError } from "../../skill/index.ts";
import { type StoredSkill, toStoredSkill } from "./detail.ts";
import type { KnownSkill } from "./known.ts";
import { skillKey, readFile, type StoredSkillPorts } from "./ports.ts";
import type { SkillReading } from "./reading/index.ts";

/** A skill as it lies in the store, with its name. */
export interface SkillObject {
  readonly name: string;
  readonly object: StoreObject;
}

/** `reader`: for whom it is read, where it is a user. */
export async function loadSkill(
  ports: StoredSkillPorts,
  name: string,
  reader?: string,
): Promise<StoredSkill | undefined> {
  const object = await readFile(ports, skillKey(name));
  if (object === undefined) return undefined;
  const [reading] = await readStored(ports, [{ name, object }], reader);
  if (reading === undefined) return undefined;
  if ("refusal" in reading) throw new SkillError(reading.refusal);
  return storedSkillIn({ name, object }, reading);
}

/** The same; what cannot be read is as if it were not there. */
export async function loadOrSkip(
  ports: StoredSkillPorts,
  name: string,
): Promise<StoredSkill | undefined> {
  const object = await readFile(ports, skillKey(name));
  if (object === undefined) return undefined;
  const [kept] = await readOrSkip(ports, [{ name, object }]);
  return kept;
}

/** What is known of a version without a look at the store. */
export function knownSkill(
  { cache }: StoredSkillPorts,
  { name, version, updatedAt }: KnownSkill,
): StoredSkill | undefined {
  const reading = cache?.get(name, version);
  if (reading === undefined || "refusal" in reading) return undefined;
  return toStoredSkill(reading.content, { name, version, updatedAt });
}

/** In the order of what was given; undefined for what cannot be read. */
export async function readOrSkip(
  ports: StoredSkillPorts,
  skills: readonly SkillObject[],
  reader?: string,
): Promise<readonly (StoredSkill | undefined)[]> {
  const readings = await readStored(ports, skills, reader);
  return skills.map((skill, index) => storedSkillIn(skill, readings[index]));
}

function storedSkillIn(
  { name, object: { version, modified } }: SkillObject,
  reading: SkillReading | undefined,
): StoredSkill | undefined {
  if (reading === undefined || "refusal" in reading) return undefined;
  return toStoredSkill(reading.content, { name, version, updatedAt: modified.toISOString() });
}

/** Only what is not known of these versions is read, in a worker. */
async function readStored(
  ports: StoredSkillPorts,
  skills: readonly SkillObject[],
  reader: string | undefined,
): Promise<readonly SkillReading[]> {
  const known = skills.map(({ name, object }) => ports.cache?.get(name, object.version));
  const unknown = skills.filter((_, index) => known[index] === undefined);
  const read = (await readAll(ports, unknown, reader))[Symbol.iterator]();
  return known.map((reading) => {
    if (reading !== undefined) return reading;
    const next = read.next();
    if (next.done === true)
      throw new Error("A worker gave fewer readings than it was given skills.");
    return next.value;
  });
}

async function readAll(
  ports: StoredSkillPorts,
  skills: readonly SkillObject[],
  reader: string | undefined,
): Promise<readonly SkillReading[]> {
  if (skills.length === 0) return [];
  const sources = skills.map(({ name, object: { bytes } }) => ({ name, bytes }));
  let readings: readonly SkillReading[];
  try {
    readings = await ports.jobs.run(
      "read-skills",
      sources,
      reader === undefined ? {} : { owner: reader },
    );
  } catch (error) {
    const refusal = findLimit(error);
    if (refusal === undefined) throw error;
    // One of them is the reason; the others must not suffer for it.
    if (skills.length > 1)
      return (await Promise.all(skills.map((skill) => readAll(ports, [skill], reader)))).flat();
    readings = [{ refusal }];
  }
  for (const [index, { name, object }] of skills.entries()) {
    const reading = readings[index];
    if (reading !== undefined) ports.cache?.set(name, object.version, reading);
  }
  return readings;
}

const LIMITS: ReadonlySet<string> = new Set([jobCodes.time, jobCodes.memory, jobCodes.output]);

function findLimit(error: unknown): SkillError["diagnostic"] | undefined {
  if (!SkillError.isInstance(error)) return undefined;
  return LIMITS.has(error.diagnostic.code) ? error.diagnostic : undefined;
}

export function toKnownSkill({ name, version, updatedAt, skill }: StoredSkill): KnownSkill {
  return { name, version, updatedAt, ownerId: skill.ownership.userId };
}
