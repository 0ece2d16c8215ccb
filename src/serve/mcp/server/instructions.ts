/** What a client without the skills extension is told of the skills, before it asks. */
import { type Catalog, fitList, type FittedList } from "../../../app/catalog/index.ts";
import { INTRODUCTION } from "../early/server-info.ts";
import type { Uses } from "../uses.ts";

/** Characters of the instructions as a whole: some clients cut what is longer, and a model reads them every time. */
const BUDGET = 4000;

function room(note: string): number {
  return BUDGET - INTRODUCTION.length - note.length - 2;
}

/** The introduction, who was cut, and the list: hosts that cut it too lose its end alone. */
export function instructionsFor(catalog: Catalog, uses: Uses): string {
  const whole = fitList(catalog, uses, room(""));
  if (whole.cut === 0 && catalog.pending.length === 0) return join("", whole);
  const cut = fitList(catalog, uses, room(noteOf(whole, catalog)));
  return join(noteOf(cut, catalog), cut);
}

function noteOf({ cut, names }: FittedList, { pending }: Catalog): string {
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

function join(note: string, { text }: FittedList): string {
  return [INTRODUCTION, note, text.trimEnd()].filter((part) => part !== "").join("\n");
}
