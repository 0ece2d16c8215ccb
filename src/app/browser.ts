/** Operations whose code runs in a browser as well: nothing that they load asks for Node. */
import type { OperationRow } from "./operation.ts";

export const browserOperations: readonly OperationRow[] = [
  {
    id: "new",
    summary: "Create a skill.",
    load: async () => (await import("./author/new.ts")).newSkill,
  },
  {
    id: "lint",
    summary: "Find problems in skills, and fix them.",
    load: async () => (await import("./check/lint.ts")).lint,
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
  {
    id: "convert",
    summary: "Convert a skill to another format and report what is lost.",
    load: async () => (await import("./convert/convert.ts")).convert,
  },
  {
    id: "eval-cases",
    command: "eval cases",
    summary: "List evaluation cases in any format, and check them.",
    load: async () => (await import("./eval/cases.ts")).evalCases,
  },
  {
    id: "eval-new",
    command: "eval new",
    summary: "Draft evaluation cases for a skill.",
    load: async () => (await import("./eval/new.ts")).evalNew,
  },
  {
    id: "eval-convert",
    command: "eval convert",
    summary: "Convert evaluations to another format and report what is lost.",
    load: async () => (await import("./eval/convert.ts")).evalConvert,
  },
  {
    id: "eval-collisions",
    command: "eval collisions",
    summary: "Find skills that fight for the same request.",
    load: async () => (await import("./eval/collisions.ts")).evalCollisions,
  },
  {
    id: "eval-compare",
    command: "eval compare",
    summary: "Compare the results of two evaluations.",
    load: async () => (await import("./eval/compare.ts")).evalCompare,
  },
  {
    id: "eval-formats",
    command: "eval formats",
    summary: "List the formats of evaluations, or show one.",
    load: async () => (await import("./eval/formats.ts")).evalFormatList,
  },
];
