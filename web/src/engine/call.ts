/** The operations of Skillwright in a page: the same as over HTTP, called in the thread of the engine. */
import { browserOperations } from "../../../src/app/browser.ts";
import { completeInput } from "../../../src/app/input.ts";
import type { Client } from "../../../src/client/index.ts";

/** The ids of operations, with the functions of the HTTP client that ask the same. */
interface Named {
  readonly new: "draftSkill";
  readonly lint: "lintSkill";
  readonly validate: "validateSkill";
  readonly inspect: "inspectSkill";
  readonly matrix: "compareSystems";
  readonly convert: "convertSkill";
  readonly "eval-cases": "listEvalCases";
  readonly "eval-new": "draftEvals";
  readonly "eval-convert": "convertEvals";
  readonly "eval-collisions": "findCollisions";
  readonly "eval-compare": "compareEvals";
  readonly "eval-formats": "listEvalFormats";
}

export type OperationId = keyof Named;
type RequestOf<Id extends OperationId> = NonNullable<Parameters<Client[Named[Id]]>[0]>;
export type InputOf<Id extends OperationId> =
  RequestOf<Id> extends { readonly body?: infer Body } ? NonNullable<Body> & object : never;
export type OutputOf<Id extends OperationId> = Awaited<ReturnType<Client[Named[Id]]>>;

export async function callOperation<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
): Promise<OutputOf<Id>> {
  const row = browserOperations.find((operation) => operation.id === id);
  if (row === undefined) throw new Error(`There is no operation ${id} in the page.`);
  const operation = await row.load();
  const { signal } = new AbortController();
  const complete = completeInput(operation.input, input);
  const output = await operation.run({ version: "", signal, warn: () => {} }, complete);
  // The client is typed by the output schema of the same operation.
  return output as OutputOf<Id>;
}

export type ConvertedSkill = OutputOf<"convert">["conversions"][number];
export type Matrix = OutputOf<"matrix">;
export type MatrixRow = Matrix["rows"][number];
export type MatrixCell = MatrixRow["cells"][number];
