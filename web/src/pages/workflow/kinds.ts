import type { Json } from "../../../../src/client/index.ts";
import type { IconName } from "../../components/icon.tsx";

export const nodeTypes = [
  "start",
  "llm",
  "skill",
  "knowledge",
  "condition",
  "http",
  "code",
  "end",
] as const;
export type NodeType = (typeof nodeTypes)[number];
export type NodeData = { readonly [key: string]: Json };

export type FieldKind = "text" | "area" | "code" | "number" | "check" | "pairs" | "options";

export interface FieldSpec {
  readonly key: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly help?: string;
  readonly placeholder?: string;
  /** What an absent value stands for. */
  readonly preset?: Json;
  readonly range?: { readonly min: number; readonly max: number; readonly step: number };
  /** What can be chosen: fixed texts, or things that the server knows. */
  readonly options?: readonly string[] | "skills" | "bases" | "models";
}

export interface Kind {
  readonly title: string;
  readonly icon: IconName;
  /** What it does, in one sentence. */
  readonly about: string;
  readonly fields: readonly FieldSpec[];
  /** Which of its fields says the most about a node. */
  readonly telling?: string;
}

const TEMPLATES = "{{input}} is the input of the run, {{node.output}} what a node before gave.";
const SECONDS = { min: 1, max: 30, step: 1 };

export const kinds: { readonly [Type in NodeType]: Kind } = {
  start: {
    title: "Start",
    icon: "play",
    about: "Gives the input of the run to what follows.",
    telling: "inputVariable",
    fields: [
      {
        key: "inputVariable",
        label: "Name of the input",
        kind: "text",
        help: "Another name for {{input}} in templates.",
        placeholder: "input",
      },
    ],
  },
  llm: {
    title: "Model",
    icon: "chat",
    about: "Asks a language model, with the input of the node as the message.",
    telling: "systemPrompt",
    fields: [
      {
        key: "systemPrompt",
        label: "System prompt",
        kind: "area",
        help: TEMPLATES,
        preset: "You are a helpful assistant.",
      },
      {
        key: "skillName",
        label: "Skill in place of the prompt",
        kind: "options",
        options: "skills",
      },
      { key: "model", label: "Model", kind: "options", options: "models" },
      {
        key: "temperature",
        label: "Temperature",
        kind: "number",
        preset: 0.7,
        range: { min: 0, max: 2, step: 0.1 },
      },
      {
        key: "inheritChatHistory",
        label: "Also send what was said before in the chat",
        kind: "check",
      },
    ],
  },
  skill: {
    title: "Skill",
    icon: "file",
    about: "Runs a skill and gives what it answers.",
    telling: "skillName",
    fields: [
      { key: "skillName", label: "Skill", kind: "options", options: "skills" },
      {
        key: "inputMappings",
        label: "Inputs of the skill",
        kind: "pairs",
        help: `The id of a node, text, or templates. Without any, the first required input gets the input of the node.`,
      },
    ],
  },
  knowledge: {
    title: "Knowledge",
    icon: "book",
    about: "Looks the input of the node up and gives the best passages.",
    telling: "knowledgeBaseId",
    fields: [
      { key: "knowledgeBaseId", label: "Knowledge base", kind: "options", options: "bases" },
    ],
  },
  condition: {
    title: "Condition",
    icon: "route",
    about: "Goes on at “yes” where the expression holds, else at “no”.",
    telling: "expression",
    fields: [
      {
        key: "expression",
        label: "Expression",
        kind: "code",
        preset: "true",
        help: `Such as {{check.output}} === "yes" && !({{input}} contains "draft").`,
      },
    ],
  },
  http: {
    title: "Request",
    icon: "globe",
    about: "Sends an HTTP request; the operator of the server has to allow it.",
    telling: "url",
    fields: [
      {
        key: "method",
        label: "Method",
        kind: "options",
        options: ["GET", "POST", "PUT", "DELETE"],
        preset: "GET",
      },
      {
        key: "url",
        label: "Address",
        kind: "text",
        placeholder: "https://api.example.com/items?q={{input}}",
        help: TEMPLATES,
      },
      { key: "headers", label: "Headers", kind: "pairs" },
      { key: "body", label: "Body", kind: "code" },
      {
        key: "responsePath",
        label: "Part of the answer",
        kind: "text",
        placeholder: "items.0.name",
        help: "A path with dots into an answer of JSON; all of it where this is empty.",
      },
      {
        key: "timeoutSeconds",
        label: "Seconds at most",
        kind: "number",
        preset: 10,
        range: SECONDS,
      },
    ],
  },
  code: {
    title: "Code",
    icon: "code",
    about: "Runs Python in the sandbox; the operator of the server has to allow it.",
    telling: "code",
    fields: [
      {
        key: "code",
        label: "Python",
        kind: "code",
        help: "WORKFLOW_INPUT is the input of the node; what is printed is the output.",
        placeholder: "print(WORKFLOW_INPUT.upper())",
      },
      { key: "env", label: "Variables", kind: "pairs" },
      {
        key: "timeoutSeconds",
        label: "Seconds at most",
        kind: "number",
        preset: 30,
        range: SECONDS,
      },
      {
        key: "memoryLimitMb",
        label: "Megabytes at most",
        kind: "number",
        preset: 256,
        range: { min: 64, max: 512, step: 1 },
      },
    ],
  },
  end: {
    title: "End",
    icon: "check",
    about: "What arrives here is the output of the run.",
    fields: [],
  },
};

export function isNodeType(text: unknown): text is NodeType {
  return nodeTypes.some((type) => type === text);
}
