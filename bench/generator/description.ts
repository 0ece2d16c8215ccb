import type { QuantileTable, Random } from "./random.ts";
import type { Traits } from "./traits.ts";
import { cjkSentence, nouns, phrase, sentence, topics, verbs } from "./words.ts";
import { type ScalarStyle, scalarStyles, writeScalar } from "./yaml.ts";

const lengths: QuantileTable = [
  [0, 12],
  [0.003, 20],
  [0.1, 90],
  [0.25, 135],
  [0.5, 201],
  [0.75, 300],
  [0.95, 538],
  [0.99, 751],
  [0.9996, 1024],
  [1, 1900],
];

/** The `description` entry with its line end. */
export function writeDescription(random: Random, traits: Traits): string {
  if (traits.has("description-null")) return "description:\n";
  const style = random.weighted(scalarStyles);
  const text = traits.has("description-cjk") ? cjkText(random) : englishText(random, style);
  if (traits.has("description-tag")) {
    return writeScalar("description", `${text} Answers in <summary> tags.`, style);
  }
  return writeScalar("description", text, style);
}

/** A value that strict YAML refuses because of one character; repairable by quoting. */
export function writeBrokenDescription(random: Random, traits: Traits): string | undefined {
  const text = sentence(random);
  if (traits.has("unquoted-colon")) {
    return `description: ${text} Use when: the ${phrase(random)} is old.\n`;
  }
  if (traits.has("bad-scalar-start")) return `description: @${random.pick(topics)} ${text}\n`;
  if (traits.has("alias-start")) return `description: *${random.pick(verbs)}* ${text}\n`;
  return undefined;
}

function englishText(random: Random, style: ScalarStyle): string {
  const length = random.quantile(lengths);
  if (length < 40) return `${random.pick(verbs)} the ${random.pick(nouns)}`.slice(0, length);
  let text = sentence(random);
  // Block scalars are where people break lines; the others would fold or escape them.
  const separator = style === "literal" && random.chance(0.8) ? "\n" : " ";
  while (text.length + 45 < length) text += separator + sentence(random);
  if (text.length + 20 < length) {
    // Commas and colons are why people quote, so only quoted and block forms get a colon.
    const mark = style === "plain" || style === "next-line" ? " Triggers on" : " Triggers:";
    text += `${mark} ${random.sample(nouns, 3).join(", ")}.`;
  }
  return text.length > length + 60 ? text.slice(0, length).trimEnd() : text;
}

function cjkText(random: Random): string {
  const parts = random.integer(1, 4);
  return Array.from({ length: parts }, () => cjkSentence(random)).join("");
}
