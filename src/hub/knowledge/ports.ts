import type { Store } from "../../library/store/index.ts";
import type { Clock, Turns } from "../../platform/machine/index.ts";
import type { Telemetry } from "../../platform/telemetry/index.ts";
import type { TokenCounter } from "../../run/tokens/index.ts";
import { DEFAULT_DOCUMENT_LIMITS, type DocumentLimits } from "../../run/knowledge/index.ts";
import type { EmbeddingModel } from "../../run/models/index.ts";
import type { Database } from "../data/index.ts";
import type { Quotas } from "../quotas/index.ts";
import type { Jobs } from "../jobs/index.ts";

export interface KnowledgePorts {
  readonly database: Database;
  /** Holds the documents as they were uploaded. */
  readonly store: Store;
  readonly clock: Clock;
  /** What each user may keep. */
  readonly quotas?: Quotas;
  /** What is taken of one document. Default: `DEFAULT_DOCUMENT_LIMITS`. */
  readonly limits?: DocumentLimits;
  /** Reads documents, which strangers made. */
  readonly jobs: Jobs;
  readonly countTokens: () => Promise<TokenCounter>;
  /** Absent: knowledge bases are searched by words alone. */
  readonly embeddings?: EmbeddingModel;
  /** Hears of texts before they are embedded for a user, and may refuse them. */
  readonly onEmbed?: (userId: string, texts: readonly string[]) => Promise<void>;
  /** Searches of one user go one after the other: each may read all of a large base. */
  readonly searchTurns: Turns;
  /** Told of every search. */
  readonly telemetry?: Telemetry;
  readonly onProblem: (error: unknown) => void;
}

export function limitsOf({ limits }: Pick<KnowledgePorts, "limits">): DocumentLimits {
  return limits ?? DEFAULT_DOCUMENT_LIMITS;
}

/** The model for embeddings as one user asks it. */
export function embeddingsFor(
  { embeddings, onEmbed }: Pick<KnowledgePorts, "embeddings" | "onEmbed">,
  userId: string,
): EmbeddingModel | undefined {
  if (embeddings === undefined || onEmbed === undefined) return embeddings;
  return {
    ...embeddings,
    embed: async (texts, signal) => {
      await onEmbed(userId, texts);
      return await embeddings.embed(texts, signal);
    },
  };
}
