import { isList, isObject } from "../../../skill/index.ts";
import { registryCodes, registryError } from "../../errors.ts";
import { parseRefusal } from "../answer-json.ts";

/** Several publishers have a skill of one slug; the answer of the registry names them. */
export function readAmbiguous(bytes: Uint8Array, name: string): Error {
  const value = parseRefusal(bytes);
  const matches = isObject(value) ? value["matches"] : undefined;
  const names = (isList(matches) ? matches : []).flatMap((match) =>
    isObject(match) && typeof match["ownerHandle"] === "string"
      ? [`\`@${match["ownerHandle"]}/${name}\``]
      : [],
  );
  return registryError(
    registryCodes.ambiguousSkill,
    `Several skills are called \`${name}\`${names.length === 0 ? "" : `: ${names.join(", ")}`}.`,
    { hint: "Name the publisher as well." },
  );
}
