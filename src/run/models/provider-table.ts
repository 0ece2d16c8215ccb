import type { SharedV4ProviderOptions } from "@ai-sdk/provider";

/** Every kind of provider: what it needs, and which package speaks its protocol. A new one is a row here. */

export type ProviderKind =
  | "openai"
  | "anthropic"
  | "google"
  | "azure"
  | "bedrock"
  | "mistral"
  | "openrouter"
  | "ollama"
  | "lm-studio"
  | "vllm"
  | "openai-compatible";

export interface ProviderRow {
  readonly kind: ProviderKind;
  readonly title: string;
  /** Loaded when it is first asked; all but the usual three are optional peers. */
  readonly package: string;
  /** Its function that makes a provider. */
  readonly factory: string;
  readonly key: "required" | "optional";
  /** Where its API is, for those that have no other default. */
  readonly baseUrl?: string;
  /** The address must be given: each customer has another one. */
  readonly needsUrl?: boolean;
  /** The port on which a server of this kind listens on one's own machine. */
  readonly localPort?: number;
  /** Lists its models at `/models` below its address. */
  readonly listsModels?: boolean;
  /** By which OpenTelemetry knows it. Default: its kind. */
  readonly knownAs?: string;
  /** Marks a message up to which the provider is to keep the prompt; the others do so by themselves, or not at all. */
  readonly cacheMark?: SharedV4ProviderOptions;
}

const compatible = { package: "@ai-sdk/openai-compatible", factory: "createOpenAICompatible" };
const local = { ...compatible, key: "optional", listsModels: true } as const;

export const PROVIDERS: readonly ProviderRow[] = [
  {
    kind: "openai",
    title: "OpenAI",
    package: "@ai-sdk/openai",
    factory: "createOpenAI",
    key: "required",
  },
  {
    kind: "anthropic",
    title: "Anthropic",
    package: "@ai-sdk/anthropic",
    factory: "createAnthropic",
    key: "required",
    cacheMark: { anthropic: { cacheControl: { type: "ephemeral" } } },
  },
  {
    kind: "google",
    title: "Google Gemini",
    package: "@ai-sdk/google",
    factory: "createGoogleGenerativeAI",
    key: "required",
    knownAs: "gcp.gemini",
  },
  {
    kind: "azure",
    title: "Azure OpenAI",
    package: "@ai-sdk/azure",
    factory: "createAzure",
    key: "required",
    knownAs: "azure.ai.openai",
    needsUrl: true,
  },
  {
    kind: "bedrock",
    title: "Amazon Bedrock",
    package: "@ai-sdk/amazon-bedrock",
    factory: "createAmazonBedrock",
    key: "required",
    knownAs: "aws.bedrock",
    cacheMark: { bedrock: { cachePoint: { type: "default" } } },
    needsUrl: true,
  },
  {
    kind: "mistral",
    title: "Mistral",
    package: "@ai-sdk/mistral",
    factory: "createMistral",
    key: "required",
    knownAs: "mistral_ai",
  },
  {
    ...compatible,
    kind: "openrouter",
    title: "OpenRouter",
    key: "required",
    baseUrl: "https://openrouter.ai/api/v1",
  },
  {
    ...local,
    kind: "ollama",
    title: "Ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    localPort: 11_434,
  },
  {
    ...local,
    kind: "lm-studio",
    title: "LM Studio",
    baseUrl: "http://127.0.0.1:1234/v1",
    localPort: 1234,
  },
  { ...local, kind: "vllm", title: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", localPort: 8000 },
  { ...local, kind: "openai-compatible", title: "OpenAI-compatible address", needsUrl: true },
];

export const PROVIDER_KINDS: readonly ProviderKind[] = PROVIDERS.map(({ kind }) => kind);

export function providerRow(kind: ProviderKind): ProviderRow {
  const row = PROVIDERS.find((candidate) => candidate.kind === kind);
  if (row === undefined) throw new Error(`No provider of the kind ${kind}.`);
  return row;
}
