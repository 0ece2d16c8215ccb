export { chat } from "./chat.ts";
export type { Following, StreamEvent } from "./context.ts";
export { previewSkill, runSkill } from "./runs.ts";
