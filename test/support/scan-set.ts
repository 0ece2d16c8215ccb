/**
 * Skills that were written to measure the scanner: attacks in classes and honest look-alikes. They are split in halves by a
 * seed. Rules may be made with the `tuning` half in view; the other is measured and reported as it is.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface SampleFile {
  readonly path: string;
  readonly content: string;
}

export interface Sample {
  /** Class and number. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly description: string;
  /** The Markdown of SKILL.md below its frontmatter and title. */
  readonly body: string;
  readonly files: readonly SampleFile[];
  readonly part: "tuning" | "held-out";
}

const FOLDER = join(import.meta.dirname, "..", "scan-set");
const SEED = 20261116;

export function readAttacks(): readonly Sample[] {
  return [...readSamples("attacks-code.txt"), ...readSamples("attacks-prose.txt")];
}

export function readBenign(): readonly Sample[] {
  return readSamples("benign.txt");
}

/**
 * Attacks by an author who had read the rules, and look-alikes of them; in halves like the others. Each set was written
 * after the rules had been widened with the one before in view: `adversarial` in fresh wording, `evasive` without the
 * words of the lists, `unseen` in other stories and by other ways, with no list open, `novel`, `fresh` and `later` in the same
 * way later. Weights (`npm run scan:weights`) are made from both halves of all of these.
 * No rule is made with any of `heldout` or `sealed` in view, and no weight with them.
 */
export const SETS = ["adversarial", "evasive", "unseen", "novel", "fresh", "later"] as const;

/** Attacks and honest skills in pairs, in the same words about the same matter, to learn from alone. */
export const PAIRS = [
  "pairs-secrets",
  "pairs-control",
  "pairs-results",
  "pairs-supply",
  "pairs-operations",
  "pairs-home",
  "pairs-developers",
  "pairs-professions",
] as const;

/** `outside` is by authors who have never seen the scanner. */
export const HELD_OUT_SETS = ["heldout", "sealed", "outside"] as const;

type SetName = (typeof SETS | typeof PAIRS | typeof HELD_OUT_SETS)[number];

export function readSet(name: SetName): {
  readonly attacks: readonly Sample[];
  readonly benign: readonly Sample[];
} {
  return {
    attacks: readSamples(`${name}-attacks.txt`),
    benign: readSamples(`${name}-benign.txt`),
  };
}

function readSamples(name: string): readonly Sample[] {
  const text = readFileSync(join(FOLDER, name), "utf8");
  const samples = text.split(/^@@ /mu).slice(1).map(sampleOf);
  const ranks = new Map<string, number>();
  // Half of each class, whatever the class is.
  for (const kind of new Set(samples.map((sample) => sample.kind))) {
    const inside = samples.filter((sample) => sample.kind === kind);
    inside.sort((a, b) => hash(a.id) - hash(b.id));
    for (const [rank, { id }] of inside.entries()) ranks.set(id, rank % 2);
  }
  return samples.map((sample) => ({
    ...sample,
    part: ranks.get(sample.id) === 0 ? "tuning" : "held-out",
  }));
}

function sampleOf(text: string): Sample {
  const [header = "", ...lines] = text.split("\n");
  const [id = "", name = "", description = ""] = header.split(" | ");
  const [body = "", ...parts] = lines.join("\n").split(/^\+\+\+ /mu);
  return {
    id,
    kind: id.split(" ")[0] ?? "",
    name,
    description,
    body: body.trim(),
    files: parts.map((part) => {
      const end = part.indexOf("\n");
      return { path: part.slice(0, end), content: part.slice(end + 1) };
    }),
    part: "tuning",
  };
}

/** The files of the skill, as a scanner gets them. */
export function filesOf({ name, description, body, files }: Sample): readonly SampleFile[] {
  const title = name.split("-").join(" ");
  const front = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n`;
  return [{ path: "SKILL.md", content: `${front}\n# ${title}\n\n${body}\n` }, ...files];
}

/** FNV-1a with a seed: the same order on every machine. */
export function hash(text: string): number {
  let value = (0x81_1c_9d_c5 ^ SEED) >>> 0;
  for (const char of text)
    value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  return value;
}
