import { withoutOwner } from "../skills/reading/index.ts";

/** Gives the text of a skill as its author wrote it. */
export type StripOwner = (text: string) => string;

export const stripOwner: StripOwner = withoutOwner;
