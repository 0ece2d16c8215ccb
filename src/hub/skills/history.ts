/** Former texts of skills, so that a change can be looked at and taken back. */
import type { Store } from "../../library/store/index.ts";
import { SkillError } from "../../skill/index.ts";
import type { StoredSkill } from "./detail.ts";
import { refusal, storedSkillCodes } from "./reading/diagnostics.ts";

/** What a history needs to know of the stored skills. */
export interface HistoryPorts {
  /** Holds `NAME/MOMENT-VERSION` for every text that was saved; absent: none are kept. */
  readonly history?: Store;
}

export interface SkillVersion {
  /** Newer ones sort later. */
  readonly id: string;
  readonly saved_at: string;
  readonly size: number;
}

/** Older ones are forgotten. */
const MOST_VERSIONS = 50;

/** The text is saved already when this is asked for; a history that fails is no reason to say that it was not. */
export async function storeVersion(
  { history }: HistoryPorts,
  kept: StoredSkill,
): Promise<string | undefined> {
  if (history === undefined) return undefined;
  try {
    return await addVersion(history, kept);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return undefined;
  }
}

async function addVersion(
  history: Store,
  { name, version, updatedAt, text }: StoredSkill,
): Promise<string | undefined> {
  const known = await listIds(history, name);
  const mark = version.replaceAll(/[^\w]/gu, "").slice(0, 16);
  // The same text once more is no new version.
  if (known.at(-1)?.endsWith(`-${mark}`) === true) return undefined;
  const id = `${updatedAt.replaceAll(/[:.]/gu, "-")}-${mark}`;
  await history.put(`${name}/${id}`, new TextEncoder().encode(text));
  const extra = [...known, id].slice(0, -MOST_VERSIONS);
  for (const old of extra) await history.delete(`${name}/${old}`);
  return id;
}

/** Newest first. Only those who may change a skill see what it said before it was shared. */
export async function listVersions(
  { history }: HistoryPorts,
  name: string,
): Promise<readonly SkillVersion[]> {
  if (history === undefined) return [];
  const found: SkillVersion[] = [];
  for await (const { key, size } of history.list(`${name}/`)) {
    const id = key.slice(name.length + 1);
    found.push({ id, saved_at: timeIn(id), size });
  }
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

export async function readVersion(
  { history }: HistoryPorts,
  name: string,
  id: string,
): Promise<string> {
  const isId = /^[\w-]+$/u.test(id);
  const object = isId ? await history?.get(`${name}/${id}`) : undefined;
  if (object === undefined)
    throw refusal(storedSkillCodes.notFound, "version", `Skill '${name}' has no version '${id}'`);
  return new TextDecoder().decode(object.bytes);
}

/** Takes back a text of a skill whose name belongs to another one by now. */
export async function deleteVersion(
  { history }: HistoryPorts,
  name: string,
  id: string | undefined,
): Promise<void> {
  if (id !== undefined) await history?.delete(`${name}/${id}`);
}

async function listIds(history: Store, name: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const key of history.keys(`${name}/`)) ids.push(key.slice(name.length + 1));
  return ids.toSorted((a, b) => (a < b ? -1 : 1));
}

/** `2026-11-15T16-49-00-123Z-…` back to a moment. */
function timeIn(id: string): string {
  const [, day = "", hour = "", minute = "", second = "", rest = ""] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d+)Z/u.exec(id) ?? [];
  return `${day}T${hour}:${minute}:${second}.${rest}Z`;
}
