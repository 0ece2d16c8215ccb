import {
  dialects,
  getPath,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  setPath,
  SkillError,
} from "../../../skill/index.ts";
import { rewriteFrontmatter } from "../../../skill/text/rewrite.ts";
import { toolCodes, toolProblem } from "../diagnostics.ts";
import type { ImplementedParameter, ImplementedTool, ValueKind } from "./implemented.ts";
import { declarationPath, type SkillTools } from "./skill-tools.ts";

/** The text of the SKILL.md with declarations that say what the module says; all else stays as it is. */
export function syncDeclarations(skill: SkillTools): string {
  const { module, dialect, document } = skill;
  if (module === undefined)
    throw new SkillError(
      toolProblem(toolCodes.noModule, "The skill has no `tools.py`, `tools.ts` or `tools.js`.", {
        file: skill.shown,
      }),
    );
  const path = skill.skill.sources["tools.declared"] ?? declarationPath(dialect) ?? nestedPlace();
  if (path === undefined)
    throw new SkillError(
      toolProblem(
        toolCodes.noDeclaration,
        `${dialect.title} has no place for declarations of tools.`,
        {
          file: skill.shown,
          hint: "Convert the skill with `skillwright convert` to a format that has one.",
        },
      ),
    );
  const blocked = skill.diagnostics.find(
    ({ code }) => code === toolCodes.unreadableModule || code === toolCodes.unreadableParameters,
  );
  if (blocked !== undefined) throw new SkillError(blocked);
  if (module.tools.length === 0)
    throw new SkillError(
      toolProblem(toolCodes.noModule, `\`${module.name}\` has no functions marked as tools.`, {
        file: module.shown,
        hint: "Nothing was written.",
      }),
    );
  const { frontmatter } = document;
  const former = getPath(frontmatter, path);
  const written = Array.isArray(former) ? (former as readonly Json[]).filter(isObject) : [];
  const declared = toDeclarations(module.tools, written);
  const desired = setPath(frontmatter, path, declared);
  const { allowsFlow, jsonKeys } = dialect;
  return rewriteFrontmatter(document, desired, { allowsFlow, jsonKeys });
}

/** A place that a skill of any system can have, since it lies among the metadata of others. */
function nestedPlace(): Path | undefined {
  return dialects.map(declarationPath).find((path) => path !== undefined && path.length > 1);
}

/** Tools that are declared already keep their order and what only the author knows. */
function toDeclarations(
  tools: readonly ImplementedTool[],
  written: readonly JsonObject[],
): readonly JsonObject[] {
  const byName = new Map(written.map((item) => [item["name"], item]));
  const order = [
    ...written.flatMap((item) => tools.filter(({ name }) => name === item["name"])),
    ...tools.filter(({ name }) => !byName.has(name)),
  ];
  return order.map((tool) => toDeclaration(tool, byName.get(tool.name) ?? {}));
}

/** What the frontmatter says of a tool; words of the author go before those of the code. */
function toDeclaration(tool: ImplementedTool, former: JsonObject = {}): JsonObject {
  const { parameters, returns, ...kept } = former;
  const known = isObject(parameters) ? parameters : {};
  const described = Object.fromEntries(
    tool.parameters.map((item) => {
      const old = known[item.name];
      return [item.name, toParameter(item, isObject(old) ? old : {})];
    }),
  );
  const result = resultOf(tool.returns, returns);
  const { description } = tool;
  const isNew = Object.keys(former).length === 0;
  return {
    name: tool.name,
    ...(isNew && description !== undefined ? { description: oneLine(description) } : {}),
    ...kept,
    ...(tool.parameters.length === 0 ? {} : { parameters: described }),
    ...(result === undefined ? {} : { returns: result }),
    ...(tool.atomic === undefined ? {} : { atomic: tool.atomic }),
  };
}

function oneLine(text: string): string {
  const [paragraph = ""] = text.split(/\n\s*\n/);
  return paragraph.replaceAll(/\s+/g, " ").trim();
}

function toParameter(parameter: ImplementedParameter, former: JsonObject): JsonObject {
  const { type: oldType, required: _, default: oldDefault, ...kept } = former;
  const { kind, isRequired, description } = parameter;
  const type = kind.type === "unknown" || kind.type === "null" ? oldType : kind.type;
  // Nothing is what an optional parameter has anyway.
  const value = parameter.default === null ? oldDefault : (parameter.default ?? oldDefault);
  const isNew = Object.keys(former).length === 0;
  return {
    ...(type === undefined ? {} : { type }),
    required: isRequired,
    ...(isRequired || value === undefined ? {} : { default: value }),
    ...(isNew && description !== undefined ? { description } : {}),
    ...kept,
  };
}

function resultOf(kind: ValueKind | undefined, former: Json | undefined): Json | undefined {
  const known = isObject(former) ? former : {};
  if (kind === undefined || kind.type === "unknown" || kind.type === "null") return former;
  return { ...known, type: kind.type };
}
