/** Operations whose code runs in a browser as well: nothing that they load asks for Node. */
import type { OperationRow } from "./operation.ts";

export const browserOperations: readonly OperationRow[] = [
  {
    id: "new",
    summary: "Create a skill.",
    load: async () => (await import("./author/new.ts")).newSkill,
  },
  {
    id: "validate",
    summary: "Check whether skills are valid in one format.",
    load: async () => (await import("./check/validate.ts")).validate,
  },
  {
    id: "inspect",
    summary: "Show every value of a skill and its position.",
    load: async () => (await import("./check/inspect.ts")).inspect,
  },
  {
    id: "matrix",
    summary: "Show which systems skills work on, and why not on others.",
    load: async () => (await import("./check/matrix.ts")).matrix,
  },
];
