/** Inputs that a start node declares, and what a run is given for them. */
import { isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { type InputType, inputTypes } from "./nodes/start/index.ts";

interface Nodes {
  readonly nodes?: readonly { readonly type?: unknown; readonly data?: unknown }[] | undefined;
}

export interface InputSpec {
  readonly name: string;
  readonly type: InputType;
  readonly isRequired: boolean;
}

/** Those of all start nodes of a stored graph; where two declare the same name, the first one counts. */
export function inputsOf({ nodes = [] }: Nodes): readonly InputSpec[] {
  const found = new Map<string, InputSpec>();
  for (const { type, data } of nodes)
    if (type === "start")
      for (const [name, word] of inputTypes(data)) {
        const isRequired = !word.endsWith("?");
        // The schema of the node has checked the word.
        const kind = (isRequired ? word : word.slice(0, -1)) as InputType;
        if (!found.has(name)) found.set(name, { name, type: kind, isRequired });
      }
  return [...found.values()];
}

export type InputsRead =
  | { readonly values: JsonObject }
  | { readonly problem: string; readonly name?: string };

export interface ReadInputsOptions {
  /** Whether names that nobody has declared are passed over; default: they are refused. */
  readonly skipsUnknown?: boolean;
}

/** The values of declared inputs, from an object. */
export function readInputs(
  specs: readonly InputSpec[],
  given: { readonly [name: string]: unknown },
  { skipsUnknown = false }: ReadInputsOptions = {},
): InputsRead {
  const known = new Set(specs.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !known.has(name));
  if (unknown !== undefined && !skipsUnknown)
    return {
      problem: `Unknown input \`${unknown.slice(0, 100)}\`; the workflow takes ${formatNames(specs)}`,
      name: unknown.slice(0, 100),
    };
  const values: Record<string, Json> = {};
  for (const { name, type, isRequired } of specs) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || value === null) {
      if (isRequired) return { problem: `Missing input \`${name}\``, name };
      continue;
    }
    if (!FITS[type](value)) return { problem: `Input \`${name}\` must be ${WORDS[type]}`, name };
    // It came as JSON.
    values[name] = value as Json;
  }
  return { values };
}

/** A text that is no object goes to the one input that it can be meant for. */
export function readInputText(specs: readonly InputSpec[], text: string): InputsRead {
  const value = text.trim() === "" ? {} : parse(text);
  if (isObject(value)) return readInputs(specs, value, { skipsUnknown: true });
  const required = specs.filter(({ isRequired }) => isRequired);
  const [only, ...others] = required.length > 0 ? required : specs;
  if (only?.type !== "text" || others.length > 0)
    return {
      problem: `The workflow takes the inputs ${formatNames(specs)}, as one object of JSON`,
    };
  return { values: { [only.name]: text } };
}

function parse(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function formatNames(specs: readonly InputSpec[]): string {
  return specs.map(({ name }) => `\`${name}\``).join(", ");
}

const FITS: { readonly [Type in InputType]: (value: unknown) => boolean } = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  list: Array.isArray,
  object: isObject,
};

const WORDS: { readonly [Type in InputType]: string } = {
  text: "text",
  number: "a number",
  boolean: "`true` or `false`",
  list: "a list",
  object: "an object",
};
