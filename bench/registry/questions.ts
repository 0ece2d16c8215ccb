import type { SearchRequest } from "../../src/registry/contract/index.ts";
import { createRandom } from "../generate.ts";
import { nouns, verbs } from "../generator/words.ts";

export interface Question extends SearchRequest {
  readonly label: string;
}

const EACH = 60;

/** What people ask for: words that half of all skills have, beginnings of words, names, and facets beside them. */
export function questions(slugs: readonly string[], seed: number): readonly Question[] {
  const random = createRandom(seed);
  const noun = (): string => random.pick(nouns);
  const kinds: Readonly<Record<string, () => SearchRequest>> = {
    word: () => ({ query: noun() }),
    words: () => ({ query: `${random.pick(verbs)} ${noun()}` }),
    "three words": () => ({ query: `${random.pick(verbs)} ${noun()} ${noun()}` }),
    beginning: () => ({ query: noun().slice(0, 3) }),
    name: () => ({ query: random.pick(slugs) }),
    tier: () => ({ query: noun(), tiers: ["verified"] }),
    permission: () => ({ query: noun(), permissions: ["network:read"], tiers: ["community"] }),
    nothing: () => ({ query: `${noun()}zzqx` }),
  };
  return Array.from({ length: EACH }, () =>
    Object.entries(kinds).map(([label, make]) => ({ label, ...make() })),
  ).flat();
}
