/** The tools that skills bring themselves, with all that the protocol can say of them. */
import type {
  CallToolResult,
  InputRequiredResult,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import { z, type ZodObject, type ZodType } from "zod";
import type { LoadedSkill, RegisteredTool, ToolRegistry } from "../../../run/tools/index.ts";
import { isObject, type Json, type JsonObject } from "../../../skill/model/index.ts";
import { answer, refusal } from "./answer.ts";
import { lineIcon } from "../early/icons.ts";
import type { SkillTool, ToolPorts, ToolProvider } from "./provider.ts";

const TIMEOUT_MS = 60_000;

/** Names of the server's own tools: one of a skill that has the same is offered under another. */
export const OWN_TOOLS: readonly string[] = [
  "search_skills",
  "load_skill",
  "read_skill_file",
  "draft_skill",
  "lint_skill",
  "validate_skill",
  "inspect_skill",
  "compare_systems",
  "convert_skill",
  "list_library",
  "explain_skill",
  "show_dependencies",
  "show_prompt",
  "list_rules",
  "scan_skill",
  "list_eval_cases",
  "draft_evals",
  "convert_evals",
  "list_eval_formats",
  "find_collisions",
  "compare_evals",
  "check_skill_tools",
  "show_permissions",
];

/** What of a skill is needed to call its tools, at once or after its user has agreed. */
export interface CallableSkill extends Pick<LoadedSkill, "policy" | "call"> {
  /** What stands in the way of a call: a question, or a refusal. */
  readonly prepare?: (
    ports: Pick<ToolPorts, "responses" | "mayAsk">,
  ) => Promise<CallToolResult | InputRequiredResult | undefined>;
}

export interface OfferedSkill {
  readonly skill: CallableSkill;
  /** Its folder, without links in the path: several skills may share a name. */
  readonly folder: string;
  readonly tools: readonly RegisteredTool[];
}

/** Offers the tools of skills; one that is not served to a client has none for it. */
export function loadedTools(skills: readonly OfferedSkill[], registry: ToolRegistry): ToolProvider {
  const ownerOf = new Map(
    skills.flatMap((owner) => owner.tools.map(({ qualifiedName }) => [qualifiedName, owner])),
  );
  return {
    id: "tools",
    tools: ({ view }) => {
      const served = new Set(view.current.listed.map(({ folder }) => folder));
      return registry.list().flatMap(({ shortName, tool }): readonly SkillTool[] => {
        const owner = ownerOf.get(tool.qualifiedName);
        const isServed = owner !== undefined && served.has(owner.folder);
        return isServed ? [offer(shortName, tool, owner.skill)] : [];
      });
    },
  };
}

function offer(name: string, tool: RegisteredTool, skill: CallableSkill): SkillTool {
  const title = tool.title ?? titleOf(tool.name);
  const isMap = tool.output?.["type"] === "object";
  return {
    name,
    title,
    description: tool.description,
    input: inputOf(tool.input),
    output: isMap ? z.looseObject({}) : z.object({ result: z.unknown() }),
    annotations: { title, ...annotationsOf(tool, skill) },
    icons: lineIcon("M14 7l3-3 3 3-3 3zM14 7L4 17v3h3L17 10"),
    tags: ["tool", tool.skill],
    version: tool.skillVersion ?? "0.0.0",
    timeoutMs: tool.timeout === undefined ? TIMEOUT_MS : tool.timeout * 1000,
    taskSupport: "optional",
    run: async (input, ports, signal) => {
      const pause = await skill.prepare?.(ports);
      if (pause !== undefined) return pause;
      // It was held against the schema, which takes objects of JSON alone.
      const result = await skill.call(tool.qualifiedName, input as JsonObject, { signal });
      if (!result.ok) {
        const { message, hint } = result.error;
        return refusal(hint === undefined ? message : `${message} ${hint}`);
      }
      const { result: value } = result;
      const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
      return answer(isMap && isObject(value) ? value : { result: value }, text);
    },
  };
}

function titleOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the author says goes first; for the rest, the sandbox lets the tool do no more than this. */
function annotationsOf(
  { hints }: RegisteredTool,
  { policy }: CallableSkill,
): Pick<ToolAnnotations, "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint"> {
  const { files, hosts, commands, mcp } = policy;
  const writes =
    files.some(({ access }) => access === "write") ||
    hosts.some(({ access }) => access === "write") ||
    commands === "all" ||
    commands.length > 0 ||
    mcp === "all" ||
    mcp.length > 0;
  const isReadOnly = hints["readOnly"] ?? !writes;
  return {
    readOnlyHint: isReadOnly,
    destructiveHint: hints["destructive"] ?? !isReadOnly,
    idempotentHint: hints["idempotent"] ?? isReadOnly,
    openWorldHint: hints["openWorld"] ?? (hosts.length > 0 || mcp === "all" || mcp.length > 0),
  };
}

/** The schema of the arguments for the server of the protocol; the call itself looks at them once more. */
function inputOf({ properties, required }: JsonObject): ZodObject {
  const names = Array.isArray(required) ? required : [];
  const shape = Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => {
    const type = isObject(schema) ? parameterOf(schema) : z.unknown();
    return [name, names.includes(name) ? type : type.optional()] as const;
  });
  return z.strictObject(Object.fromEntries(shape));
}

function parameterOf(schema: JsonObject): ZodType {
  const { type, enum: choices, description, items } = schema;
  const types = [type].flat();
  const base = Array.isArray(choices) ? choiceOf(choices) : typeOf(types[0], items);
  const open = types.includes("null") ? base.nullable() : base;
  const value = schema["default"];
  const filled = value === undefined ? open : open.default(value);
  return typeof description === "string" ? filled.describe(description) : filled;
}

function choiceOf(choices: readonly Json[]): ZodType {
  const texts = choices.filter((item) => typeof item === "string");
  return texts.length === choices.length ? z.enum(texts) : z.json();
}

function typeOf(type: Json | undefined, items: Json | undefined): ZodType {
  switch (type) {
    case "string":
      return z.string();
    case "integer":
      return z.int();
    case "number":
      return z.number();
    case "boolean":
      return z.boolean();
    case "array":
      return z.array(isObject(items) ? parameterOf(items) : z.json());
    case "object":
      return z.record(z.string(), z.json());
    default:
      return z.json();
  }
}
