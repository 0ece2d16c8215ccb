/** The models of a server: those of its settings, and those that administrators have added since it started. */
import { createGuardedFetch } from "../../platform/network/index.ts";
import { failure } from "../../platform/index.ts";
import {
  failureReason,
  type FailureReason,
  type GenerateRequest,
  type LanguageModels,
  type ModelInfo,
  type ModelSettings,
  openModels,
  type ProviderSettings,
} from "../../run/models/index.ts";
import { runCodes } from "../../run/index.ts";
import type { User } from "../accounts/index.ts";
import { checkBudget } from "./budget.ts";
import { listProviders, type ModelPorts, type StoredProvider } from "./providers.ts";
import { isAllowed, type ModelRules, NO_RULES, readRules } from "./rules.ts";

export interface HubModels extends LanguageModels {
  readonly ports: ModelPorts;
  readonly rules: () => ModelRules;
  /** Those that were added, without the ones of the settings. */
  readonly added: () => readonly StoredProvider[];
  /** Reads what was stored since: at the start, after each change, and now and then for those of other replicas. */
  readonly refresh: () => Promise<void>;
  /** The models as a user may use them. */
  readonly forUser: (user: User) => LanguageModels;
  /** Refuses a user who has used up the budget of the day. */
  readonly checkBudget: (user: User) => Promise<void>;
}

export interface HubModelOptions extends ModelPorts {
  readonly settings: ModelSettings;
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
  let rules = NO_RULES;
  let current = build(options, added, rules);
  const refresh = async (): Promise<void> => {
    const [providers, stored] = await Promise.all([
      listProviders(options),
      readRules(options.database),
    ]);
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
    checkBudget: (user) => checkBudget(options, rules, user),
  };
}

function build(
  { settings, environment, clock, privateHosts }: HubModelOptions,
  added: readonly StoredProvider[],
  rules: ModelRules,
): LanguageModels {
  const byName = new Map(added.map((provider) => [provider.name, provider]));
  const guarded = createGuardedFetch({ allowPrivate: privateHosts });
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
    throw failure(runCodes.notAllowed, `You may not use the model \`${found.id}\`.`, {
      hint: "An administrator says in Settings, Models, which models users may use.",
    });
  };

  async function* generate(request: GenerateRequest): ReturnType<LanguageModels["generate"]> {
    const { models, rules } = present();
    await checkBudget(options, rules, user);
    const first = resolve(request.model).id;
    const order = [first, ...rules.fallback.filter((id) => id !== first && may(id))];
    for (const [index, model] of order.entries()) {
      let hasSaid = false;
      try {
        for await (const event of models.generate({ ...request, model })) {
          hasSaid = true;
          yield event;
        }
        return;
      } catch (error) {
        const reason = failureReason(error);
        const isLast = index === order.length - 1;
        if (hasSaid || isLast || reason === undefined || !WORTH_ANOTHER.has(reason)) throw error;
      }
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

/** The default one, or the first that the user may use. */
function pickDefault(
  { defaultModel, models }: LanguageModels,
  may: (model: string) => boolean,
): string | undefined {
  if (defaultModel === undefined || may(defaultModel)) return defaultModel;
  return models.find(({ id }) => may(id))?.id ?? defaultModel;
}
