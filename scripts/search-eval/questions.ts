/** Questions with the skill that each of them means, of nine kinds. */
import type { Random } from "../../bench/generator/random.ts";
import type { EvalSkill } from "./skills.ts";

export interface Judged {
  readonly kind: Kind;
  readonly query: string;
  /** The name of the skill that is meant. */
  readonly slug: string;
}

export const KINDS = [
  "exact name",
  "beginning of the name",
  "one letter wrong",
  "two letters swapped",
  "mistyped in one piece",
  "one word too many",
  "another form of a word",
  "synonym",
  "natural language",
] as const;
export type Kind = (typeof KINDS)[number];

/** A question about a skill; undefined where it does not lend itself to that kind. */
type Maker = (skill: EvalSkill, random: Random, others: readonly string[]) => string | undefined;

const MAKERS: Readonly<Record<Kind, Maker>> = {
  "exact name": ({ slug }, random) => (random.chance(0.5) ? slug : slug.replaceAll("-", " ")),
  "beginning of the name": ({ slug }) =>
    slug.length < 6 ? undefined : slug.slice(0, Math.ceil(slug.length * 0.7)).replace(/-$/u, ""),
  "one letter wrong": (skill, random) => changeWord(skill, random, 4, mistype),
  "two letters swapped": (skill, random) => changeWord(skill, random, 3, swap),
  "mistyped in one piece": ({ slug }, random) => {
    const [start, ...others] = slug.split("-");
    if (others.length === 0 || !/^[a-z]+$/u.test(start ?? "")) return undefined;
    return random.pick([mistype, swap])(slug.replaceAll("-", ""), random);
  },
  "one word too many": ({ slug }, random, others) => {
    const words = slug.split("-");
    const extra = random.pick(others.filter((word) => !words.includes(word)));
    return (random.chance(0.5) ? [extra, ...words] : [...words, extra]).join(" ");
  },
  "another form of a word": (skill, random) => changeWord(skill, random, 4, inflect),
  synonym: ({ slug }, random) => {
    const words = slug.split("-");
    const places = words.flatMap((word, at) => (SYNONYMS.has(word) ? [at] : []));
    if (places.length === 0) return undefined;
    const at = random.pick(places);
    return words.with(at, SYNONYMS.get(words[at] ?? "") ?? "").join(" ");
  },
  "natural language": ({ request }) => request,
};

/** Written without a look at what the search knows. */
const PAIRS = `automation:automatic writer:author image:graphic photo:snapshot email:inbox code:source review:critique
test:check testing:verification debug:bughunt search:query research:investigate analysis:evaluation analyzer:examiner
report:writeup generator:maker builder:constructor creator:maker manager:organizer planner:organizer helper:assistant
guide:handbook video:film audio:recording docs:manual documentation:manual deploy:install security:safety audit:check
performance:efficiency optimize:improve optimizer:improver data:information database:datastore web:internet
frontend:client backend:server design:layout api:interface cli:console shell:bash git:versioning github:repository
commit:changeset python:snake docker:container kubernetes:cluster cloud:hosting monitor:observe tracker:follower
finance:accounting stock:shares market:trading news:headlines weather:climate music:songs voice:speech
translate:interpret summarize:condense extract:retrieve convert:change validate:verify compare:contrast
classify:categorize generate:compose publish:post clean:tidy archive:store encrypt:scramble visualize:draw
schedule:plan migrate:move recipe:dish invoice:bill contract:agreement ticket:issue survey:poll dataset:table
diagram:sketch newsletter:mailing glossary:dictionary itinerary:route receipt:slip lecture:talk`;
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  PAIRS.split(/\s+/u).map((pair) => pair.split(":") as [string, string]),
);

function changeWord(
  { slug }: EvalSkill,
  random: Random,
  least: number,
  change: (word: string, random: Random) => string | undefined,
): string | undefined {
  const words = slug.split("-");
  const places = words.flatMap((word, at) =>
    word.length >= least && /^[a-z]+$/u.test(word) ? [at] : [],
  );
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  const word = change(words[at] ?? "", random);
  return word === undefined ? undefined : words.with(at, word).join(" ");
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

function mistype(word: string, random: Random): string | undefined {
  const at = random.integer(0, word.length - 1);
  const letter = random.pick(Array.from(LETTERS).filter((one) => one !== word[at]));
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  return random.pick([before + letter + after, before + after, before + letter + word.slice(at)]);
}

function swap(word: string, random: Random): string | undefined {
  const places = Array.from(word.slice(1), (_, at) => at).filter((at) => word[at] !== word[at + 1]);
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  return `${word.slice(0, at)}${word[at + 1] ?? ""}${word[at] ?? ""}${word.slice(at + 2)}`;
}

function inflect(word: string, random: Random): string {
  if (/(?:[^s]s)$/u.test(word)) return word.slice(0, -1);
  if (/[^aeiou]y$/u.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh)$/u.test(word)) return `${word}es`;
  return random.chance(0.7) ? `${word}s` : `${word.replace(/e$/u, "")}ing`;
}

/** So many questions of each kind as there are, or `most`. */
export function judgedQuestions(
  skills: readonly EvalSkill[],
  random: Random,
  most: number,
): readonly Judged[] {
  const others = [
    ...new Set(
      skills.flatMap(({ description }) => description.toLowerCase().match(/[a-z]{4,}/gu) ?? []),
    ),
  ];
  return KINDS.flatMap((kind) => {
    const found: Judged[] = [];
    for (const skill of random.sample(skills, skills.length)) {
      const query = MAKERS[kind](skill, random, others);
      if (query !== undefined) found.push({ kind, query, slug: skill.slug });
      if (found.length === most) break;
    }
    return found;
  });
}
