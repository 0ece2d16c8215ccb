import type { User } from "../accounts/index.ts";
import { findBaseForChange } from "./bases.ts";
import { findDocument, type KnowledgeDocument } from "./documents.ts";
import { embedDocument } from "./embed-document.ts";
import type { KnowledgePorts } from "./ports.ts";
import { processDocument, retryDocument } from "./process-document.ts";

interface IndexPorts {
  readonly knowledge: KnowledgePorts;
  readonly stopping: AbortSignal;
  readonly work: (task: () => Promise<void>) => void;
}

/** Words first, which can be searched for at once; then vectors. Nobody waits for it. */
export function indexDocument({ knowledge, work, stopping }: IndexPorts, documentId: string): void {
  work(async () => {
    await processDocument(knowledge, documentId, stopping);
    await embedDocument(knowledge, documentId, stopping);
  });
}

/** Indexes a document from its file again, unless somebody is at it. */
export async function indexAgain(
  ports: IndexPorts,
  user: User,
  baseId: string,
  documentId: string,
): Promise<{ readonly document: KnowledgeDocument; readonly isAtWork: boolean }> {
  const { knowledge } = ports;
  const base = await findBaseForChange(knowledge, user, baseId);
  const { id, status } = await findDocument(knowledge, base, documentId);
  const isAtWork = status === "processing";
  if (status === "completed" || status === "failed")
    await retryDocument(knowledge, { id, baseId: base.id });
  if (!isAtWork) indexDocument(ports, id);
  return { document: await findDocument(knowledge, base, documentId), isAtWork };
}
