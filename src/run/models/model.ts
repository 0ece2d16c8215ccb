import type { JsonObject } from "../../skill/index.ts";

/** What the rest of the system knows of language models. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A tool that a model may ask for. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly input: JsonObject;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it, which need not be sound. */
  readonly input: string;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** What a model said and asked for before it goes on, with what it was given. */
export interface ToolTurn {
  readonly text: string;
  readonly calls: readonly { readonly call: ToolCall; readonly answer: ToolAnswer }[];
}

export interface GenerateRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ModelTool[];
  /** What followed the messages in this answer, oldest first. */
  readonly turns?: readonly ToolTurn[];
  /** `provider:model`; the default one where absent. */
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Ends the call at the provider too. */
  readonly signal?: AbortSignal;
}

export interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

export type ModelEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly call: ToolCall }
  | {
      readonly kind: "end";
      /** The id of the model that answered. */
      readonly model: string;
      readonly reason: string;
      readonly usage: TokenUsage;
      /** In the currency of the settings, where they name a price. */
      readonly cost?: number;
    };

export interface ModelInfo {
  /** `provider:model`. */
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  readonly contextWindow?: number;
}

/** The configured language models, and the one for embeddings. */
export interface LanguageModels {
  readonly models: readonly ModelInfo[];
  readonly defaultModel?: string | undefined;
  /** The full id of the model that a request would go to; fails where none is configured. */
  readonly resolve: (model?: string) => ModelInfo;
  /** What so many tokens of a model cost, where the settings name its price. */
  readonly costOf: (model: string, usage: TokenUsage) => number | undefined;
  readonly generate: (request: GenerateRequest) => AsyncGenerator<ModelEvent, void>;
  /** Absent: no provider of embeddings is configured. */
  readonly embeddings?: EmbeddingModel | undefined;
}

export interface EmbeddingModel {
  readonly id: string;
  /** Tokens of a text that it reads; what lies beyond has no part in the vector. Default: more than a passage has. */
  readonly window?: number;
  /** Texts of a long job that it is given at once. Default: 32. */
  readonly batch?: number;
  /** One vector for each text, all of one length. */
  readonly embed: (
    texts: readonly string[],
    signal?: AbortSignal,
  ) => Promise<readonly Float32Array[]>;
}
