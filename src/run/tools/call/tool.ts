import {
  isObject,
  type Json,
  type JsonObject,
  type ToolDeclaration,
} from "../../../skill/index.ts";
import { findProblems } from "./schema.ts";
import type { ImplementedParameter, ImplementedTool } from "../introspect/index.ts";

/** A tool that can be called, with all that callers are told about it. */
export interface RegisteredTool {
  /** The short name, which models see. */
  readonly name: string;
  /** `<skill>/<tool>`. */
  readonly qualifiedName: string;
  readonly title?: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly input: JsonObject;
  /** JSON Schema of the result, where it is known. */
  readonly output?: JsonObject;
  readonly atomic: boolean;
  readonly skill: string;
  readonly skillVersion?: string;
  /** Seconds. */
  readonly timeout?: number;
  readonly hints: { readonly [hint: string]: boolean };
}

/** The tool as callers see it: the words of the declaration, the details of the code. */
export function registeredTool(
  skill: { readonly name: string; readonly version?: string },
  declaration: ToolDeclaration,
  tool: ImplementedTool,
): RegisteredTool {
  const { returns } = declaration;
  const output = isObject(returns) && Object.keys(returns).length > 0 ? returns : undefined;
  return {
    name: tool.name,
    qualifiedName: `${skill.name}/${tool.name}`,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: declaration.description ?? tool.description ?? "",
    input: inputSchema(declaration, tool),
    ...(output === undefined ? {} : { output }),
    atomic: declaration.atomic ?? tool.atomic ?? false,
    skill: skill.name,
    ...(skill.version === undefined ? {} : { skillVersion: skill.version }),
    ...(tool.timeout === undefined ? {} : { timeout: tool.timeout }),
    hints: tool.hints ?? {},
  };
}

function inputSchema({ parameters = {} }: ToolDeclaration, tool: ImplementedTool): JsonObject {
  const properties = Object.fromEntries(
    tool.parameters.map((parameter) => {
      const written = parameters[parameter.name];
      return [parameter.name, parameterSchema(parameter, isObject(written) ? written : {})];
    }),
  );
  const required = tool.parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return { type: "object", properties, required, additionalProperties: false };
}

function parameterSchema(
  { kind, ...parameter }: ImplementedParameter,
  written: JsonObject,
): JsonObject {
  const { type, required: _, ...rest } = written;
  const known = kind.type === "unknown" ? type : kind.type;
  const isOpen = known === undefined || kind.isNullable === true;
  const items = kind.items?.type;
  const value = rest["default"] ?? parameter.default;
  const description = rest["description"] ?? parameter.description;
  return {
    ...(known === undefined ? {} : isOpen ? { type: [known, "null"] } : { type: known }),
    ...(kind.choices === undefined ? {} : { enum: kind.choices }),
    ...(items === undefined || items === "unknown" ? {} : { items: { type: items } }),
    ...rest,
    ...(value === undefined || value === null ? {} : { default: value }),
    ...(description === undefined ? {} : { description }),
  };
}

/** So many arguments are named in a message, and so many that are wrong. */
const MOST_NAMES = 20;

/** Arguments with defaults put in, or what is wrong with them. */
export function checkArguments(
  { input, qualifiedName }: RegisteredTool,
  given: JsonObject,
): { readonly value: JsonObject } | { readonly problems: readonly string[] } {
  const properties = isObject(input["properties"]) ? input["properties"] : {};
  const required = new Set(Array.isArray(input["required"]) ? input["required"] : []);
  // Whoever calls can send as many as fit into a request.
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  const names = Object.keys(properties).slice(0, MOST_NAMES);
  const expected = names.length === 0 ? "none" : names.map((name) => `\`${name}\``).join(", ");
  const problems = unknown
    .slice(0, MOST_NAMES)
    .map(
      (name) => `\`${qualifiedName}\` has no argument \`${name}\`; its arguments are ${expected}.`,
    );
  const value: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (!isObject(schema)) continue;
    if (problems.length >= MOST_NAMES) break;
    const own = Object.hasOwn(given, name) ? given[name] : schema["default"];
    if (own !== undefined) {
      problems.push(...findProblems(schema, own, `\`${name}\``));
      value[name] = own;
    } else if (required.has(name)) problems.push(`Missing argument \`${name}\`.`);
  }
  return problems.length === 0 ? { value } : { problems };
}
