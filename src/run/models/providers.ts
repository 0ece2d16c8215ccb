import type { EmbeddingModelV4, LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { runError } from "../errors.ts";
import { inBatches } from "./read-in-batches.ts";
import { type ProviderRow, providerRow } from "./provider-table.ts";
import type { ProviderSettings } from "./settings.ts";

/** A provider whose package is loaded. */
export interface OpenProvider {
  readonly language: (model: string) => LanguageModelV4;
  readonly embedding: (model: string) => EmbeddingModelV4;
  readonly cacheMark?: SharedV4ProviderOptions;
}

type Variables = { readonly [name: string]: string | undefined };

/** How requests to a provider are made. */
export interface ProviderAccess {
  /** In place of the variable that the settings name. */
  readonly apiKey?: string;
  /** Default: without a guard, as the operator has named the address. */
  readonly fetch?: typeof fetch;
}

/** What the packages of providers have in common, of which each knows a part. */
interface FactoryOptions {
  readonly name: string;
  readonly apiKey?: string;
  readonly baseURL?: string;
  readonly fetch: typeof fetch;
  readonly includeUsage: true;
  readonly supportsStructuredOutputs: true;
}

interface LoadedProvider {
  readonly chat?: (model: string) => LanguageModelV4;
  readonly languageModel: (model: string) => LanguageModelV4;
  readonly embeddingModel?: (model: string) => EmbeddingModelV4;
}

type Factory = (options: FactoryOptions) => LoadedProvider;

/** Loads the package of a provider, with the key that the settings name. */
export async function openProvider(
  id: string,
  settings: ProviderSettings,
  environment: Variables,
  access: ProviderAccess = {},
): Promise<OpenProvider> {
  const row = providerRow(settings.kind);
  const apiKey = access.apiKey ?? keyOf(id, settings, environment);
  const baseURL = settings.baseUrl ?? row.baseUrl;
  if (baseURL === undefined && row.needsUrl === true)
    throw runError("run/bad-settings", { provider: id });
  const factory = await loadFactory(row);
  const provider = factory({
    name: id,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseURL === undefined ? {} : { baseURL }),
    fetch: inBatches(access.fetch ?? fetchThere),
  });
  const { chat, embeddingModel } = provider;
  const open = (model: string): LanguageModelV4 =>
    // OpenAI and Azure have two protocols; only that of chats is spoken by their look-alikes.
    (row.kind === "openai" || row.kind === "azure") && chat !== undefined
      ? chat(model)
      : provider.languageModel(model);
  const opened = new Map<string, LanguageModelV4>();
  return {
    ...(row.cacheMark === undefined ? {} : { cacheMark: row.cacheMark }),
    language: (model) => {
      // Each builds the schemas of its answers, which costs more than a short answer does.
      const made = opened.get(model) ?? open(model);
      // Users may name any model.
      if (opened.size >= MOST_OPENED) opened.clear();
      opened.set(model, made);
      return made;
    },
    embedding: (model) =>
      embeddingModel === undefined || row.kind === "anthropic"
        ? noEmbedding(id, model)
        : embeddingModel(model),
  };
}

const MOST_OPENED = 100;

/** Named one by one, so that bundlers see them. */
const PACKAGES: {
  readonly [name: string]: () => Promise<{ readonly [factory: string]: unknown }>;
} = {
  "@ai-sdk/openai": () => import("@ai-sdk/openai"),
  "@ai-sdk/anthropic": () => import("@ai-sdk/anthropic"),
  "@ai-sdk/openai-compatible": () => import("@ai-sdk/openai-compatible"),
  "@ai-sdk/google": () => import("@ai-sdk/google"),
  "@ai-sdk/azure": () => import("@ai-sdk/azure"),
  "@ai-sdk/amazon-bedrock": () => import("@ai-sdk/amazon-bedrock"),
  "@ai-sdk/mistral": () => import("@ai-sdk/mistral"),
};

async function loadFactory(row: ProviderRow): Promise<Factory> {
  try {
    const factory = (await PACKAGES[row.package]?.())?.[row.factory];
    // What the packages say of their own options is narrower, and each has all that is asked of it.
    if (typeof factory === "function") return factory as Factory;
  } catch (error) {
    throw noPackage(row, error);
  }
  throw noPackage(row, undefined);
}

function noPackage({ title: provider, package: name }: ProviderRow, cause: unknown): Error {
  return runError("run/missing-package", { provider, name }, { cause });
}

function keyOf(
  id: string,
  { apiKeyEnv }: ProviderSettings,
  environment: Variables,
): string | undefined {
  const apiKey = apiKeyEnv === undefined ? undefined : environment[apiKeyEnv];
  if (apiKeyEnv !== undefined && (apiKey === undefined || apiKey === ""))
    throw runError("run/missing-key", { variable: apiKeyEnv, provider: id });
  return apiKey;
}

/** Key and prompt are for the address of the settings alone; `fetch` would take some headers with keys elsewhere. */
const fetchThere: typeof fetch = (address, init) => fetch(address, { ...init, redirect: "manual" });

function noEmbedding(id: string, model: string): never {
  throw runError("run/no-embedding", { provider: id, model });
}
