/** Prices of language models, and what holds for all of them. */
import type { Client } from "../../client/index.ts";
import { failure } from "../../platform/index.ts";
import { refusedError } from "../machine/server.ts";
import type { Operation } from "../operation.ts";
import { serverOperation } from "./ask.ts";

type ProviderList = Awaited<ReturnType<Client["listModelProviders"]>>;
type Model = ProviderList["providers"][number]["models"][number];
type Price = NonNullable<Model["price"]>;
type Change = NonNullable<Parameters<Client["changeModelProvider"]>[0]["body"]>;
type Sent = NonNullable<Change["models"]>[number];

/** A model as the list has it, or a new one, as it is sent back. */
export function toSent({
  id,
  context_window: window = null,
  price = null,
}: Partial<Model> & Pick<Model, "id">): Sent {
  return {
    id,
    ...(window === null ? {} : { context_window: window }),
    ...(price === null
      ? {}
      : {
          price: {
            input: price.input,
            output: price.output,
            ...(price.cached_input === null ? {} : { cached_input: price.cached_input }),
            ...(price.as_of === null ? {} : { as_of: price.as_of }),
          },
        }),
  };
}

export function formatPrice(
  { input, output, cached_input: cached, as_of: asOf }: Price,
  currency: string,
): string {
  const kept = cached === null ? "" : `, kept input ${cached}`;
  const day = asOf === null ? "" : `, ${asOf}`;
  return `${input} in, ${output} out${kept} ${currency} for a million tokens${day}`;
}

const amount = { kind: "number", placeholder: "AMOUNT" } as const;

export const modelsPrice: Operation = serverOperation({
  title: "Set the price of a language model",
  details:
    "Prices are for a million tokens, in the currency of `models rules`, and make costs of runs and budgets known. Without " +
    "amounts, it shows the price. For administrators.",
  examples: [
    "skillwright models price openai:gpt-5-mini --input 0.25 --output 2 --kept-input 0.025 --as-of 2026-11-01",
  ],
  input: {
    model: { kind: "text", required: true, positional: true, doc: "Model as `provider:model`." },
    input: { ...amount, doc: "Price of what is sent." },
    output: { ...amount, doc: "Price of what is answered." },
    keptInput: {
      ...amount,
      doc: "Price of what is sent and was kept by the provider (default: that of `--input`).",
    },
    asOf: {
      kind: "text",
      placeholder: "DATE",
      doc: "Day on which it was looked up, such as 2026-11-01.",
    },
  },
  effects: "writes",
  ask: async (client, { model, input, output, keptInput, asOf }) => {
    const { providers, rules } = await client.listModelProviders();
    const { provider, entry } = findModel(providers, model);
    const currency = rules.currency ?? "";
    if (input === undefined || output === undefined) {
      if (
        input !== undefined ||
        output !== undefined ||
        keptInput !== undefined ||
        asOf !== undefined
      )
        throw failure("cli/usage", "A price has `--input` and `--output`.");
      return { model, currency, price: entry.price };
    }
    const price = { input, output, cached_input: keptInput ?? null, as_of: asOf ?? null };
    await client.changeModelProvider({
      params: { provider: provider.name },
      body: {
        models: provider.models.map((known) =>
          toSent(known.id === entry.id ? { ...known, price } : known),
        ),
      },
    });
    return { model, currency, price };
  },
  lines: ({ model, price, currency }) => [
    [model, price === null ? "no price" : formatPrice(price, currency)],
  ],
});

/** A model of a provider that was added; what stands in the settings of the server is changed there. */
function findModel(
  providers: ProviderList["providers"],
  model: string,
): { readonly provider: ProviderList["providers"][number]; readonly entry: Model } {
  const provider = providers.find(({ name }) => model.startsWith(`${name}:`));
  const entry = provider?.models.find(({ id }) => `${provider.name}:${id}` === model);
  if (provider === undefined || entry === undefined)
    throw refusedError({
      message: `No model \`${model}\`.`,
      hint: "`skillwright models list` names them all, as `provider:model`.",
    });
  return { provider, entry };
}

const list = { kind: "text", many: true } as const;

export const modelsRules: Operation = serverOperation({
  title: "Show and set rules for language models",
  details:
    "Shows the default model, the fallback order, the models that users may use, the budget of each user for a day, and the currency of " +
    "prices; sets what is named, and leaves the rest. For administrators.",
  examples: [
    "skillwright models rules",
    "skillwright models rules --fallback anthropic:claude-sonnet-4-5,ollama:qwen3 --allow 'openai:*' --tokens 200000",
    "skillwright models rules --clear allow --currency EUR",
  ],
  input: {
    default: {
      kind: "text",
      placeholder: "MODEL",
      doc: "Model that answers where none is named.",
    },
    fallback: {
      ...list,
      placeholder: "MODEL",
      doc: "Models that answer one after the other where one fails before it has said anything, with commas between.",
    },
    allow: {
      ...list,
      placeholder: "MODEL",
      doc: "Models that users may use, such as `openai:*`, with commas between.",
    },
    tokens: { ...amount, doc: "Tokens of each user and day; 0 for no limit." },
    cost: { ...amount, doc: "Costs of each user and day; 0 for no limit." },
    currency: { kind: "text", placeholder: "CODE", doc: "Currency of all prices, such as EUR." },
    clear: {
      kind: "choice",
      many: true,
      choices: ["default", "fallback", "allow"],
      placeholder: "RULE",
      doc: "Rules to empty.",
    },
  },
  effects: "writes",
  ask: async (client, { default: usual, fallback, allow, tokens, cost, currency, clear }) => {
    const { rules } = await client.listModelProviders();
    const lists = {
      ...(fallback.length === 0 ? {} : { fallback: [...fallback] }),
      ...(allow.length === 0 ? {} : { allow: [...allow] }),
    };
    const single = { default: usual, tokens, cost, currency };
    const isNamed = Object.values(single).some((value) => value !== undefined);
    if (!isNamed && clear.length === 0 && Object.keys(lists).length === 0) return rules;
    const { default: before, budget, ...kept } = rules;
    const chosen = usual ?? (clear.includes("default") ? undefined : before);
    const answer = await client.setModelRules({
      body: {
        ...kept,
        ...(clear.includes("fallback") ? { fallback: [] } : {}),
        ...(clear.includes("allow") ? { allow: [] } : {}),
        ...lists,
        ...(chosen === undefined ? {} : { default: chosen }),
        budget: { tokens: tokens ?? budget.tokens, cost: cost ?? budget.cost },
        ...(currency === undefined ? {} : { currency }),
      },
    });
    return answer.rules;
  },
  lines: ({ default: usual, fallback, allow, budget, currency = "" }) => [
    ["default", usual ?? "the first"],
    ["fallback", fallback.length === 0 ? "none" : fallback.join(", ")],
    ["users may use", allow.length === 0 ? "all" : allow.join(", ")],
    ["tokens of a user and day", budget.tokens === 0 ? "no limit" : String(budget.tokens)],
    ["costs of a user and day", budget.cost === 0 ? "no limit" : `${budget.cost} ${currency}`],
    ["currency", currency],
  ],
});
