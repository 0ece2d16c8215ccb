/** What a client without the skills extension is told of the skills, before it asks. */
import type { Prompt } from "../../../library/prompt/index.ts";
import { renderPrompt } from "../../../library/prompt/index.ts";
import type { ListingRules } from "../../../skill/index.ts";
import { oneLine } from "../../../skill/model/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { INTRODUCTION } from "../early/server-info.ts";
import type { Uses } from "../uses.ts";

/** Characters of the instructions as a whole: some clients cut what is longer, and a model reads them every time. */
const BUDGET = 4000;
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

function room(note: string): number {
  return BUDGET - INTRODUCTION.length - note.length - 2;
}

/** The introduction, who was cut, and the list: hosts that cut it too lose its end alone. */
export function instructionsFor(catalog: Catalog, uses: Uses): string {
  const whole = list(catalog, uses, room(""));
  if (whole.cut === 0 && catalog.pending.length === 0) return join("", whole);
  const cut = list(catalog, uses, room(noteOf(whole, catalog)));
  return join(noteOf(cut, catalog), cut);
}

interface Listing extends Pick<Prompt, "text"> {
  /** Those that did not get in: how many, and some of their names. */
  readonly cut: number;
  readonly names: readonly string[];
}

function list({ listed }: Catalog, uses: Uses, maxLength: number): Listing {
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

function noteOf({ cut, names }: Listing, { pending }: Catalog): string {
  const quoted = names.map((name) => `\`${name}\``).join(", ");
  const more =
    cut === 0
      ? ""
      : `${cut} more skills are not in this list, such as ${quoted}: search_skills finds them. `;
  const later =
    pending.length === 0
      ? ""
      : `${pending.length} skills are still being scanned, and come later. `;
  return `${more}${later}`.trimEnd();
}

function join(note: string, { text }: Listing): string {
  return [INTRODUCTION, note, text.trimEnd()].filter((part) => part !== "").join("\n");
}
