import { getKey, getPath, isList, isObject, type Json, type Path } from "../../model/index.ts";
import type { Reading, SkillLayout } from "../dialect.ts";
import {
  anything,
  boolean,
  type Field,
  list,
  map,
  record,
  type RecordShape,
  text,
  type Violation,
} from "../field.ts";

/** Section 7 of the draft, which the later release kept. */
export const toolLayout: SkillLayout = {
  client: "gaia",
  variable: "GAIA_CONFIG_DIR",
  home: ".gaia",
  skills: "skills",
  installed: ["SKILL.md", "tools.py", "requirements.txt", "signature.json"],
  development: [
    "SKILL.md",
    "tools.py",
    "tests/test_tools.py",
    "tests/conftest.py",
    ".gitignore",
    "LICENSE",
  ],
};

/** Types that a parameter of a tool can have. */
export const parameterTypes: readonly string[] = [
  "string",
  "integer",
  "number",
  "boolean",
  "array",
  "object",
];

const parameter: RecordShape = record({
  type: {
    shape: text({ values: parameterTypes }),
    severity: "warning",
    doc: "Type of the parameter.",
  },
  required: { shape: boolean({ takesWords: true }), doc: "The caller must give it." },
  default: { shape: anything, doc: "Value where the caller gives none." },
  description: { shape: text(), doc: "What the parameter means." },
});

/** A function in `tools.py` as the frontmatter declares it. */
export const toolShape: RecordShape = record({
  name: {
    shape: text({ min: 1, trims: true }),
    required: true,
    doc: "Name of the function in `tools.py`.",
  },
  description: {
    shape: text(),
    doc: "What the tool does (default: the docstring of the function).",
  },
  parameters: { shape: map(parameter), doc: "Parameters by name." },
  returns: { shape: map(anything), doc: "Type of the result." },
  atomic: {
    shape: boolean({ takesWords: true }),
    doc: "The call is one step and needs no plan around it.",
  },
});

const names = list(text({ takesScalars: true }));

const requirementRows: { readonly [key: string]: Omit<Field, "path" | "clause"> } = {
  model: {
    facet: "requirements.modelSize",
    shape: text({ takesScalars: true }),
    doc: "Smallest model by parameter count, such as `>=7B`.",
    misspellings: ["model_size", "min_model"],
  },
  context: {
    facet: "requirements.contextWindow",
    shape: text({ takesScalars: true }),
    doc: "Smallest context window in tokens, such as `>=8K`.",
    misspellings: ["context_window", "context_length"],
  },
  python: {
    facet: "requirements.python",
    shape: text({ takesScalars: true }),
    doc: "Version of Python, such as `>=3.10`.",
    misspellings: ["python_version"],
  },
  dependencies: {
    facet: "relations.pythonPackages",
    shape: names,
    doc: "Python packages, as pip takes them.",
    misspellings: ["pip", "pip_requires", "python_dependencies"],
  },
  node_dependencies: {
    facet: "relations.nodePackages",
    shape: names,
    doc: "Node packages, for skills that wrap an MCP server.",
    misspellings: ["npm", "node-dependencies", "nodeDependencies"],
  },
  env_vars: {
    facet: "requirements.env",
    shape: names,
    doc: "Environment variables that the skill reads.",
    misspellings: ["env", "envVars", "env-vars", "environment"],
  },
  hardware: {
    facet: "requirements.hardware",
    shape: record({
      npu: {
        shape: text({ values: ["required", "optional", "none"] }),
        severity: "warning",
        doc: "Whether a neural processing unit is needed.",
      },
      gpu_vram: {
        shape: text({ takesScalars: true }),
        severity: "warning",
        doc: "Memory of the graphics processor, such as `>=8GB`.",
      },
    }),
    doc: "Hardware that helps; advice, not a gate.",
  },
};

/** Rows of `requirements`, wherever a dialect keeps the block. */
export function requirementFields(at: Path, clause: string): readonly Field[] {
  const container: Field = {
    path: at,
    shape: map(anything),
    doc: "What the skill needs at run time; without it nothing is assumed.",
    clause,
    misspellings: ["requires", "requirement"],
  };
  const rows = Object.entries(requirementRows).map(([key, field]): Field => ({
    ...field,
    path: [...at, key],
    clause,
  }));
  return [container, ...rows];
}

/** Two tools of one name cannot both be registered. */
export function duplicateTools(reading: Reading, at: Path): readonly Violation[] {
  const tools = getPath(reading.view, at);
  if (!isList(tools)) return [];
  const seen = new Set<string>();
  return tools.flatMap((tool, index): readonly Violation[] => {
    const name = toolName(tool);
    if (name === undefined) return [];
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [
      {
        rule: "field-conflict",
        path: [...at, index, "name"],
        at: "value",
        severity: "error",
        message: `Two tools are called \`${name}\`.`,
        hint: "Rename one of the two, here and in `tools.py`.",
      },
    ];
  });
}

function toolName(tool: Json): string | undefined {
  const name = isObject(tool) ? getKey(tool, "name") : undefined;
  return typeof name === "string" && name.trim() !== "" ? name.trim() : undefined;
}
