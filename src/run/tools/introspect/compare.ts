/** Holds what a frontmatter declares against what the module implements. */
import {
  type Diagnostic,
  type Document,
  isEqual,
  isObject,
  type JsonObject,
  lineStarts,
  didYouMean,
  suggest,
  type Path,
  type Range,
  rangeOf,
  type Span,
  type ToolDeclaration,
} from "../../../skill/index.ts";
import { locate } from "../../../skill/text/places.ts";
import { type ToolCode, toolCodes, toolProblem } from "../diagnostics.ts";
import type { ImplementedParameter, ImplementedTool, ValueKind } from "./implemented.ts";
import type { ToolModule } from "./read-module.ts";

/** The declarations of a skill, and where they stand. */
export interface DeclaredTools {
  readonly tools: readonly ToolDeclaration[];
  readonly document: Document;
  /** Where the list stands in the frontmatter. */
  readonly path: Path;
  /** The SKILL.md as people are shown it. */
  readonly shown: string;
}

type Details = Partial<Omit<Diagnostic, "code" | "message">>;

/** Everything in which the two differ; an error keeps the skill from being loaded. */
export function compareTools(declared: DeclaredTools, module: ToolModule): readonly Diagnostic[] {
  const report: Diagnostic[] = [];
  const inCode = codePlaces(module);
  const byName = new Map(module.tools.map((tool) => [tool.name, tool]));
  for (const [index, declaration] of declared.tools.entries()) {
    const path = [...declared.path, index];
    const tool = byName.get(declaration.name);
    if (tool === undefined) report.push(missing(declaration, path, declared, module));
    else report.push(...compareTool(declaration, tool, path, declared, module));
  }
  const names = declared.tools.map(({ name }) => name);
  for (const tool of module.tools) {
    if (!names.includes(tool.name)) report.push(undeclared(tool, names, module));
    report.push(...inherentProblems(tool, module));
  }
  for (const [index, tool] of module.tools.entries()) {
    const isSecond = module.tools.slice(0, index).some(({ name }) => name === tool.name);
    if (isSecond)
      report.push(
        toolProblem(toolCodes.duplicate, `Two tools are called \`${tool.name}\`.`, {
          ...inCode(tool.span),
          hint: "Rename one of the two.",
        }),
      );
  }
  for (const { name, span } of module.nested)
    report.push(
      toolProblem(
        toolCodes.nested,
        `The tool \`${name}\` is inside a function or a class; it must be at the top of the module.`,
        {
          severity: "warning",
          ...inCode(span),
          hint: "It is not offered. Move it out.",
        },
      ),
    );
  return report;
}

function codePlaces({ text, shown }: ToolModule): (span: Span) => Details {
  const starts = lineStarts(text);
  return (span) => ({ file: shown, range: rangeOf(starts, span) });
}

function declaredAt(
  { document, shown }: DeclaredTools,
  path: Path,
  what: "key" | "value",
): Details {
  const range: Range = rangeOf(lineStarts(document.text), locate(document, path, what));
  return { file: shown, range, path };
}

function missing(
  { name }: ToolDeclaration,
  path: Path,
  declared: DeclaredTools,
  module: ToolModule,
): Diagnostic {
  const place = declaredAt(declared, [...path, "name"], "value");
  const span = module.unmarked.get(name);
  if (span !== undefined) {
    const mark = module.language === "python" ? "`@tool`" : "`tool()`";
    return toolProblem(
      toolCodes.notMarked,
      `The function \`${name}\` in \`${module.name}\` is not marked as a tool with ${mark}.`,
      {
        ...place,
        hint: `Mark it with ${mark}, or take the declaration away.`,
        related: [{ message: "The function is here.", ...related(module, span) }],
      },
    );
  }
  const names = module.tools.map((tool) => tool.name);
  return toolProblem(
    toolCodes.missing,
    `\`${module.name}\` has no function for the declared tool \`${name}\`.`,
    {
      ...place,
      hint:
        didYouMean(name, names) ??
        "Write the function, or let `skillwright tools sync` write the declarations.",
    },
  );
}

function related({ text, shown }: ToolModule, span: Span): { file: string; range: Range } {
  return { file: shown, range: rangeOf(lineStarts(text), span) };
}

function undeclared(
  tool: ImplementedTool,
  names: readonly string[],
  module: ToolModule,
): Diagnostic {
  const near = suggest(tool.name, names);
  const hint = "`skillwright tools sync` declares it.";
  return toolProblem(
    toolCodes.undeclared,
    `The frontmatter does not declare the tool \`${tool.name}\`.`,
    {
      ...codePlaces(module)(tool.span),
      hint: near === undefined ? hint : `Did you mean \`${near}\`? Otherwise ${hint}`,
    },
  );
}

/** What is wrong with a tool whatever the frontmatter says. */
function inherentProblems(tool: ImplementedTool, module: ToolModule): readonly Diagnostic[] {
  const inCode = codePlaces(module);
  const report: Diagnostic[] = tool.faults.map(({ kind, message, hint, span }) => {
    const code: ToolCode =
      kind === "open-parameters" ? toolCodes.openParameters : toolCodes.unreadableParameters;
    return toolProblem(code, message, { ...inCode(span), hint });
  });
  if (tool.description === undefined)
    report.push(
      toolProblem(
        toolCodes.noDocstring,
        `The tool \`${tool.name}\` has no description: write ${module.language === "python" ? "a docstring" : "`description`"}.`,
        { ...inCode(tool.span), hint: "Say in a sentence what it does; models read it." },
      ),
    );
  if (tool.returns?.notJson !== undefined)
    report.push(
      toolProblem(
        toolCodes.resultNotJson,
        `The result of \`${tool.name}\` cannot be written as JSON: ${tool.returns.notJson}.`,
        { ...inCode(tool.span), hint: "Return maps, lists, texts, numbers, booleans or nothing." },
      ),
    );
  return report;
}

function compareTool(
  declaration: ToolDeclaration,
  tool: ImplementedTool,
  path: Path,
  declared: DeclaredTools,
  module: ToolModule,
): readonly Diagnostic[] {
  const written = declaration.parameters ?? {};
  const report: Diagnostic[] = [];
  const names = Object.keys(written);
  const own = tool.parameters.map(({ name }) => name);
  // Names that cannot be read are told as such, and not a second time as missing.
  const isReadable = tool.faults.length === 0;
  const extra = names.filter((name) => !own.includes(name));
  const lacking = own.filter((name) => !names.includes(name));
  if (isReadable && extra.length + lacking.length > 0)
    report.push(
      toolProblem(
        toolCodes.parameterNames,
        `The declaration of \`${tool.name}\` has the parameters ${list(names)}, but the code has ${list(own)}.`,
        {
          ...declaredAt(declared, [...path, "parameters", ...extra.slice(0, 1)], "key"),
          hint: "The code and the frontmatter must name the same ones; `skillwright tools sync` takes those of the code.",
          related: [{ message: "The tool is here.", ...related(module, tool.span) }],
        },
      ),
    );
  for (const parameter of tool.parameters) {
    const definition = written[parameter.name];
    if (!isObject(definition)) continue;
    const at = [...path, "parameters", parameter.name];
    report.push(...compareParameter(definition, parameter, tool, at, declared, module));
  }
  return [...report, ...compareResult(declaration, tool, path, declared, module)];
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map((name) => `\`${name}\``).join(", ");
}

function compareParameter(
  definition: JsonObject,
  parameter: ImplementedParameter,
  tool: ImplementedTool,
  at: Path,
  declared: DeclaredTools,
  module: ToolModule,
): readonly Diagnostic[] {
  const { type, required } = definition;
  const where = `\`${parameter.name}\` of \`${tool.name}\``;
  const here = [{ message: "In the code.", ...related(module, parameter.span) }];
  const report: Diagnostic[] = [];
  const isNull = parameter.kind.type === "null";
  if (typeof type === "string" && !isNull && differs(type, parameter.kind))
    report.push(
      toolProblem(
        toolCodes.parameterType,
        `The declared type of ${where} is \`${type}\`, but the code has \`${parameter.kind.type}\`.`,
        {
          ...declaredAt(declared, [...at, "type"], "value"),
          hint: "Change the one that is wrong; `skillwright tools sync` copies the code's into the declaration.",
          related: here,
        },
      ),
    );
  if (typeof required === "boolean" && required !== parameter.isRequired)
    report.push(
      toolProblem(
        toolCodes.parameterRequired,
        `${where} is declared \`required: ${required}\`, but must be \`${parameter.isRequired}\`: it has ${parameter.isRequired ? "no" : "a"} default in the code.`,
        {
          ...declaredAt(declared, [...at, "required"], "value"),
          hint: "Change the one that is wrong.",
          related: here,
        },
      ),
    );
  return [...report, ...compareDefault(definition, parameter, where, at, declared, module)];
}

function compareDefault(
  definition: JsonObject,
  parameter: ImplementedParameter,
  where: string,
  at: Path,
  declared: DeclaredTools,
  module: ToolModule,
): readonly Diagnostic[] {
  const value = definition["default"];
  const own = parameter.default;
  if (value === undefined || own === undefined || isEqual(value, own)) return [];
  return [
    toolProblem(
      toolCodes.parameterDefault,
      `The declared default of ${where} is \`${JSON.stringify(value)}\`, but the code has \`${JSON.stringify(own)}\`.`,
      {
        severity: "warning",
        ...declaredAt(declared, [...at, "default"], "value"),
        hint: "Callers see the default of the frontmatter, and the tool gets it.",
        related: [{ message: "In the code.", ...related(module, parameter.span) }],
      },
    ),
  ];
}

function differs(type: string, kind: ValueKind): boolean {
  return kind.type !== "unknown" && kind.type !== type;
}

function compareResult(
  { returns }: ToolDeclaration,
  tool: ImplementedTool,
  path: Path,
  declared: DeclaredTools,
  module: ToolModule,
): readonly Diagnostic[] {
  const type = isObject(returns) ? returns["type"] : undefined;
  const kind = tool.returns;
  if (typeof type !== "string" || kind === undefined || kind.notJson !== undefined) return [];
  // JavaScript has no integers of its own.
  const isNumber = module.language !== "python" && type === "integer" && kind.type === "number";
  if (isNumber || !differs(type, kind)) return [];
  return [
    toolProblem(
      toolCodes.resultType,
      `The declared result of \`${tool.name}\` is \`${type}\`, but the code has \`${kind.type}\`.`,
      {
        ...declaredAt(declared, [...path, "returns", "type"], "value"),
        hint: "Change the one that is wrong; `skillwright tools sync` copies the code's into the declaration.",
        related: [{ message: "The tool is here.", ...related(module, tool.span) }],
      },
    ),
  ];
}
