import { type Clock, systemClock } from "../../platform/machine/index.ts";
import { NO_TELEMETRY, type Span, type Telemetry } from "../../platform/telemetry/index.ts";
import { runError } from "../errors.ts";
import { generateWith, modelFailure } from "./generate.ts";
import type {
  EmbeddingModel,
  GenerateRequest,
  LanguageModels,
  ModelEvent,
  ModelInfo,
  TokenUsage,
} from "./model.ts";
import { providerRow } from "./provider-table.ts";
import { openProvider, type OpenProvider, type ProviderAccess } from "./providers.ts";
import type { ModelPrice, ModelSettings } from "./settings.ts";

export interface ModelOptions {
  readonly settings: ModelSettings;
  /** Where the keys of the providers stand. */
  readonly environment: { readonly [name: string]: string | undefined };
  readonly clock?: Clock;
  /** What the settings cannot say of a provider, such as a key that is stored. */
  readonly access?: (provider: string) => ProviderAccess | undefined;
  /** From 0 to 1, for the pauses between attempts. */
  readonly random?: () => number;
  /** Told of every call. */
  readonly telemetry?: Telemetry;
}

/** The models of the settings. A provider's package is loaded when it is first asked. */
export function openModels({
  settings,
  environment,
  clock = systemClock,
  access = () => undefined,
  random = Math.random,
  telemetry = NO_TELEMETRY,
}: ModelOptions): LanguageModels {
  const models = withDefault(settings, listModels(settings));
  const prices = listPrices(settings);
  const opened = new Map<string, Promise<OpenProvider>>();
  const open = (provider: string): Promise<OpenProvider> => {
    const known = opened.get(provider);
    if (known !== undefined) return known;
    const found = selectProvider(settings, provider);
    const made =
      found === undefined
        ? Promise.reject(unknownModel(provider, settings))
        : openProvider(provider, found, environment, access(provider));
    opened.set(provider, made);
    return made;
  };
  const resolve = (model?: string): ModelInfo => resolveModel(settings, models, model);

  async function* generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void> {
    const { id, provider, name } = resolve(request.model);
    const { language, cacheMark } = await open(provider);
    const call = { id, model: language(name), cacheMark, clock, random };
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": knownAs(settings, provider),
      "gen_ai.request.model": name,
      "gen_ai.request.temperature": request.temperature,
      "gen_ai.request.max_tokens": request.maxTokens,
      "skillwright.model": id,
    };
    const span = { isCall: true, attributes };
    yield* telemetry.follow(`chat ${name}`, span, (begun) =>
      told(begun, generateWith(call, request), prices.get(id)),
    );
  }

  const embeddings = openEmbeddings(settings, open);
  const chosen = settings.default ?? models[0]?.id;
  return {
    models,
    ...(chosen === undefined ? {} : { defaultModel: chosen }),
    resolve,
    costOf: (model, usage) => costAt(prices.get(model), usage),
    generate,
    ...(embeddings === undefined ? {} : { embeddings }),
  };
}

async function* told(
  span: Span,
  events: AsyncGenerator<ModelEvent, void>,
  price: ModelPrice | undefined,
): AsyncGenerator<ModelEvent, void> {
  for await (const event of events) {
    const known = event.kind === "end" ? withCost(event, price) : event;
    if (known.kind === "end") {
      const { usage, reason, cost } = known;
      span.set({
        "gen_ai.response.finish_reasons": [reason],
        "gen_ai.usage.input_tokens": usage.inputTokens,
        "gen_ai.usage.cache_read.input_tokens": usage.cachedTokens,
        "gen_ai.usage.output_tokens": usage.outputTokens,
        "skillwright.cost": cost,
      });
    }
    yield known;
  }
}

function knownAs(settings: ModelSettings, provider: string): string | undefined {
  const kind = selectProvider(settings, provider)?.kind;
  return kind === undefined ? undefined : (providerRow(kind).knownAs ?? kind);
}

function withCost<E extends { readonly usage: TokenUsage }>(
  event: E,
  price: ModelPrice | undefined,
): E & { readonly cost?: number } {
  const cost = costAt(price, event.usage);
  return cost === undefined ? event : { ...event, cost };
}

function costAt(price: ModelPrice | undefined, usage: TokenUsage): number | undefined {
  const { inputTokens, cachedTokens = 0, outputTokens } = usage;
  if (price === undefined || inputTokens === undefined || outputTokens === undefined)
    return undefined;
  const { input, output, cachedInput = input } = price;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  return (fresh * input + cachedTokens * cachedInput + outputTokens * output) / 1_000_000;
}

function listModels({ providers }: ModelSettings): readonly ModelInfo[] {
  return Object.entries(providers).flatMap(([provider, { models }]) =>
    models.map((model): ModelInfo => {
      const { id: name, contextWindow } = model;
      return {
        id: `${provider}:${name}`,
        provider,
        name,
        ...(contextWindow === undefined ? {} : { contextWindow }),
      };
    }),
  );
}

/** Users name models, also such as `constructor:x`. */
function selectProvider(
  { providers }: ModelSettings,
  name: string,
): ModelSettings["providers"][string] | undefined {
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}

/** A model that is named as the usual one can be chosen, whether or not its provider lists it. */
function withDefault(settings: ModelSettings, listed: readonly ModelInfo[]): readonly ModelInfo[] {
  const { default: id } = settings;
  if (id === undefined || listed.some((model) => model.id === id || model.name === id))
    return listed;
  const found = splitId(id);
  return found === undefined || selectProvider(settings, found.provider) === undefined
    ? listed
    : [...listed, { id, ...found }];
}

function splitId(id: string): Pick<ModelInfo, "provider" | "name"> | undefined {
  const colon = id.indexOf(":");
  return colon <= 0 || colon === id.length - 1
    ? undefined
    : { provider: id.slice(0, colon), name: id.slice(colon + 1) };
}

function listPrices({ providers }: ModelSettings): ReadonlyMap<string, ModelPrice> {
  const prices = new Map<string, ModelPrice>();
  for (const [provider, { models }] of Object.entries(providers))
    for (const { id, price } of models)
      if (price !== undefined) prices.set(`${provider}:${id}`, price);
  return prices;
}

/** A provider may offer more models than the settings list, so any name of a known provider will do. */
function resolveModel(
  settings: ModelSettings,
  models: readonly ModelInfo[],
  asked: string | undefined,
): ModelInfo {
  const id = asked ?? settings.default ?? models[0]?.id;
  if (id === undefined) throw noModel();
  const listed = models.find((model) => model.id === id || model.name === id);
  if (listed !== undefined) return listed;
  const found = splitId(id);
  if (found === undefined || selectProvider(settings, found.provider) === undefined)
    throw unknownModel(id, settings);
  return { id, ...found };
}

function openEmbeddings(
  settings: ModelSettings,
  open: (provider: string) => Promise<OpenProvider>,
): EmbeddingModel | undefined {
  const { embedding: id } = settings;
  if (id === undefined) return undefined;
  const { provider, name } = resolveModel(settings, [], id);
  return {
    id,
    embed: async (texts, abortSignal) => {
      const { embedding } = await open(provider);
      try {
        const { embeddings } = await embedding(name).doEmbed({
          values: [...texts],
          ...(abortSignal === undefined ? {} : { abortSignal }),
        });
        return embeddings.map((vector) => Float32Array.from(vector));
      } catch (error) {
        abortSignal?.throwIfAborted();
        throw modelFailure(id, error);
      }
    },
  };
}

function noModel(): Error {
  return runError("run/no-model", undefined);
}

function unknownModel(id: string, { providers }: ModelSettings): Error {
  const names = Object.keys(providers);
  return names.length === 0 ? noModel() : runError("run/unknown-model", { id, providers: names });
}
