import {
  type GuardOptions,
  requestGuarded,
  resolveConfigured,
} from "../../platform/network/index.ts";
import { type ProviderKind, PROVIDERS } from "../../run/models/index.ts";
import { isObject } from "../../skill/index.ts";

export interface LocalProvider {
  readonly kind: ProviderKind;
  readonly title: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
}

const MOST_MODELS = 100;

/** Servers of models that run on this machine, on their usual ports; none where it may not be asked. */
export async function findLocalProviders(
  privateHosts: readonly string[],
  signal: AbortSignal,
): Promise<readonly LocalProvider[]> {
  const guard = { allowPrivate: privateHosts, resolve: resolveConfigured };
  const found = await Promise.all(
    PROVIDERS.map(async ({ kind, title, baseUrl, localPort }) => {
      if (localPort === undefined || baseUrl === undefined) return [];
      const models = await listModelsAt(baseUrl, guard, signal);
      return models === undefined ? [] : [{ kind, title, baseUrl, models }];
    }),
  );
  return found.flat();
}

/** The names of the models at an address; undefined where nothing of this kind answers. */
export async function listModelsAt(
  baseUrl: string,
  guard: GuardOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const answer = await requestGuarded(
    {
      method: "GET",
      url: `${baseUrl.replace(/\/$/u, "")}/models`,
      headers: { accept: "application/json" },
      timeoutMs: 1500,
      maxBytes: 1_000_000,
      signal,
    },
    guard,
  );
  if (answer.kind !== "answered" || answer.status !== 200) return undefined;
  try {
    const value: unknown = JSON.parse(answer.text);
    const data = isObject(value) && Array.isArray(value["data"]) ? value["data"] : undefined;
    return data
      ?.flatMap((item) => (isObject(item) && typeof item["id"] === "string" ? [item["id"]] : []))
      .slice(0, MOST_MODELS);
  } catch {
    return undefined;
  }
}
