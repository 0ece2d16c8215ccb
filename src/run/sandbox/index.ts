export { createCodeRunner } from "./code-node.ts";
export { type OwnPlaces, listOwnPlaces, realPlace } from "./closed.ts";
export { createRunner } from "./create-runner.ts";
export type { Runner, RunReport } from "./runner.ts";
