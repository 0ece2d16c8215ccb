import { createRandom, type Random } from "./random.ts";

/** How many of `surveyed` public skills show each trait: defects, oddities and body features. */
const counts = {
  // frontmatter that strict YAML refuses
  "unquoted-colon": 77,
  "duplicate-key": 7,
  "bad-scalar-start": 5,
  "bracket-hint": 5,
  "flow-not-indented": 3,
  "alias-start": 2,
  // frontmatter that is missing or misplaced
  "no-frontmatter": 248,
  "path-text": 204,
  "opening-fence-blanks": 8,
  "no-opening-fence": 5,
  "inside-code-fence": 3,
  unterminated: 4,
  "after-text": 3,
  "empty-file": 1,
  "empty-body": 15,
  // fields
  "name-missing": 46,
  "description-missing": 10,
  "description-null": 15,
  "description-tag": 37,
  "description-cjk": 877,
  "frontmatter-comment": 17,
  "template-name": 2,
  // bytes
  bom: 8,
  crlf: 56,
  "mixed-eol": 3,
  "lone-cr": 1,
  // body
  "unclosed-fence": 108,
  "broken-link": 209,
  "parent-link": 424,
  "html-comment": 1029,
  tabs: 64,
  "bare-placeholder": 259,
  "foreign-braces": 556,
  arguments: 478,
  positional: 673,
  "bang-command": 24,
  "base-dir": 654,
  "plugin-root": 76,
  "skill-dir": 76,
  "at-path": 52,
  // hidden characters
  "zero-width": 15,
  "zero-width-joiner": 11,
  "tag-character": 1,
  "c1-control": 12,
  "soft-hyphen": 10,
  control: 11,
  "no-break-space": 3,
  "private-use": 2,
  "inner-bom": 1,
} as const;

const surveyed = 19_967;

export type Trait = keyof typeof counts;
export type Traits = ReadonlySet<Trait>;

const entries = Object.entries(counts) as readonly [Trait, number][]; // keys are exactly the traits

/** Traits by chance, for one skill on its own. */
export function rollTraits(random: Random): Traits {
  return new Set(
    entries.filter(([, count]) => random.chance(count / surveyed)).map(([trait]) => trait),
  );
}

/**
 * Traits of the skill at `index` of a tree. Evenly spread instead of rolled, so that a tree of
 * 6,000 holds every trait, also one that was seen once, and the rates do not depend on the seed.
 */
export function traitsAt(index: number): Traits {
  const chosen = new Set<Trait>();
  entries.forEach(([trait, count], position) => {
    // A phase of its own keeps traits with the same rate from always meeting in the same skill.
    const phase = createRandom(position + 1).next() * 0.25;
    const before = Math.ceil((index * count) / surveyed - phase);
    const after = Math.ceil(((index + 1) * count) / surveyed - phase);
    if (after > before) chosen.add(trait);
  });
  return chosen;
}
