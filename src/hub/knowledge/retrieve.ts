import { NO_TELEMETRY } from "../../platform/telemetry/index.ts";
import type { Retrieve, Source } from "../../run/execute/index.ts";
import { type Hit, searchPassages } from "../../run/knowledge/index.ts";
import type { User } from "../accounts/index.ts";
import { findBase, type Lent } from "./bases.ts";
import { chunkIndex } from "./chunk-index.ts";
import { chooseDocuments, type DocumentChoice } from "./documents.ts";
import { embeddingsFor, type KnowledgePorts } from "./ports.ts";

export interface BaseSearch {
  readonly query: string;
  readonly count: number;
  /** Looks at these documents alone. Default: all. */
  readonly only?: DocumentChoice;
  readonly signal?: AbortSignal;
}

/** Passages of one knowledge base that the user may see. */
export async function searchBase(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  { query, count, only, signal }: BaseSearch,
  lent?: Lent,
): Promise<{ readonly baseId: string; readonly hits: readonly Hit[] }> {
  const base = await findBase(ports, user, idOrName, lent);
  const { onProblem, telemetry = NO_TELEMETRY } = ports;
  const embeddings = embeddingsFor(ports, user.id);
  const search = async (): Promise<readonly Hit[]> => {
    signal?.throwIfAborted();
    const chosen = only === undefined ? undefined : await chooseDocuments(ports, base.id, only);
    return await searchPassages(chunkIndex(ports.database, base, chosen), query, {
      count,
      onProblem,
      ...(embeddings === undefined ? {} : { embeddings }),
      ...(signal === undefined ? {} : { signal }),
    });
  };
  const attributes = {
    "gen_ai.operation.name": "retrieval",
    "gen_ai.data_source.id": base.id,
    "gen_ai.request.model": embeddings?.id,
    "skillwright.results.wanted": count,
  };
  const hits = await telemetry.within("retrieval", { attributes }, async (span) => {
    const found = await ports.searchTurns(user.id, search);
    span.set({ "skillwright.results": found.length });
    return found;
  });
  return { baseId: base.id, hits };
}

/** What runs of a user look passages up with; `lent` where others wrote what runs. */
export function retrieveFor(ports: KnowledgePorts, user: User, lent?: Lent): Retrieve {
  return async (knowledgeBase, query, count, signal) => {
    const search = { query, count, signal };
    const { baseId, hits } = await searchBase(ports, user, knowledgeBase, search, lent);
    return { kbId: baseId, sources: hits.map(toSource) };
  };
}

function toSource({ documentId, index, score, text, page }: Hit): Source {
  const place = page === undefined ? {} : { page };
  return { doc_id: documentId, chunk_index: index, score, text, ...place };
}
