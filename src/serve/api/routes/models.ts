import { z } from "zod";
import {
  addProvider,
  changeProvider,
  findLocalProviders,
  type HubModels,
  removeProvider,
  rulesSchema,
  testProvider,
  writeRules,
} from "../../../hub/models/index.ts";
import type { ModelEntry, ModelSettings } from "../../../run/models/index.ts";
import { PROVIDER_KINDS, providerId, PROVIDERS } from "../../../run/models/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "models";
const access = "admin";
const scope = "models";
const refused = { doc: "A field is at fault.", schema: problemSchema };
const missing = { doc: "There is no such provider.", schema: problemSchema };

const baseUrl = z.url({ protocol: /^https?$/u }).max(2048);
const apiKey = z.string().max(8192);
const modelName = z.string().min(1).max(256);
const amount = z.number().min(0);

const models = z
  .array(
    z.union([
      modelName,
      z.strictObject({
        id: modelName,
        context_window: z.int().min(1).optional(),
        /** For a million tokens. */
        price: z.strictObject({ input: amount, output: amount }).optional(),
      }),
    ]),
  )
  .max(500);

function toEntry(model: z.output<typeof models>[number]): ModelEntry {
  if (typeof model === "string") return { id: model };
  const { id, context_window: contextWindow, price } = model;
  return { id, contextWindow, price };
}

const providerSchema = z.object({
  name: z.string(),
  kind: z.enum(PROVIDER_KINDS),
  base_url: z.string().nullable(),
  /** Keys are never told. */
  has_key: z.boolean(),
  /** `settings`: of the settings or the environment of the server, where it is changed. */
  origin: z.enum(["settings", "added"]),
  models: z.array(z.object({ id: z.string(), context_window: z.number().nullable() })),
});

const listSchema = z.object({
  providers: z.array(providerSchema),
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
  rules: rulesSchema,
});

const params = z.object({ provider: z.string().max(64) });
const listed = { doc: "All providers, kinds and rules.", schema: listSchema };

/** Providers of language models, which administrators add, test, rename and remove while the server runs. */
export const modelRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/models/providers",
    id: "listModelProviders",
    tag,
    doc: "Lists the providers of language models, what can be added, and the rules for all models.",
    access,
    scope,
    answers: { 200: listed },
    handle: async ({ ports }) => {
      await ports.models.refresh();
      return answerList(ports.models, ports.modelSettings);
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/models/providers",
    id: "addModelProvider",
    tag,
    doc: "Adds a provider; its key is stored encrypted and never told again. Servers on one's own network need `models.private` in the settings.",
    access,
    scope,
    body: z.strictObject({
      name: providerId,
      kind: z.enum(PROVIDER_KINDS),
      base_url: baseUrl.optional(),
      api_key: apiKey.optional(),
      models: models.default([]),
    }),
    answers: { 201: listed, 400: refused },
    handle: async ({ ports, body }) => {
      const { name, kind, base_url, api_key, models: entries } = body;
      await addProvider(ports.models.ports, {
        name,
        kind,
        baseUrl: base_url,
        apiKey: api_key,
        models: entries.map(toEntry),
      });
      await ports.models.refresh();
      return answerList(ports.models, ports.modelSettings, 201);
    },
  }),
  route({
    method: "PATCH",
    path: "/api/v1/models/providers/{provider}",
    id: "changeModelProvider",
    tag,
    doc: "Renames a provider, or gives it another key, address or list of models; another address needs the key anew.",
    access,
    scope,
    params,
    body: z.strictObject({
      name: providerId.optional(),
      base_url: baseUrl.optional(),
      api_key: apiKey.optional(),
      models: models.optional(),
    }),
    answers: { 200: listed, 400: refused, 404: missing },
    handle: async ({ ports, params: { provider }, body }) => {
      const { name, base_url, api_key, models: entries } = body;
      const change = { name, baseUrl: base_url, apiKey: api_key, models: entries?.map(toEntry) };
      await changeProvider(ports.models.ports, provider, change);
      await ports.models.refresh();
      return answerList(ports.models, ports.modelSettings);
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/models/providers/{provider}",
    id: "removeModelProvider",
    tag,
    doc: "Removes a provider with its key. Calls that are under way go on.",
    access,
    scope,
    params,
    answers: { 204: { doc: "It is gone." }, 404: missing },
    handle: async ({ ports, params: { provider } }) => {
      await removeProvider(ports.models.ports, provider);
      await ports.models.refresh();
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/models/providers/{provider}/test",
    id: "testModelProvider",
    tag,
    doc: "Has a model of a provider say hello: the one that is named, or its first.",
    access,
    scope,
    limit: "run",
    params,
    body: z.strictObject({ model: z.string().min(1).max(256).optional() }),
    answers: {
      200: {
        doc: "What it said, or why it said nothing.",
        schema: z.object({
          is_fine: z.boolean(),
          model: z.string(),
          text: z.string().nullable(),
          milliseconds: z.number().nullable(),
          reason: z.string().nullable(),
          message: z.string().nullable(),
        }),
      },
      400: refused,
    },
    handle: async ({ ports, params: { provider }, body, request }) => {
      const { signal } = request;
      const result = await testProvider(ports.models, provider, { model: body.model, signal });
      return {
        is_fine: result.isFine,
        model: result.model,
        text: result.isFine ? result.text : null,
        milliseconds: result.isFine ? result.milliseconds : null,
        reason: result.isFine ? null : result.reason,
        message: result.isFine ? null : result.message,
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/models/local",
    id: "findLocalModels",
    tag,
    doc: "Finds servers of models on the machine of the server: Ollama, LM Studio and vLLM on their usual ports.",
    access,
    scope,
    limit: "check",
    answers: {
      200: {
        doc: "What was found.",
        schema: z.object({
          found: z.array(
            z.object({
              kind: z.enum(PROVIDER_KINDS),
              title: z.string(),
              base_url: z.string(),
              models: z.array(z.string()),
            }),
          ),
        }),
      },
    },
    handle: async ({ ports, request }) => {
      const found = await findLocalProviders(ports.models.ports.privateHosts, request.signal);
      return {
        found: found.map(({ baseUrl: base_url, ...rest }) => ({ ...rest, base_url })),
      };
    },
  }),
  route({
    method: "PUT",
    path: "/api/v1/models/rules",
    id: "setModelRules",
    tag,
    doc: "Sets the default model, the order in which others take its place, which models users may use, and their budget for a day.",
    access,
    scope,
    body: rulesSchema,
    answers: { 200: listed, 400: refused },
    handle: async ({ ports, body }) => {
      await writeRules(ports.database, body);
      await ports.models.refresh();
      return answerList(ports.models, ports.modelSettings);
    },
  }),
];

function answerList(
  hub: HubModels,
  { providers }: Pick<ModelSettings, "providers">,
  status = 200,
): Response {
  const ofSettings = Object.entries(providers).map(([name, provider]) => ({
    name,
    kind: provider.kind,
    base_url: provider.baseUrl ?? null,
    has_key: provider.apiKeyEnv !== undefined,
    origin: "settings" as const,
    models: provider.models.map(toModel),
  }));
  const added = hub.added().map((provider) => ({
    name: provider.name,
    kind: provider.kind,
    base_url: provider.baseUrl ?? null,
    has_key: provider.apiKey !== "",
    origin: "added" as const,
    models: provider.models.map(toModel),
  }));
  const body: z.output<typeof listSchema> = {
    providers: [...ofSettings, ...added],
    kinds: PROVIDERS.map((row) => ({
      kind: row.kind,
      title: row.title,
      needs_key: row.key === "required",
      needs_url: row.needsUrl === true,
      base_url: row.baseUrl ?? null,
    })),
    rules: hub.rules(),
  };
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

function toModel({
  id,
  contextWindow,
}: {
  readonly id: string;
  readonly contextWindow?: number | undefined;
}) {
  return { id, context_window: contextWindow ?? null };
}
