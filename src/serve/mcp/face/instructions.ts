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
  if (whole.cut.length === 0 && catalog.pending.length === 0) return join("", whole);
  const cut = list(catalog, uses, room(noteOf(whole, catalog)));
  return join(noteOf(cut, catalog), cut);
}

function list({ listed }: Catalog, uses: Uses, maxLength: number): Prompt {
  const skills = listed.map(({ path, description, uri, skill }) => {
    const { whenToUse } = skill.guidance;
    return {
      name: path,
      description: oneLine(description),
      location: uri,
      ...(whenToUse === undefined ? {} : { whenToUse: oneLine(whenToUse) }),
    };
  });
  return renderPrompt(skills, LISTING, { maxLength, priorityOf: ({ name }) => uses.count(name) });
}

function noteOf({ cut }: Prompt, { pending }: Catalog): string {
  const names = cut.slice(0, NAMED).map(({ skill }) => `\`${skill.name}\``);
  const more =
    cut.length === 0
      ? ""
      : `${cut.length} more skills are not in this list, such as ${names.join(", ")}: search_skills finds them. `;
  const later =
    pending.length === 0
      ? ""
      : `${pending.length} skills are still being scanned, and come later. `;
  return `${more}${later}`.trimEnd();
}

function join(note: string, { text }: Prompt): string {
  return [INTRODUCTION, note, text.trimEnd()].filter((part) => part !== "").join("\n");
}
