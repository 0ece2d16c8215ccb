export { promptLimits, promptNote, promptSkills } from "./from-selection.ts";
export type { Cut, LimitRemedy, Prompt, PromptLimits, PromptSkill, Shortened } from "./prompt.ts";
export { readPathOf } from "./lines.ts";
export { PromptMemory } from "./memory.ts";
export { renderPrompt } from "./render.ts";
