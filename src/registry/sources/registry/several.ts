import { isObject, type JsonObject, SkillError } from "../../../skill/index.ts";
import { registryCodes } from "../../errors.ts";
import { REGISTRY_PATH } from "../../contract/index.ts";
import { fetchJsonObject, type WebOptions } from "../http.ts";
import { objectIn } from "./wire.ts";

/** So many does a registry tell of in one answer. */
const MOST_NAMES = 50;

export interface OfferedSkill {
  readonly name: string;
  readonly skill: JsonObject;
  /** All that the registry says of the latest version; empty where there is none. */
  readonly latest: JsonObject;
}

/** What a registry says of several skills; nothing of those that it does not know, or where it cannot say it at once. */
export async function readSeveral(
  address: string,
  names: readonly string[],
  options: WebOptions,
): Promise<readonly OfferedSkill[]> {
  const told: OfferedSkill[] = [];
  const waiting: (readonly string[])[] = [];
  for (let start = 0; start < names.length; start += MOST_NAMES)
    waiting.push(names.slice(start, start + MOST_NAMES));
  for (let some = waiting.shift(); some !== undefined; some = waiting.shift()) {
    const answer = await fetchOffers(address, some, options);
    // One of an earlier version has no such answer.
    if (answer === undefined) break;
    if (answer === "too-large") {
      // Less fits; one skill that is too large alone is read page by page.
      const half = Math.ceil(some.length / 2);
      if (some.length > 1) waiting.unshift(some.slice(0, half), some.slice(half));
      continue;
    }
    const latest = objectIn(answer, "latest");
    for (const [name, skill] of Object.entries(objectIn(answer, "skills")))
      if (isObject(skill)) told.push({ name, skill, latest: objectIn(latest, name) });
  }
  return told;
}

async function fetchOffers(
  address: string,
  names: readonly string[],
  options: WebOptions,
): Promise<JsonObject | "too-large" | undefined> {
  const words = new URLSearchParams({ names: names.join(",") });
  const url = `${address}${REGISTRY_PATH}/offers?${words.toString()}`;
  try {
    return await fetchJsonObject({ url }, options);
  } catch (error) {
    const isTooLarge =
      SkillError.isInstance(error) && error.diagnostic.code === registryCodes.tooLarge;
    if (isTooLarge) return "too-large";
    throw error;
  }
}

/** Does for all names of one moment what was asked for in several calls. */
export function fetchTogether(
  work: (names: readonly string[]) => Promise<void>,
): (names: readonly string[]) => Promise<void> {
  let waiting: Set<string> | undefined;
  let task = Promise.resolve();
  const begin = async (names: Set<string>): Promise<void> => {
    // Whoever asks at the same moment has asked once this goes on.
    await Promise.resolve();
    waiting = undefined;
    await work([...names]);
  };
  return (names) => {
    const all = waiting ?? new Set();
    for (const name of names) all.add(name);
    if (waiting === undefined) {
      waiting = all;
      task = begin(all);
    }
    return task;
  };
}
