import { SkillError } from "../../skill/index.ts";
import type { Agree, AppliedSkill, ReviewOptions, SignerOptions } from "../install/index.ts";
import type { Wanted } from "../sources/open-source.ts";

interface EachOptions {
  readonly open: (word: string) => Promise<readonly Wanted[]>;
  /** All of them in one step, or none. */
  readonly place: (wanted: readonly Wanted[]) => Promise<readonly AppliedSkill[]>;
  readonly onRefused: (source: string, refusal: SkillError) => void;
}

/** Installs what can be had of a list. Throws the first refusal where nothing can. */
export async function installEach(
  words: readonly string[],
  { open, place, onRefused }: EachOptions,
): Promise<readonly AppliedSkill[]> {
  const refused: { readonly source: string; readonly refusal: SkillError }[] = [];
  const attempt = async <T>(source: string, work: () => Promise<readonly T[]>) => {
    try {
      return await work();
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
      refused.push({ source, refusal: error });
      return [];
    }
  };
  const wanted: Wanted[] = [];
  for (const word of words) wanted.push(...(await attempt(word, () => open(word))));
  const applied = await placeAll(wanted, place, attempt);
  const [first] = refused;
  if (first !== undefined && applied.length === 0) throw first.refusal;
  for (const { source, refusal } of refused) onRefused(source, refusal);
  return applied;
}

/** At once where nothing is refused, which is fast; else one by one, in their order. */
async function placeAll(
  wanted: readonly Wanted[],
  place: EachOptions["place"],
  attempt: <T>(source: string, work: () => Promise<readonly T[]>) => Promise<readonly T[]>,
): Promise<readonly AppliedSkill[]> {
  const [only, ...more] = wanted;
  if (only === undefined) return [];
  if (more.length === 0) return await attempt(only.name, () => place(wanted));
  try {
    return await place(wanted);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
  }
  const applied = new Map<string, AppliedSkill>();
  for (const item of wanted)
    for (const skill of await attempt(item.name, () => place([item])))
      // What came with one stands unchanged beside the next.
      if (skill.done !== "unchanged" || !applied.has(skill.name)) applied.set(skill.name, skill);
  return [...applied.values()];
}

type Questions = Pick<SignerOptions, "agreeToSigner"> &
  Pick<ReviewOptions, "agreeToReview"> & { readonly agree?: Agree };

/** The same questions, each of which is put to a person only once, however often it comes up. */
export function askedOnce({ agree, agreeToSigner, agreeToReview }: Questions): Questions {
  const answers = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    // A key stands for one question, which is always answered in the same type.
    const task = (answers.get(key) as Promise<T> | undefined) ?? ask();
    answers.set(key, task);
    return task;
  };
  return {
    ...(agree === undefined
      ? {}
      : {
          agree: (request, allowed) =>
            once(`permissions ${request.entry.name} ${request.entry.integrity}`, () =>
              agree(request, allowed),
            ),
        }),
    ...(agreeToSigner === undefined
      ? {}
      : {
          agreeToSigner: (change) => once(`signer ${change.name}`, () => agreeToSigner(change)),
        }),
    ...(agreeToReview === undefined
      ? {}
      : {
          agreeToReview: (name, found) => once(`review ${name}`, () => agreeToReview(name, found)),
        }),
  };
}
