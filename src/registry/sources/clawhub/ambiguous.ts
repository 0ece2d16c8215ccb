import { isList, isObject, type Json } from "../../../skill/index.ts";
import { registryCodes, registryError } from "../../diagnostics.ts";

/** Several publishers have a skill of one slug; the answer of the registry names them. */
export function readAmbiguous(bytes: Uint8Array, name: string): Error {
  let value: Json = null;
  try {
    value = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    // Told without names then.
  }
  const matches = isObject(value) ? value["matches"] : undefined;
  const names = (isList(matches) ? matches : []).flatMap((match) =>
    isObject(match) && typeof match["ownerHandle"] === "string"
      ? [`\`@${match["ownerHandle"]}/${name}\``]
      : [],
  );
  return registryError(
    registryCodes.ambiguousSkill,
    `Several skills are called \`${name}\`: ${names.join(", ")}.`,
    { hint: "Name the publisher as well." },
  );
}
