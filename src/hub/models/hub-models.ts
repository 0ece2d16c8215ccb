/** The models of a server: those of its settings, and those that administrators have added since it started. */
import { createGuardedFetch } from "../../platform/network/index.ts";
import type { Telemetry } from "../../platform/telemetry/index.ts";
import {
  type AttachedFile,
  failureReason,
  type FailureReason,
  type GenerateRequest,
  type LanguageModels,
  type ModelInfo,
  type ModelSettings,
  openModels,
  type ProviderSettings,
  type TokenUsage,
} from "../../run/models/index.ts";
import { runError } from "../../run/index.ts";
import type { User } from "../accounts/index.ts";
import { checkBudget, spend, type BudgetContext } from "./budget.ts";
import { listProviders, type ModelPorts, type StoredProvider } from "./providers.ts";
import { DEFAULT_CURRENCY, isAllowed, type ModelRules, NO_RULES, readRules } from "./rules.ts";

export interface HubModels extends LanguageModels {
  readonly ports: ModelPorts;
  readonly rules: () => ModelRules & { readonly currency: string };
  /** Those that were added, without the ones of the settings. */
  readonly added: () => readonly StoredProvider[];
  /** Reads what was stored since: at the start, after each change, and now and then for those of other replicas. */
  readonly refresh: () => Promise<void>;
  /** The models as a user may use them. */
  readonly forUser: (user: User) => LanguageModels;
  /** Refuses a user who has used up the budget of the day. */
  readonly checkBudget: (user: User) => Promise<void>;
  /** Counts texts that are embedded for a user where that has a price; refuses them as `checkBudget` does. */
  readonly spendOnEmbedding: (
    userId: string,
    model: string,
    texts: readonly string[],
  ) => Promise<void>;
}

export interface HubModelOptions extends ModelPorts {
  readonly settings: ModelSettings;
  readonly telemetry?: Telemetry;
  readonly environment: { readonly [name: string]: string | undefined };
}

/** A failure of these kinds may not happen with another model. */
const WORTH_ANOTHER: ReadonlySet<FailureReason> = new Set([
  "missing-key",
  "missing-package",
  "refused-key",
  "rate-limit",
  "provider-failed",
  "unreachable",
  "cut-short",
  "unknown-model",
]);

/** Those of the settings alone until `refresh` has read what is stored. */
export function openHubModels(options: HubModelOptions): HubModels {
  let added: readonly StoredProvider[] = [];
  let rules = { ...NO_RULES, currency: DEFAULT_CURRENCY };
  let current = build(options, added, rules);
  const refresh = async (): Promise<void> => {
    const [providers, kept] = await Promise.all([
      listProviders(options),
      readRules(options.database),
    ]);
    const { currency = kept.currency ?? DEFAULT_CURRENCY } = options.settings;
    const stored = { ...kept, currency };
    // What is open goes on to be used as long as nothing has changed.
    if (JSON.stringify([providers, stored]) === JSON.stringify([added, rules])) return;
    [added, rules] = [providers, stored];
    current = build(options, added, rules);
  };
  return {
    get models() {
      return current.models;
    },
    get defaultModel() {
      return current.defaultModel;
    },
    get embeddings() {
      return current.embeddings;
    },
    resolve: (model) => current.resolve(model),
    costOf: (model, usage) => current.costOf(model, usage),
    generate: (request) => current.generate(request),
    ports: options,
    rules: () => rules,
    added: () => added,
    refresh,
    forUser: (user) => restrict(options, user, () => ({ models: current, rules })),
    checkBudget: (user) => checkBudget(options, rules, user.id),
    spendOnEmbedding: async (userId, model, texts) => {
      const inputTokens = sumOf(texts.map(guessTokens));
      const cost = current.costOf(model, { inputTokens, outputTokens: 0 });
      // Tokens of a budget are those of language models, which take a hundred times as long for one.
      if (cost !== undefined) await spend(options, rules, userId, { tokens: 0, cost });
    },
  };
}

function build(
  { settings, environment, clock, privateHosts, resolve, telemetry }: HubModelOptions,
  added: readonly StoredProvider[],
  rules: ModelRules,
): LanguageModels {
  const byName = new Map(added.map((provider) => [provider.name, provider]));
  const guarded = createGuardedFetch({ allowPrivate: privateHosts, resolve });
  const chosen = settings.default ?? rules.default;
  return openModels({
    settings: {
      ...settings,
      ...(chosen === undefined ? {} : { default: chosen }),
      providers: {
        ...Object.fromEntries(added.map((provider) => [provider.name, toSettings(provider)])),
        ...settings.providers,
      },
    },
    environment,
    clock,
    ...(telemetry === undefined ? {} : { telemetry }),
    access: (name) => {
      // What the operator has written into the settings needs no guard.
      if (Object.hasOwn(settings.providers, name)) return undefined;
      const apiKey = byName.get(name)?.apiKey ?? "";
      return { fetch: guarded, ...(apiKey === "" ? {} : { apiKey }) };
    },
  });
}

function toSettings({ kind, baseUrl, models }: StoredProvider): ProviderSettings {
  return { kind, models, ...(baseUrl === undefined ? {} : { baseUrl }) };
}

interface Present {
  readonly models: LanguageModels;
  readonly rules: ModelRules;
}

/** What a user sees and may ask; administrators may ask every model. */
function restrict(options: HubModelOptions, user: User, present: () => Present): LanguageModels {
  const may = (model: string): boolean =>
    user.role === "admin" || isAllowed(present().rules, model);
  const resolve = (asked?: string): ModelInfo => {
    const { models } = present();
    const usual = asked ?? pickDefault(models, may);
    const found = models.resolve(usual);
    if (may(found.id)) return found;
    throw runError("run/not-allowed", { model: found.id });
  };

  async function* generate(request: GenerateRequest): ReturnType<LanguageModels["generate"]> {
    const { models, rules } = present();
    const first = resolve(request.model).id;
    const order = [first, ...rules.fallback.filter((id) => id !== first && may(id))];
    const sent = guessSent(request);
    const guess = { inputTokens: sent, outputTokens: request.maxTokens ?? USUAL_ANSWER };
    const settle = await spend(options, rules, user.id, spendingOn(models, first, guess));
    let taken = NOTHING;
    try {
      for (const [index, model] of order.entries()) {
        let said = 0;
        try {
          for await (const event of models.generate({ ...request, model })) {
            if (event.kind !== "end")
              said += guessTokens(event.kind === "text" ? event.text : event.call.input);
            // Before it is told: whoever listens may leave with it.
            taken = spendingOn(models, model, {
              inputTokens: sent,
              outputTokens: said,
              ...(event.kind === "end" ? event.usage : {}),
            });
            yield event;
          }
          return;
        } catch (error) {
          // The provider has what was sent, and counts it.
          if (request.signal?.aborted === true && taken === NOTHING)
            taken = spendingOn(models, model, { inputTokens: sent, outputTokens: 0 });
          const reason = failureReason(error);
          const isLast = index === order.length - 1;
          if (taken !== NOTHING || isLast || reason === undefined || !WORTH_ANOTHER.has(reason))
            throw error;
        }
      }
    } finally {
      await settle(taken);
    }
  }

  return {
    get models() {
      return present().models.models.filter(({ id }) => may(id));
    },
    get defaultModel() {
      return pickDefault(present().models, may);
    },
    get embeddings() {
      return present().models.embeddings;
    },
    resolve,
    costOf: (model, usage) => present().models.costOf(model, usage),
    generate,
  };
}

const NOTHING: BudgetContext = { tokens: 0, cost: 0 };

/** Tokens that an answer without a limit is expected to have. */
const USUAL_ANSWER = 1000;

function spendingOn(models: LanguageModels, model: string, usage: TokenUsage): BudgetContext {
  const { inputTokens = 0, outputTokens = 0 } = usage;
  return { tokens: inputTokens + outputTokens, cost: models.costOf(model, usage) ?? 0 };
}

function guessSent({ messages, turns = [], tools = [] }: GenerateRequest): number {
  return sumOf([
    ...messages.flatMap(({ content, files = [] }) => [
      guessTokens(content),
      ...files.map(guessFileTokens),
    ]),
    ...tools.map((tool) => guessTokens(JSON.stringify(tool))),
    ...turns.flatMap(({ text, calls }) => [
      guessTokens(text),
      ...calls.map(({ call, answer }) => guessTokens(call.input) + guessTokens(answer.text)),
    ]),
  ]);
}

/** Four bytes to a token, which is counted without a look at each letter. */
function guessTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** A picture takes as much whatever its size; a page of a document about as much as a picture. */
function guessFileTokens({ mediaType, bytes }: AttachedFile): number {
  const most = mediaType.startsWith("image/") ? PICTURE_TOKENS : Infinity;
  return Math.min(most, Math.max(PICTURE_TOKENS, Math.ceil(bytes.length / 40)));
}

const PICTURE_TOKENS = 1500;

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The default one, or the first that the user may use. */
function pickDefault(
  { defaultModel, models }: LanguageModels,
  may: (model: string) => boolean,
): string | undefined {
  if (defaultModel === undefined || may(defaultModel)) return defaultModel;
  return models.find(({ id }) => may(id))?.id ?? defaultModel;
}
