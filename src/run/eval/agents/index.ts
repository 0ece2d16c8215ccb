export { createCapture } from "./capture.ts";
export { findAgentProgram } from "./programs.ts";
