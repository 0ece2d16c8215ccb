import { z } from "zod";
import { runError } from "../errors.ts";
import { PROVIDER_KINDS, type ProviderKind } from "./provider-table.ts";

/** For a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Of input that the provider had kept of an earlier call. Default: that of `input`. */
  readonly cachedInput?: number | undefined;
  /** The day on which it was looked up, as `YYYY-MM-DD`. */
  readonly asOf?: string | undefined;
}

export interface ModelEntry {
  readonly id: string;
  readonly contextWindow?: number | undefined;
  readonly price?: ModelPrice | undefined;
}

export interface ProviderSettings {
  readonly kind: ProviderKind;
  /** Required for some kinds. */
  readonly baseUrl?: string | undefined;
  /** The name of the variable that holds the key, never the key itself. */
  readonly apiKeyEnv?: string | undefined;
  readonly models: readonly ModelEntry[];
}

export interface ModelSettings {
  /** `provider:model`. */
  readonly default?: string | undefined;
  /** `provider:model` for embeddings. */
  readonly embedding?: string | undefined;
  readonly providers: { readonly [id: string]: ProviderSettings };
  /** Of all prices, as a code such as `EUR`. */
  readonly currency?: string | undefined;
  /** Names and addresses of the own network at which administrators may add providers. */
  readonly private?: readonly string[] | undefined;
}

const text = z.string().min(1);
const amount = z.number().min(0);

export const modelEntry: z.ZodType<ModelEntry> = z.union([
  text.transform((id) => ({ id })),
  z.strictObject({
    id: text,
    contextWindow: z.int().min(1).optional(),
    price: z
      .strictObject({
        input: amount,
        output: amount,
        cachedInput: amount.optional(),
        asOf: z.iso.date().optional(),
      })
      .optional(),
  }),
]);

export const currencyCode: z.ZodType<string, string> = text.regex(
  /^[A-Z]{3}$/u,
  "expected three capital letters, such as EUR",
);

export const providerId: z.ZodType<string, string> = text.regex(
  /^[a-z0-9][a-z0-9-]{0,63}$/u,
  "expected lower-case letters, digits and hyphens",
);

const provider: z.ZodType<ProviderSettings> = z.strictObject({
  kind: z.enum(PROVIDER_KINDS),
  baseUrl: z.url({ protocol: /^https?$/u }).optional(),
  apiKeyEnv: text.optional(),
  models: z.array(modelEntry).default([]),
});

/** The part `models` of the settings of the server and of `run`. */
export const modelSettingsSchema: z.ZodType<ModelSettings> = z.strictObject({
  default: text.optional(),
  embedding: text.optional(),
  providers: z.record(providerId, provider).default({}),
  currency: currencyCode.optional(),
  private: z.array(text).optional(),
});

/** Settings as plain data; what is wrong is named with its place. */
export function readModelSettings(value: unknown, file?: string): ModelSettings {
  const result = modelSettingsSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const key = ["models", ...(issue?.path ?? [])].join(".");
  const problem = issue?.message ?? "it is not valid";
  throw runError("run/bad-settings", { key, problem }, file === undefined ? {} : { file });
}

type Variables = { readonly [name: string]: string | undefined };

/** Providers that the environment speaks of; what the settings say of the same provider wins. */
export function withEnvironment(given: ModelSettings, environment: Variables): ModelSettings {
  const found: Record<string, ProviderSettings> = {};
  if (isSet(environment["OPENAI_API_KEY"]))
    found["openai"] = {
      kind: "openai",
      apiKeyEnv: "OPENAI_API_KEY",
      models: [],
      ...optionalUrl(environment["OPENAI_BASE_URL"]),
    };
  if (isSet(environment["ANTHROPIC_API_KEY"]))
    found["anthropic"] = {
      kind: "anthropic",
      apiKeyEnv: "ANTHROPIC_API_KEY",
      models: [],
      ...optionalUrl(environment["ANTHROPIC_BASE_URL"]),
    };
  const ollama = environment["OLLAMA_HOST"];
  if (isSet(ollama))
    found["ollama"] = { kind: "openai-compatible", baseUrl: ollamaUrl(ollama), models: [] };
  const chosen = given.default ?? environment["SKILLWRIGHT_MODEL"];
  return {
    ...given,
    ...(isSet(chosen) ? { default: chosen } : {}),
    providers: { ...found, ...given.providers },
  };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

function optionalUrl(value: string | undefined): { baseUrl?: string } {
  return isSet(value) ? { baseUrl: value } : {};
}

/** Ollama's own variable may leave out the scheme and the port. */
function ollamaUrl(host: string): string {
  const url = new URL(/^https?:\/\//u.test(host) ? host : `http://${host}`);
  if (url.port === "" && url.protocol === "http:") url.port = "11434";
  return new URL("/v1", url).href;
}
