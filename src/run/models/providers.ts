import type { EmbeddingModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import { failure } from "../../platform/index.ts";
import { runCodes } from "../diagnostics.ts";
import type { ProviderSettings } from "./settings.ts";

/** A provider whose package is loaded. */
export interface OpenProvider {
  readonly language: (model: string) => LanguageModelV4;
  readonly embedding: (model: string) => EmbeddingModelV4;
}

type Variables = { readonly [name: string]: string | undefined };

interface Access {
  readonly fetch: typeof fetch;
  readonly apiKey?: string;
  readonly baseURL?: string;
}

/** Loads the package of a provider, with the key that the settings name. */
export async function openProvider(
  id: string,
  settings: ProviderSettings,
  environment: Variables,
): Promise<OpenProvider> {
  const access = accessOf(id, settings, environment);
  switch (settings.kind) {
    case "openai-compatible":
      return await openCompatible(id, access);
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const provider = createOpenAI(access);
      return {
        language: (model) => provider.chat(model),
        embedding: (model) => provider.embeddingModel(model),
      };
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const provider = createAnthropic(access);
      return { language: (model) => provider(model), embedding: (model) => noEmbedding(id, model) };
    }
  }
}

async function openCompatible(id: string, access: Access): Promise<OpenProvider> {
  const { baseURL, apiKey, fetch } = access;
  if (baseURL === undefined)
    throw failure(
      runCodes.badSettings,
      `The provider \`${id}\` has no \`baseUrl\`, the address of its API.`,
      { hint: `Set \`models.providers.${id}.baseUrl\`, such as http://127.0.0.1:11434/v1.` },
    );
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const provider = createOpenAICompatible({
    name: id,
    baseURL,
    includeUsage: true,
    fetch,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return {
    language: (model) => provider.languageModel(model),
    embedding: (model) => provider.embeddingModel(model),
  };
}

function accessOf(id: string, settings: ProviderSettings, environment: Variables): Access {
  const { apiKeyEnv, baseUrl } = settings;
  const apiKey = apiKeyEnv === undefined ? undefined : environment[apiKeyEnv];
  if (apiKeyEnv !== undefined && (apiKey === undefined || apiKey === ""))
    throw failure(
      runCodes.missingKey,
      `The variable \`${apiKeyEnv}\` with the key of the provider \`${id}\` is not set.`,
      { hint: `Set \`${apiKeyEnv}\` in the environment of the program.` },
    );
  return {
    fetch: fetchThere,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  };
}

/** Key and prompt are for the address of the settings alone; `fetch` would take some headers with keys elsewhere. */
const fetchThere: typeof fetch = (address, init) => fetch(address, { ...init, redirect: "manual" });

function noEmbedding(id: string, model: string): never {
  throw failure(runCodes.noEmbedding, `The provider of \`${id}:${model}\` offers no embeddings.`, {
    hint: "Set `models.embedding` to a model of another provider.",
  });
}
