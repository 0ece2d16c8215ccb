/** First cases for a skill, made of what its description and instructions say. They are a start for a person. */
import { bodyOf, type ReadSkill } from "../../skill/index.ts";
import { withoutEnd } from "../../skill/model/index.ts";
import { splitDescription } from "./collisions/clauses.ts";
import { wordSpace } from "./collisions/index.ts";
import { EMPTY_CASE, type EvalCase, type EvalSuite, NO_TRIGGER, toSlug } from "./model.ts";

const MOST_USES = 6;
const MOST_STEPS = 5;
const MOST_NEIGHBOURS = 3;

/** Requests that no skill of a library should answer to. */
const UNRELATED: readonly string[] = [
  "What is the capital of Portugal?",
  "Thanks, that is all for today.",
];

export interface DraftedSuites {
  /** When the skill has to load. */
  readonly triggers: EvalSuite;
  /** What a good answer holds. */
  readonly answers: EvalSuite;
}

/** A skill that lies beside the one that cases are drafted for. */
export interface Neighbour {
  readonly name: string;
  readonly description: string;
}

export function draftSuites(
  name: string,
  { skill, document }: ReadSkill,
  neighbours: readonly Neighbour[] = [],
): DraftedSuites {
  const { description = "", whenToUse = "" } = skill.guidance;
  const said = `${description} ${whenToUse}`.trim();
  const { exclusions } = splitDescription(said);
  const wanted = requestsIn(said).slice(0, MOST_USES);
  const fallback = wanted.length === 0 ? [`Help me with ${name.replaceAll("-", " ")}.`] : wanted;
  const triggers = [
    ...fallback.map((prompt) =>
      toCase(prompt, {
        trigger: { ...NO_TRIGGER, fires: [name] },
        rationale: "Made of the description; replace it by the words of a user.",
      }),
    ),
    ...nearest(
      said,
      neighbours.filter((other) => other.name !== name),
    ).flatMap((other) =>
      requestsIn(other.description)
        .slice(0, 1)
        .map((prompt) =>
          toCase(prompt, {
            trigger: { ...NO_TRIGGER, fires: [other.name], silent: [name] },
            rationale: `A near miss, made of the description of ${other.name}.`,
          }),
        ),
    ),
    ...exclusions.slice(0, MOST_USES).map((sentence) =>
      toCase(toRequest(withoutAsides(sentence).replace(/^.*?\b(?:for|when|if)\b\s*/iu, "")), {
        trigger: { ...NO_TRIGGER, silent: [name] },
        rationale: `The description excludes it: ${sentence}`,
      }),
    ),
    ...UNRELATED.map((prompt) =>
      toCase(prompt, {
        trigger: { ...NO_TRIGGER, silent: [name] },
        rationale: "It has nothing to do with the skill.",
      }),
    ),
  ];
  const [first = ""] = fallback;
  const answers = [
    toCase(first, {
      id: "1",
      assertions: findSteps(bodyOf(document)).map((step) => ({
        text: `The answer follows the instruction: ${step}`,
      })),
    }),
  ];
  return {
    triggers: { skill: name, defaults: {}, cases: unique(triggers), extensions: {} },
    answers: { skill: name, defaults: {}, cases: answers, extensions: {} },
  };
}

function toCase(prompt: string, more: Partial<EvalCase>): EvalCase {
  return { ...EMPTY_CASE, id: toSlug(prompt), prompt, ...more };
}

function requestsIn(description: string): readonly string[] {
  const { requests, uses } = splitDescription(description);
  return [...requests, ...uses.map(({ core }) => core)].map(toRequest);
}

function withoutAsides(text: string): string {
  return text.replaceAll(/\s?\([^()]{0,300}\)/gu, "");
}

/** The skills whose descriptions have most in common with this one. */
function nearest(said: string, neighbours: readonly Neighbour[]): readonly Neighbour[] {
  const space = wordSpace([said, ...neighbours.map(({ description }) => description)]);
  return neighbours
    .map((neighbour, index) => ({ neighbour, index: index + 1 }))
    .filter(({ index }) => space.compare(0, index) > 0)
    .toSorted((a, b) => space.compare(0, b.index) - space.compare(0, a.index))
    .slice(0, MOST_NEIGHBOURS)
    .map(({ neighbour }) => neighbour);
}

function unique(cases: readonly EvalCase[]): readonly EvalCase[] {
  return [...new Map(cases.map((item) => [item.prompt.toLowerCase(), item])).values()];
}

/** A clause as a user would ask for it. */
function toRequest(clause: string): string {
  const text = withoutEnd(clause, ".。").trim();
  const asked = ASKED.exec(text)?.groups;
  const said =
    asked === undefined
      ? imperative(text)
      : `${WORDS[asked["how"] ?? ""] ?? ""}${asked["what"] ?? ""}`;
  const isActivity = /^\p{L}{2,}ing\s/iu.test(said);
  const whole = isActivity ? `help me with ${said.charAt(0).toLowerCase()}${said.slice(1)}` : said;
  const request = whole.charAt(0).toUpperCase() + whole.slice(1);
  return /[?!]$/u.test(request) ? request : `${request}.`;
}

/** `pastes a transcript or asks for minutes`: what the user asks for is the request. */
const ASKED = /\b(?:asks?|wants?|needs?|requests?) (?<how>for|to|about) (?<what>.+)/iu;
const WORDS: { readonly [how: string]: string } = {
  for: "I need ",
  to: "",
  about: "Tell me about ",
};

/** An ending of the third person, before what can follow a verb. */
const SAYS =
  "(?<verb>\\p{L}{2,}?)(?<end>ies|(?<=ss|sh|ch|x|z|o)es|(?<![sui])s)(?= (?!(?:and(?! \\p{L}+s\\b)|for|from|in|into|of|on|that|to|with)\\b))";
const FIRST_VERB = new RegExp(`^(?:${SAYS}|(?<phrasal>fill|log|plug|sign)s(?= in\\b))`, "iu");
const NEXT_VERB = new RegExp(`(?<=\\band )${SAYS}`, "gu");

/** `Turns notes into minutes` says what the skill does; a user says `Turn notes into minutes`. */
function imperative(text: string): string {
  const first = text.replace(FIRST_VERB, plainVerb);
  return first === text ? text : first.replaceAll(NEXT_VERB, plainVerb);
}

function plainVerb(...match: readonly unknown[]): string {
  // The last argument of a replacement has the groups.
  const { verb = "", end, phrasal } = match.at(-1) as { readonly [name: string]: string };
  return phrasal ?? (end === "ies" ? `${verb}y` : verb);
}

/** The numbered steps of the instructions. */
function findSteps(body: string): readonly string[] {
  const steps = [...body.matchAll(/^\s{0,3}\d{1,3}[.)]\s+(.+)$/gmu)].map((match) =>
    (match[1] ?? "")
      .replaceAll(/\[([^[\]]{1,200})\]\([^()]{0,300}\)/gu, "$1")
      .replaceAll(/[*_`]/gu, "")
      .trim(),
  );
  return steps.slice(0, MOST_STEPS);
}
