export { promptLimits, promptNote, promptSkills } from "./from-selection.ts";
export type {
  Cut,
  LimitRemedy,
  Prompt,
  PromptLimits,
  PromptSkill,
  ShortenedSkill,
} from "./prompt.ts";
export { readablePath } from "./lines.ts";
export { PromptMemory } from "./memory.ts";
export { renderPrompt } from "./render.ts";
export { type ListedSkill, findInLists, findPlainLists } from "./plain-lists.ts";
