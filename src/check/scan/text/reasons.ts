import type { Stance } from "../context.ts";

/** Completes "lowered because …", for each way in which a sentence can mean something. */
export const STANCES: { readonly [Name in Exclude<Stance, "asks">]: string } = {
  forbids: "the sentence forbids it",
  warns: "the text around it warns of it",
  quotes: "it is shown as somebody else's words or as a sample",
};

export const ABOUT_SECURITY = "the skill is about attacks throughout, and it is shown there";
