import { checkDraft, type Draft } from "../skills/reading/index.ts";

/** Gives the text as it will be kept. */
export type CheckSkillDraft = (draft: Draft) => string;

export const checkSkillDraft: CheckSkillDraft = checkDraft;
