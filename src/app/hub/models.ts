/** Providers of language models, which administrators add, test, rename and remove while the server runs. */
import { z } from "zod";
import {
  addProvider,
  changeProvider,
  findLocalProviders,
  removeProvider,
  rulesSchema,
  testProvider,
  writeRules,
} from "../../hub/models/index.ts";
import { type ModelEntry, PROVIDER_KINDS, providerId, PROVIDERS } from "../../run/models/index.ts";
import { forUsers, type Hub, type HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { asIs, type RecordOf, toShape } from "./shape.ts";

const admin = forUsers({ tag: "models", access: "admin", scope: "models" });

const refused = { 400: "A field is invalid." };
const path = { provider: z.string().max(64) };
const baseUrl = z.url({ protocol: /^https?$/u }).max(2048);
const apiKey = z.string().max(8192);
const modelName = z.string().min(1).max(256);
const amount = z.number().min(0);

/** For a million tokens; those that the provider had kept of an earlier call may cost less. */
const priceMembers = {
  input: amount,
  output: amount,
  cached_input: amount.optional(),
  /** When it was looked up. */
  as_of: z.iso.date().optional(),
};

const models = z
  .array(
    z.union([
      modelName,
      z.strictObject({
        id: modelName,
        context_window: z.int().min(1).optional(),
        price: z.strictObject(priceMembers).optional(),
      }),
    ]),
  )
  .max(500);

function toEntry(model: z.output<typeof models>[number]): ModelEntry {
  if (typeof model === "string") return { id: model };
  const { id, context_window: contextWindow, price } = model;
  if (price === undefined) return { id, contextWindow };
  const { cached_input: cachedInput, as_of: asOf, input, output } = price;
  return { id, contextWindow, price: { input, output, cachedInput, asOf } };
}

const list = {
  providers: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(PROVIDER_KINDS),
      base_url: z.string().nullable(),
      /** Keys are never told. */
      has_key: z.boolean(),
      /** `settings`: of the settings or the environment of the server, where it is changed. */
      origin: z.enum(["settings", "added"]),
      models: z.array(
        z.object({
          id: z.string(),
          context_window: z.number().nullable(),
          price: z
            .object({
              input: z.number(),
              output: z.number(),
              cached_input: z.number().nullable(),
              as_of: z.string().nullable(),
            })
            .nullable(),
        }),
      ),
    }),
  ),
  /** What can be added. */
  kinds: z.array(
    z.object({
      kind: z.enum(PROVIDER_KINDS),
      title: z.string(),
      needs_key: z.boolean(),
      needs_url: z.boolean(),
      base_url: z.string().nullable(),
    }),
  ),
  rules: asIs(rulesSchema),
};

const listed = ["All providers, kinds and rules.", toShape(list)] as const;

async function readList({ models: hub, modelSettings }: Hub): Promise<RecordOf<typeof list>> {
  await hub.refresh();
  const ofSettings = Object.entries(modelSettings.providers).map(([name, provider]) => ({
    ...provider,
    name,
    hasKey: provider.apiKeyEnv !== undefined,
    origin: "settings" as const,
  }));
  const added = hub.added().map((provider) => ({
    ...provider,
    hasKey: provider.apiKey !== "",
    origin: "added" as const,
  }));
  const kinds = PROVIDERS.map((row) => ({
    ...row,
    needsKey: row.key === "required",
    needsUrl: row.needsUrl === true,
  }));
  return { providers: [...ofSettings, ...added], kinds, rules: hub.rules() };
}

export const modelOperations: readonly HubOperation<HubContext>[] = [
  admin("GET /models/providers", {
    id: "listModelProviders",
    doc: "Lists the model providers, those that can be added, and the rules for all models.",
    gives: listed,
    isSecret: true,
    run: ({ hub }) => readList(hub),
  }),
  admin("POST /models/providers", {
    id: "addModelProvider",
    doc: "Adds a model provider; its key is stored encrypted and never returned. An address on the server's own network needs `models.private` in the settings.",
    isStrict: true,
    input: {
      name: providerId,
      kind: z.enum(PROVIDER_KINDS),
      base_url: baseUrl.optional(),
      api_key: apiKey.optional(),
      models: models.default([]),
    },
    makes: listed,
    isSecret: true,
    refusals: refused,
    run: async ({ hub }, { models: wanted, ...provider }) => {
      await addProvider(hub.models.ports, { ...provider, models: wanted.map(toEntry) });
      return await readList(hub);
    },
  }),
  admin("PATCH /models/providers/{provider}", {
    id: "changeModelProvider",
    doc: "Renames a provider, or changes its key, address or list of models; a new address needs the key again.",
    path,
    isStrict: true,
    input: {
      name: providerId.optional(),
      base_url: baseUrl.optional(),
      api_key: apiKey.optional(),
      models: models.optional(),
    },
    gives: listed,
    isSecret: true,
    refusals: { ...refused, 404: "No such provider." },
    run: async ({ hub }, { provider, models: wanted, ...change }) => {
      const entries = wanted === undefined ? {} : { models: wanted.map(toEntry) };
      await changeProvider(hub.models.ports, provider, { ...change, ...entries });
      return await readList(hub);
    },
  }),
  admin("DELETE /models/providers/{provider}", {
    id: "removeModelProvider",
    doc: "Removes a provider and its key. Calls in progress continue.",
    path,
    done: "It was deleted.",
    refusals: { 404: "No such provider." },
    run: async ({ hub }, { provider }) => {
      await removeProvider(hub.models.ports, provider);
      await hub.models.refresh();
    },
  }),
  admin("POST /models/providers/{provider}/test", {
    id: "testModelProvider",
    doc: "Tests a provider by having a model answer: the named one, or its first.",
    limit: "run",
    path,
    isStrict: true,
    input: { model: z.string().min(1).max(256).optional() },
    gives: [
      "What it said, or why it said nothing.",
      toShape({
        is_fine: z.boolean(),
        model: z.string(),
        text: z.string().nullable(),
        milliseconds: z.number().nullable(),
        reason: z.string().nullable(),
        message: z.string().nullable(),
      }),
    ],
    refusals: refused,
    run: ({ hub, signal }, { provider, model }) =>
      testProvider(hub.models, provider, { model, signal }),
  }),
  admin("GET /models/local", {
    id: "findLocalModels",
    doc: "Finds model servers on the machine of the server: Ollama, LM Studio and vLLM on their usual ports.",
    limit: "check",
    gives: [
      "What was found.",
      toShape({
        found: z.array(
          z.object({
            kind: z.enum(PROVIDER_KINDS),
            title: z.string(),
            base_url: z.string(),
            models: z.array(z.string()),
          }),
        ),
      }),
    ],
    run: async ({ hub, signal }) => ({
      found: await findLocalProviders(hub.models.ports.privateHosts, signal),
    }),
  }),
  admin("PUT /models/rules", {
    id: "setModelRules",
    doc: "Sets the default model, the fallback order, the models that users may use, their daily budget, and the currency of all prices, which stays the same where none is named.",
    body: rulesSchema,
    gives: listed,
    isSecret: true,
    refusals: refused,
    run: async ({ hub }, { body }) => {
      await writeRules(hub.database, body);
      return await readList(hub);
    },
  }),
];
