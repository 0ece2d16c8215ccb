import type { TreeFile } from "../tree.ts";
import { writeBody } from "./body.ts";
import { writeBrokenDescription, writeDescription } from "./description.ts";
import { type Identity, makeIdentity } from "./names.ts";
import type { Profile } from "./profile.ts";
import { profiles } from "./profiles.ts";
import type { QuantileTable, Random } from "./random.ts";
import { makeSiblings } from "./siblings.ts";
import { rollTraits, type Traits } from "./traits.ts";
import { kebabName, sentence } from "./words.ts";

export interface GeneratedSkill {
  readonly dir: string;
  /** `SKILL.md` first, then its siblings; no path twice. */
  readonly files: readonly TreeFile[];
}

export interface SkillOptions {
  /** Name and directory; drawn when left out. */
  readonly name?: string;
  /** Defects and body features; rolled at the measured rates when left out. */
  readonly traits?: Traits;
}

/** Size of a SKILL.md in bytes: median 5 KB, a tail above 50 KB. */
const sizes: QuantileTable = [
  [0, 180],
  [0.05, 1300],
  [0.25, 2850],
  [0.5, 4980],
  [0.75, 8150],
  [0.9, 13_400],
  [0.95, 18_700],
  [0.975, 24_300],
  [0.99, 35_200],
  [0.9955, 49_800],
  [0.9985, 66_000],
  [0.9998, 100_000],
  [1, 180_000],
];

export function generateSkill(random: Random, options: SkillOptions = {}): GeneratedSkill {
  const traits = options.traits ?? rollTraits(random);
  const identity = options.name === undefined ? makeIdentity(random) : fixedIdentity(options.name);
  const profile = random.weighted(profiles)(random, identity);
  const siblings = [...(profile.files ?? []), ...makeSiblings(random)];
  const frontmatter = writeFrontmatter(random, identity, profile, traits);
  const bytes = random.quantile(sizes) - frontmatter.length;
  const links = siblings.map((file) => file.path).filter((path) => path.endsWith(".md"));
  const title = identity.name.replaceAll(/[-_/:]+/g, " ");
  const inputs = profile.inputs ?? [];
  const body = traits.has("empty-body")
    ? ""
    : writeBody(random, { title, bytes, traits, links, inputs });
  const text = breakBytes(assemble(random, frontmatter, body, traits), traits);
  return { dir: identity.dir, files: [{ path: "SKILL.md", content: text }, ...siblings] };
}

function fixedIdentity(name: string): Identity {
  return { name, dir: name };
}

/** The lines between the fences, with the defects of single fields. */
function writeFrontmatter(
  random: Random,
  identity: Identity,
  profile: Profile,
  traits: Traits,
): string {
  const description = writeBrokenDescription(random, traits) ?? writeDescription(random, traits);
  const lines = [
    ...(traits.has("frontmatter-comment") ? ["# kept in sync by hand\n"] : []),
    ...(traits.has("name-missing") ? [] : [writeName(random, identity.name, traits)]),
    ...(traits.has("description-missing") ? [] : [description]),
    ...profile.entries,
    ...(traits.has("duplicate-key") ? [`name: ${identity.dir}\n`] : []),
    ...(traits.has("bracket-hint") ? ["argument-hint: [file] [--all]\n"] : []),
    ...(traits.has("flow-not-indented") ? ['extra:\n{\n"a": 1\n}\n'] : []),
  ];
  return lines.join("");
}

function writeName(random: Random, name: string, traits: Traits): string {
  if (traits.has("template-name")) return "name: {{ project_name }}\n";
  const needsQuotes = /^[@&*!%]/.test(name);
  return needsQuotes || random.chance(0.06) ? `name: "${name}"\n` : `name: ${name}\n`;
}

/** Frontmatter and body joined, or one of the ways in which files miss the frontmatter. */
function assemble(random: Random, frontmatter: string, body: string, traits: Traits): string {
  if (traits.has("empty-file")) return "";
  if (traits.has("path-text")) return `../../shared/skills/${kebabName(random)}/SKILL.md`;
  if (traits.has("no-frontmatter")) return body;
  if (traits.has("no-opening-fence")) return `${frontmatter}---\n\n${body}`;
  if (traits.has("unterminated")) return `---\n${frontmatter}\n${body}`;
  const whole = `---\n${frontmatter}---\n\n${body}`;
  if (traits.has("opening-fence-blanks")) return whole.replace("---\n", "---  \n");
  if (traits.has("inside-code-fence")) return `\`\`\`markdown\n${whole}\`\`\`\n`;
  if (traits.has("after-text")) return `${sentence(random)}\n\n${whole}`;
  return random.chance(0.1) ? `---\n${frontmatter}---\n${body}` : whole;
}

function breakBytes(text: string, traits: Traits): string {
  if (traits.has("crlf")) return text.replaceAll("\n", "\r\n");
  if (traits.has("mixed-eol")) return text.replaceAll(".\n", ".\r\n");
  if (traits.has("lone-cr")) return text.replace(".\n", ".\r");
  return traits.has("bom") ? `\ufeff${text}` : text;
}
