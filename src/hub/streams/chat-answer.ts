import { addMessages, type ChatTranscript, saveTranscript } from "../chat/index.ts";
import { apiCodes } from "../requests/index.ts";
import type { StreamHub } from "./context.ts";

/** What is told in place of a good end. */
export const NOT_KEPT = "The answer could not be saved";

export interface Answer {
  readonly sessionId: string;
  readonly content: string;
  readonly requestId: string;
  /** Where the question stands, and what became of it besides words. */
  readonly question?: { readonly position: number; readonly course: ChatTranscript };
}

/** Keeps an answer in its session. A failure is the operator's business, and no reason to break a stream. */
export async function isStoredAnswer(
  hub: StreamHub,
  { sessionId, content, requestId, question }: Answer,
): Promise<boolean> {
  try {
    if (content !== "") await addMessages(hub, sessionId, [{ role: "assistant", content }]);
    if (question !== undefined)
      await saveTranscript(hub, sessionId, question.position, question.course);
    return true;
  } catch (cause) {
    const message = "Saving an answer in the database failed.";
    hub.onProblem({ code: apiCodes.internal, severity: "error", message, cause }, requestId);
    return false;
  }
}
