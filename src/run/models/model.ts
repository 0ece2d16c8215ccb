import type { JsonObject } from "../../skill/index.ts";

/** What the rest of the system knows of language models. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
  /** Of a user: pictures and documents that come with the words. */
  readonly files?: readonly AttachedFile[];
}

/** A picture or a document as models take them. */
export interface AttachedFile {
  readonly name: string;
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
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
  /**
   * JSON Schema of the answer. Providers that can hold the model to it are told; the messages say it as well, and
   * whoever asks checks what comes.
   */
  readonly schema?: JsonObject;
  /** Ends the call at the provider too. */
  readonly signal?: AbortSignal;
}

export interface TokenUsage {
  /** All of them, whether or not the provider had kept some. */
  readonly inputTokens?: number;
  /** Those of the input that the provider had kept of an earlier call. */
  readonly cachedTokens?: number;
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
      /** In the currency of the prices, where the model has one. */
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
  /** What so many tokens of a model cost, where it has a price. */
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
