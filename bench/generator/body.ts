import { codeFence } from "./code.ts";
import { featureBlocks } from "./features.ts";
import type { Random, Weighted } from "./random.ts";
import type { Traits } from "./traits.ts";
import { decorate, typographies } from "./typography.ts";
import { cjkSentence, phrase, sentence, sentences, title, topics } from "./words.ts";

export interface BodyOptions {
  readonly title: string;
  /** Wished size in UTF-8 bytes; met to about one block. */
  readonly bytes: number;
  readonly traits: Traits;
  /** Paths of sibling files to link to. */
  readonly links: readonly string[];
  /** Declared inputs, each used once as a placeholder. */
  readonly inputs: readonly string[];
}

type Block = (random: Random, isCjk: boolean) => string;

const blocks: Weighted<Block> = [
  [(random, isCjk) => `${sentences(random, random.integer(50, 280), isCjk)}\n`, 30],
  [wrappedParagraph, 6],
  [bulletList, 28],
  [numberedList, 9],
  [(random) => codeFence(random), 22],
  [table, 7],
  [(random, isCjk) => `> ${one(random, isCjk)}\n`, 3],
  [
    (random) =>
      `See <https://example.org/${random.pick(topics)}> and [the manual](https://example.org/m).\n`,
    2,
  ],
];

/** A markdown body: headings with paragraphs, lists, code, tables, links, and the traits' blocks. */
export function writeBody(random: Random, options: BodyOptions): string {
  const isCjk = options.traits.has("description-cjk");
  const typography = random.weighted(typographies);
  const features = featureBlocks(random, options.traits);
  const waiting = [
    ...features.inner,
    ...options.inputs.map((name) => `${title(random)}: {{${name}}}\n`),
    ...linkBlocks(random, options.links),
  ];
  const parts = [`# ${options.title}\n`];
  let size = options.title.length + waiting.join("").length;
  let rest = 0;
  while (size < options.bytes) {
    if (rest === 0) {
      const marks = random.chance(0.7) ? "##" : "###";
      parts.push(`${marks} ${title(random)}\n`);
      size += 20;
      rest = random.integer(1, 4);
      if (waiting.length > 0 && random.chance(0.5)) parts.push(waiting.shift() ?? "");
    }
    const text = decorate(random, random.weighted(blocks)(random, isCjk), typography);
    parts.push(text);
    size += Buffer.byteLength(text) + 1;
    rest -= 1;
  }
  parts.push(...waiting);
  if (features.last !== undefined) parts.push(features.last);
  return parts.join("\n");
}

function one(random: Random, isCjk: boolean): string {
  return isCjk ? cjkSentence(random) : sentence(random);
}

function linkBlocks(random: Random, links: readonly string[]): string[] {
  if (links.length === 0) return [];
  const chosen = random.sample(links, random.integer(1, 4));
  return [`${chosen.map((path) => `- [${title(random)}](${path})`).join("\n")}\n`];
}

function wrappedParagraph(random: Random, isCjk: boolean): string {
  const lines = Array.from({ length: random.integer(2, 6) }, () => one(random, isCjk));
  return `${lines.join("\n")}\n`;
}

function bulletList(random: Random, isCjk: boolean): string {
  const items = Array.from({ length: random.integer(2, 9) }, () => bulletItem(random, isCjk));
  return `${items.join("\n")}\n`;
}

function bulletItem(random: Random, isCjk: boolean): string {
  const kind = random.next();
  if (kind < 0.25) return `- **${title(random)}**: ${one(random, isCjk)}`;
  if (kind < 0.54) return `- ${phrase(random)}`;
  if (kind < 0.62) return `  - ${phrase(random)}`;
  if (kind < 0.68) return `- [ ] ${phrase(random)}`;
  return `- ${one(random, isCjk)}`;
}

function numberedList(random: Random, isCjk: boolean): string {
  const items = Array.from({ length: random.integer(3, 7) }, (_, index) => {
    const text = random.chance(0.5) ? one(random, isCjk) : phrase(random);
    return `${index + 1}. ${text}`;
  });
  return `${items.join("\n")}\n`;
}

function table(random: Random): string {
  const rows = Array.from(
    { length: random.integer(2, 6) },
    () => `| ${phrase(random)} | \`${random.pick(topics)}\` | ${random.integer(1, 99)} |`,
  );
  return `| ${title(random)} | Tool | Count |\n|---|---|---|\n${rows.join("\n")}\n`;
}
