/** First cases for a skill, made of what its description and instructions say. They are a start for a person. */
import { bodyOf, type ReadSkill } from "../../skill/index.ts";
import { withoutEnd } from "../../skill/model/index.ts";
import { splitDescription } from "./collisions/clauses.ts";
import { EMPTY_CASE, type EvalCase, type EvalSuite, NO_TRIGGER } from "./model.ts";
import { slugOf } from "./read.ts";

const MOST_USES = 6;
const MOST_STEPS = 5;

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

export function draftSuites(name: string, { skill, document }: ReadSkill): DraftedSuites {
  const { description = "", whenToUse = "" } = skill.guidance;
  const { uses, requests, exclusions } = splitDescription(`${description} ${whenToUse}`.trim());
  const wanted = [...requests, ...uses.map(({ core }) => core)].slice(0, MOST_USES).map(toRequest);
  const fallback = wanted.length === 0 ? [`Help me with ${name.replaceAll("-", " ")}.`] : wanted;
  const triggers = [
    ...fallback.map((prompt) =>
      toCase(prompt, {
        trigger: { ...NO_TRIGGER, fires: [name] },
        rationale: "Made of the description; replace it by the words of a user.",
      }),
    ),
    ...exclusions.slice(0, MOST_USES).map((sentence) =>
      toCase(toRequest(sentence.replace(/^.*?\b(?:for|when|if)\b\s*/iu, "")), {
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
      output: "Say here what a good answer holds.",
      assertions: stepsOf(bodyOf(document)).map((step) => ({
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
  return { ...EMPTY_CASE, id: slugOf(prompt), prompt, ...more };
}

function unique(cases: readonly EvalCase[]): readonly EvalCase[] {
  return [...new Map(cases.map((item) => [item.prompt.toLowerCase(), item])).values()];
}

/** A clause as somebody would ask for it. */
function toRequest(clause: string): string {
  const text = withoutEnd(clause, ".。").trim();
  const asked = ASKED.exec(text)?.groups;
  const said =
    asked === undefined
      ? imperative(text)
      : `${WORDS[asked["how"] ?? ""] ?? ""}${asked["what"] ?? ""}`;
  const request = said.charAt(0).toUpperCase() + said.slice(1);
  return /[?!]$/u.test(request) ? request : `${request}.`;
}

/** `pastes a transcript or asks for minutes`: what the user asks for is the request. */
const ASKED = /\b(?:asks?|wants?|needs?|requests?) (?<how>for|to|about) (?<what>.+)/iu;
const WORDS: { readonly [how: string]: string } = {
  for: "I need ",
  to: "",
  about: "Tell me about ",
};

/** `Turns notes into minutes` says what the skill does; a user says `Turn notes into minutes`. */
function imperative(text: string): string {
  return text.replace(
    /^(?<verb>\p{L}{2,}?)(?<end>ies|(?<=ss|sh|ch|x|z|o)es|(?<![sui])s)(?= (?!(?:and|for|from|in|of|on|that|to|with)\b))/iu,
    (_whole, verb: string, end: string) => (end === "ies" ? `${verb}y` : verb),
  );
}

/** The numbered steps of the instructions. */
function stepsOf(body: string): readonly string[] {
  const steps = [...body.matchAll(/^\s{0,3}\d{1,3}[.)]\s+(.+)$/gmu)].map((match) =>
    (match[1] ?? "")
      .replaceAll(/\[([^[\]]{1,200})\]\([^()]{0,300}\)/gu, "$1")
      .replaceAll(/[*_`]/gu, "")
      .trim(),
  );
  return steps.slice(0, MOST_STEPS);
}
