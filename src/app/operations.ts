/** What Skillwright can do: one row for each operation, in the order of the help. */
import type { Operation } from "./operation.ts";

export interface OperationRow {
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  readonly load: () => Promise<Operation>;
}

export const operations: readonly OperationRow[] = [
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
    summary: "Show every value of a skill and where it stands.",
    load: async () => (await import("./check/inspect.ts")).inspect,
  },
  {
    id: "matrix",
    summary: "Show on which systems skills work, and why not elsewhere.",
    load: async () => (await import("./check/matrix.ts")).matrix,
  },
  {
    id: "overview",
    summary: "Show the skills of this machine, and what to do next.",
    load: async () => (await import("./library/overview.ts")).overview,
  },
  {
    id: "explain",
    summary: "Explain why an agent loads a skill or not, and what would change it.",
    load: async () => (await import("./library/explain.ts")).explain,
  },
  {
    id: "doctor",
    summary: "Check where skills are found, and what keeps them from loading.",
    load: async () => (await import("./library/doctor.ts")).doctor,
  },
  {
    id: "prompt",
    summary: "Show the list of skills that the model gets.",
    load: async () => (await import("./library/prompt.ts")).prompt,
  },
];

export async function findOperation(id: string): Promise<Operation> {
  const row = operations.find((operation) => operation.id === id);
  if (row === undefined) throw new Error(`There is no operation ${id}.`);
  return await row.load();
}
