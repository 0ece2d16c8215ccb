/** What answers a client before the rest is loaded; it imports nothing that takes long. */
export { type Answered, answerFirst } from "./first-answer.ts";
export { type InstructionMemory, openMemory } from "./memory.ts";
