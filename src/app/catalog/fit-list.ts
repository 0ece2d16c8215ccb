/** The list of served skills as a model reads it, in as many characters as it may have. */
import { type Prompt, renderPrompt } from "../../library/prompt/index.ts";
import type { ListingRules } from "../../skill/index.ts";
import { oneLine } from "../../skill/model/index.ts";
import type { Catalog } from "./catalog.ts";

/** How often each skill was loaded, by its address. */
interface SkillUses {
  readonly count: (path: string) => number;
  readonly rank: <Item extends { readonly path: string }>(
    items: readonly Item[],
  ) => readonly Item[];
}

/** More skills than these cannot get in, however short they are. */
const MOST_LISTED = 800;
/** Skills that are named among those that did not get in. */
const NAMED = 3;

const LISTING: ListingRules = {
  order: "as-given",
  full: { before: "Skills:\n", entry: "- {name}: {description}\n", after: "" },
  whenEmpty: "nothing",
  escapes: { name: {}, description: {}, location: {} },
  trims: true,
  appendsWhenToUse: true,
  alwaysText: "",
  noteText: "",
};

/** A list of skills within a length. */
export interface FittedList extends Pick<Prompt, "text"> {
  /** Those that did not get in: how many, and some of their names. */
  readonly cut: number;
  readonly names: readonly string[];
}

/** Those that are used most first, each with its description. */
export function fitList({ listed }: Catalog, uses: SkillUses, maxLength: number): FittedList {
  const ranked = uses.rank(listed);
  const skills = ranked.slice(0, MOST_LISTED).map(({ path, description, uri, skill }) => {
    const { whenToUse } = skill.guidance;
    return {
      name: path,
      description: oneLine(description),
      location: uri,
      ...(whenToUse === undefined ? {} : { whenToUse: oneLine(whenToUse) }),
    };
  });
  const { text, cut } = renderPrompt(skills, LISTING, {
    maxLength,
    priorityOf: ({ name }) => uses.count(name),
  });
  const names = [
    ...cut.map(({ skill }) => skill.name),
    ...ranked.slice(MOST_LISTED, MOST_LISTED + NAMED).map(({ path }) => path),
  ];
  return { text, cut: cut.length + ranked.length - skills.length, names: names.slice(0, NAMED) };
}
