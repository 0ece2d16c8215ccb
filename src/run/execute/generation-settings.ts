import type { Dialect, Skill } from "../../skill/index.ts";

/** What a model is told besides the messages. */
export interface GenerationSettings {
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

type Defaults = Pick<GenerationSettings, "temperature" | "maxTokens">;

/** What the system of the skill takes where the skill says nothing. */
export function generationDefaults({ fields }: Pick<Dialect, "fields">): Defaults {
  const numberAt = (facet: string): number | undefined => {
    const value = fields.find((field) => field.facet === facet)?.default;
    return typeof value === "number" ? value : undefined;
  };
  return defined({
    temperature: numberAt("execution.temperature"),
    maxTokens: numberAt("execution.maxTokens"),
  });
}

/** What whoever runs the skill asks for, else what it says, else what its system takes. */
export function generationSettings(
  { execution }: Pick<Skill, "execution">,
  dialect: Pick<Dialect, "fields">,
  asked: GenerationSettings,
): GenerationSettings {
  const { model, temperature, maxTokens } = execution;
  return {
    ...generationDefaults(dialect),
    ...defined({ model, temperature, maxTokens }),
    ...defined({
      model: asked.model,
      temperature: asked.temperature,
      maxTokens: asked.maxTokens,
    }),
  };
}

function defined(given: {
  readonly [Key in keyof GenerationSettings]: GenerationSettings[Key] | undefined;
}): GenerationSettings {
  const { model, temperature, maxTokens } = given;
  return {
    ...(model === undefined ? {} : { model }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
}
