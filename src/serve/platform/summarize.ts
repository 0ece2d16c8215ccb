import type { PlatformSettings, SettingsSource } from "./settings.ts";

const NO_MODEL =
  "none (set OPENAI_API_KEY, ANTHROPIC_API_KEY or OLLAMA_HOST, and SKILLWRIGHT_MODEL)";

/** What runs, in a few lines, without a secret in any of them. */
export function summarize(
  settings: PlatformSettings,
  dataFolder: string,
  environment: SettingsSource["environment"] = {},
): readonly string[] {
  const { database, bucket, models, registration } = settings;
  const providers = Object.entries(models.providers).map(([name, { apiKeyEnv }]) =>
    apiKeyEnv === undefined || (environment[apiKeyEnv] ?? "") !== ""
      ? name
      : `${name} (its key ${apiKeyEnv} is not set)`,
  );
  return [
    `Data: ${dataFolder}`,
    ...(database === undefined ? [] : [`Database: ${redactUrl(database)}`]),
    ...(bucket === undefined ? [] : [`Skills and documents: bucket ${bucket.name}`]),
    `Models: ${providers.length === 0 ? NO_MODEL : `${providers.join(", ")}${models.default === undefined ? "" : `; default ${models.default}`}`}`,
    `Registration: ${registration ? "open" : "closed"}`,
    ...(settings.publicUrl !== undefined && settings.trustedProxies.length === 0
      ? [
          "Client addresses: all clients share the address of the proxy and its limits. Set `trustedProxies`.",
        ]
      : []),
  ];
}

function redactUrl(address: string): string {
  const url = URL.parse(address);
  if (url === null) return "PostgreSQL";
  if (url.password !== "") url.password = "***";
  url.search = "";
  return url.href;
}
