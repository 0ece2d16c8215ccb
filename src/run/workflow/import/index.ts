/** Workflows of other programs, as far as their nodes have counterparts here. */
import { isObject } from "../../../skill/index.ts";
import { importDify } from "./dify.ts";
import { type Fields, fieldsOf, type ImportedWorkflow, listOf, textOf } from "./draft.ts";
import { importN8n } from "./n8n.ts";

export { ImportExcess } from "./draft.ts";
export type { ImportedWorkflow, ImportLoss } from "./draft.ts";

/** Reads what Dify or n8n has exported; undefined: it is from neither. */
export function importForeign(document: Fields): ImportedWorkflow | undefined {
  if (isObject(document["app"]) && isObject(fieldsOf(document["workflow"])["graph"]))
    return importDify(document);
  const isN8n =
    isObject(document["connections"]) &&
    listOf(document["nodes"]).some(({ type }) => /^(?:n8n-nodes-|@n8n\/)/u.test(textOf(type)));
  return isN8n ? importN8n(document) : undefined;
}
