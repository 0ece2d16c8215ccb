import type { User } from "../accounts/index.ts";
import { findBase } from "./bases.ts";
import { type KnowledgeDocument, readDocuments } from "./documents.ts";
import type { KnowledgePorts } from "./ports.ts";

/** Something in a base has changed. */
export interface BaseNews {
  readonly revision: number;
  /** Documents that are being indexed, and those that were until now. */
  readonly documents: readonly KnowledgeDocument[];
}

/** How often a base is looked at: its documents may be at work in another process. */
const POLL_MS = 500;

/** How a base is, and then whenever it changes, as long as the user may see it. */
export async function* followDocuments(
  ports: KnowledgePorts,
  user: User,
  idOrName: string,
  signal: AbortSignal,
): AsyncGenerator<BaseNews, void> {
  let known: number | undefined;
  let atWork: readonly string[] = [];
  while (!signal.aborted) {
    const base = await findBase(ports, user, idOrName);
    if (base.revision !== known) {
      known = base.revision;
      const documents = await readDocuments(ports, base.id, atWork);
      atWork = documents.filter(isAtWork).map(({ id }) => id);
      yield { revision: base.revision, documents };
    }
    await pause(ports, signal);
  }
}

function isAtWork({ status, vectors }: KnowledgeDocument): boolean {
  return [status, vectors.status].some((one) => one === "pending" || one === "processing");
}

async function pause({ clock }: KnowledgePorts, signal: AbortSignal): Promise<void> {
  await new Promise<void>((settle) => {
    const cancel = clock.after(POLL_MS, settle);
    const stop = (): void => {
      cancel();
      settle();
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
