import { generationDefaults } from "../../run/execute/index.ts";
import type { Dialect, InputDefinition, Json, Skill } from "../../skill/index.ts";
import { hostedDialect, type SkillContent } from "./reading/index.ts";

export interface InputDetail {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string | null;
  readonly description: string | null;
}

/** A line of a list of skills. */
export interface SkillSummary {
  readonly name: string;
  readonly description: string;
  readonly inputs: readonly InputDetail[] | null;
  readonly has_inputs: boolean;
  readonly has_knowledge_base: boolean;
  readonly updated_at: string;
}

/** Everything that the server tells of a skill, under the names of its API. */
export interface SkillDetail {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly metadata: { readonly [key: string]: Json } | null;
  readonly inputs: readonly InputDetail[] | null;
  readonly knowledge_base: string | null;
  readonly model: {
    readonly temperature: number | null;
    readonly max_tokens: number | null;
  } | null;
  readonly user_id: string | null;
  readonly prompt: string;
  readonly raw_content: string;
  /** The same without the line of the owner: what its author wrote, and what is fit to be shared. */
  readonly source: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface StoredSkill extends SkillContent {
  readonly name: string;
  readonly dialect: Dialect;
  readonly version: string;
  readonly updatedAt: string;
}

export function toStoredSkill(
  content: SkillContent,
  more: Pick<StoredSkill, "name" | "version" | "updatedAt">,
): StoredSkill {
  return { ...content, dialect: hostedDialect(), ...more };
}

export function toDetail(kept: StoredSkill, createdAt: string): SkillDetail {
  const { name, dialect, view, skill, text, source, updatedAt } = kept;
  const { temperature, maxTokens, knowledgeBase } = skill.execution;
  const hasModel = isMap(view["model"]);
  const defaults = generationDefaults(dialect);
  return {
    name,
    description: describe(kept),
    license: skill.identity.license ?? null,
    metadata: isMap(view["metadata"]) ? view["metadata"] : null,
    inputs: listInputs(skill),
    knowledge_base: knowledgeBase ?? null,
    model: hasModel
      ? {
          temperature: temperature ?? defaults.temperature ?? null,
          max_tokens: maxTokens ?? defaults.maxTokens ?? null,
        }
      : null,
    user_id: skill.ownership.userId ?? null,
    prompt: skill.body,
    raw_content: text,
    source: source.replace(/^\ufeff/u, ""),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export function toSummary(kept: StoredSkill): SkillSummary {
  const inputs = listInputs(kept.skill);
  return {
    name: kept.name,
    description: describe(kept),
    inputs,
    has_inputs: inputs !== null,
    has_knowledge_base: (kept.skill.execution.knowledgeBase ?? "") !== "",
    updated_at: kept.updatedAt,
  };
}

function describe({ name, description }: StoredSkill): string {
  return description ?? name;
}

function listInputs({ template }: Skill): readonly InputDetail[] | null {
  const inputs = template.inputs ?? [];
  return inputs.length === 0 ? null : inputs.map(toInput);
}

function toInput(input: InputDefinition): InputDetail {
  const { name, label, type, required, default: value, description } = input;
  return {
    name,
    label: label === undefined || label === "" ? name : label,
    type: type ?? "text",
    required: required ?? false,
    default: value ?? null,
    description: description ?? null,
  };
}

function isMap(value: Json | undefined): value is { readonly [key: string]: Json } {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0
  );
}
