import {
  type CompleteRequest,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { type Catalog, type ServedSkill, TEMPLATES } from "../../../app/catalog/index.ts";
import { hintWords, promptArguments } from "./prompts.ts";

/** The most values that one answer may hold. */
const MOST = 100;

/** What may stand in the place of an argument of a prompt or of a part of an address. */
export function complete(
  catalog: Catalog,
  { ref, argument, context }: CompleteRequest["params"],
): CompleteResult {
  const all =
    ref.type === "ref/prompt"
      ? promptValues(catalog, ref.name, argument.name)
      : addressValues(catalog, ref.uri, argument.name, context?.arguments ?? {});
  const start = argument.value.toLowerCase();
  const fitting = all.filter((value) => value.toLowerCase().startsWith(start));
  const values = fitting.slice(0, MOST);
  return { completion: { values, total: fitting.length, hasMore: fitting.length > MOST } };
}

/** The default of an input, both words of a switch, or the choices that the hint names. */
function promptValues(catalog: Catalog, prompt: string, argument: string): readonly string[] {
  const served = catalog.byPath.get(prompt);
  if (served?.isPrompt !== true) throw unknown(`prompt \`${prompt}\``);
  const at = promptArguments(served).findIndex(({ name }) => name === argument);
  if (at === -1) throw unknown(`argument \`${argument}\``);
  const { template, invocation } = served.skill;
  const input = template.inputs?.find(({ name }) => name === argument);
  if (input?.type === "boolean" || input?.type === "bool") return ["true", "false"];
  if (input !== undefined) return input.default === undefined ? [] : [input.default];
  const hint = hintWords(invocation.argumentHint)[at] ?? "";
  return hint.includes("|") ? hint.split("|").map((word) => word.trim()) : [];
}

function addressValues(
  catalog: Catalog,
  template: string,
  argument: string,
  given: { readonly [name: string]: string },
): readonly string[] {
  const names = catalog.listed.map(({ path }) => path);
  if (template === TEMPLATES.file)
    return catalog.listed.flatMap(({ path, files }) =>
      [...files.keys()].map((file) => `${path}/${file}`),
    );
  if (template === TEMPLATES.manifest) return names;
  if (template === TEMPLATES.document) return catalog.listed.map(({ id }) => id);
  if (template === TEMPLATES.reference)
    return argument === "ref" ? referenceIds(catalog, given["id"]) : withReferences(catalog);
  // A concrete resource has nothing to complete.
  if (template.includes("{")) throw unknown(`template \`${template}\``);
  return [];
}

function referenceIds(catalog: Catalog, id: string | undefined): readonly string[] {
  const skills = id === undefined ? catalog.listed : [catalog.byId.get(id)];
  const ids = skills.flatMap((skill: ServedSkill | undefined) => skill?.references ?? []);
  return [...new Set(ids.map((item) => item.id))].sort();
}

function withReferences({ listed }: Catalog): readonly string[] {
  return listed.filter(({ references }) => references.length > 0).map(({ id }) => id);
}

function unknown(what: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `No ${what} is listed.`);
}
