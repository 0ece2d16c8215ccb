export { NestedRunError, ownVariables, withVariables } from "./environment.ts";
export { homeFolder, workingFolder } from "./folders.ts";
export { repeat } from "./repeat.ts";
