import type { StoreObject } from "../../library/store/index.ts";
import { SkillError } from "../../skill/index.ts";
import { readKept } from "./check.ts";
import { type KeptSkill, toKept } from "./detail.ts";
import type { KnownSkill } from "./known.ts";
import { keyOf, readFile, type ShelfPorts } from "./ports.ts";

export async function loadSkill(ports: ShelfPorts, name: string): Promise<KeptSkill | undefined> {
  const object = await readFile(ports, keyOf(name));
  return object === undefined ? undefined : readObject(name, object);
}

function readObject(name: string, { bytes, version, modified }: StoreObject): KeptSkill {
  const text = new TextDecoder().decode(bytes);
  return toKept(name, readKept(name, text), { text, version, updatedAt: modified.toISOString() });
}

/** The same; what cannot be read is as if it were not there. */
export async function loadOrSkip(ports: ShelfPorts, name: string): Promise<KeptSkill | undefined> {
  const object = await readFile(ports, keyOf(name));
  return object === undefined ? undefined : readOrSkip(name, object);
}

export function readOrSkip(name: string, object: StoreObject): KeptSkill | undefined {
  try {
    return readObject(name, object);
  } catch (error) {
    if (SkillError.isInstance(error)) return undefined;
    throw error;
  }
}

export function toKnown({ name, version, updatedAt, skill }: KeptSkill): KnownSkill {
  return { name, version, updatedAt, ownerId: skill.ownership.userId };
}
