/** What the form of a node says of its data. */
import { namesInCondition } from "../expression/index.ts";
import { namesIn } from "../template.ts";
import type { NodeField, NodeForm } from "./form.ts";
import type { NodeData } from "./data.ts";

/** What a node cannot do without and has not; a run that comes to it fails there. */
export function missingIn({ fields }: NodeForm, data: NodeData): string | undefined {
  return fields.find(({ key, required }) => required !== undefined && isBlank(data[key]))?.required;
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && value.trim() === "")
  );
}

/** The variables that its fields name. Throws an `ExpressionError` for a condition that cannot be read. */
export function namesInData(
  { fields, ownNames = [] }: NodeForm,
  data: NodeData,
): readonly string[] {
  return fields
    .flatMap((field) => namesInField(field, data[field.key]))
    .filter((name) => !ownNames.some((own) => name === own || name.startsWith(`${own}.`)));
}

function namesInField({ names }: NodeField, value: unknown): readonly string[] {
  if (names === undefined) return [];
  if (typeof value === "string")
    return names === "condition" ? namesInCondition(value) : namesIn(value);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((item: unknown) =>
    typeof item === "string" ? namesIn(item) : [],
  );
}
