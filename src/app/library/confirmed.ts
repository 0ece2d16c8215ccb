/** What confirmed the rules by which an answer was found. */
import { type Confirmation, findConfirmation } from "../../skill/index.ts";

export interface WithConfirmation {
  /** The program that answered recorded cases as these rules do; null where no program was asked. */
  readonly confirmedBy: Omit<Confirmation, "id"> | null;
  /** What the rules rest on where no program confirmed them. */
  readonly basis?: string;
}

/** For an agent, or an edition of a system; `basis` says where its rules were read. */
export function toConfirmed(id: string, basis: string): WithConfirmation {
  const found = findConfirmation(id);
  if (found === undefined) return { confirmedBy: null, basis };
  const { program, version, cases } = found;
  return { confirmedBy: { program, version, cases } };
}

export function formatConfirmed({ confirmedBy, basis }: WithConfirmation): string {
  return confirmedBy === null
    ? `Not confirmed by a program; the rules are from ${basis ?? "its documentation"}.`
    : `Confirmed by ${confirmedBy.program} ${confirmedBy.version} (${confirmedBy.cases} cases).`;
}
