export { promptLimits, promptNote, promptSkills } from "./from-selection.ts";
export type { Cut, LimitRemedy, Prompt, PromptLimits, PromptSkill, Shortened } from "./prompt.ts";
export { readPathOf, renderPrompt } from "./render.ts";
