import type { InputDefinition } from "../../model/index.ts";
import type { ChatCall } from "../dialect.ts";

const CALL = /^@([a-z0-9-]+)\s+(.+)$/s;

/**
 * `@skill text`, section 7.2: the text goes to the first required input, else to the first input,
 * and is dropped where the skill has none.
 */
export function chat(
  message: string,
  inputs: readonly Pick<InputDefinition, "name" | "required">[],
): ChatCall | undefined {
  const match = CALL.exec(message);
  if (match === null) return undefined;
  const target = inputs.find((input) => input.required === true) ?? inputs[0];
  const values = target === undefined ? {} : { [target.name]: match[2] as string };
  return { skill: match[1] as string, values };
}
