import { sql } from "kysely";
import { isPublicEvent, type RunEvent } from "../../run/execute/index.ts";
import type { Json } from "../../skill/index.ts";
import type { Database } from "../data/index.ts";

/** What became of a question besides words: steps, sources, and how it ended. */
export interface ChatTranscript {
  readonly request_id: string;
  readonly kb_id: string | null;
  readonly model: string | null;
  /** As they were told, without the words of the answer. No `done` at their end: it broke off. */
  readonly events: readonly TranscriptEvent[];
  /** The words so far, of an answer that is under way or broke off with its server. */
  readonly partial?: string;
}

export interface TranscriptEvent {
  readonly event: string;
  readonly data: { readonly [key: string]: Json };
}

/** A run that tells more than this tells the same over and over. */
const MOST_EVENTS = 400;
/** The most that the events of one question take as JSON. */
const MOST_CHARACTERS = 200_000;

/** Whether an event is kept of a course that has so many already; how it ended always is. */
export function transcriptEvent(event: RunEvent, count: number): TranscriptEvent | undefined {
  if (!isPublicEvent(event) || event.kind === "token") return undefined;
  if (count >= MOST_EVENTS && event.kind !== "error" && event.kind !== "done") return undefined;
  // Events are what goes over the wire, which is JSON.
  return { event: event.kind, data: event.data as unknown as TranscriptEvent["data"] };
}

/** Keeps what became of the question at this place of a session. */
export async function saveTranscript(
  { database }: { readonly database: Database },
  sessionId: string,
  position: number,
  course: ChatTranscript,
): Promise<void> {
  // PostgreSQL keeps no NUL, which JSON spells in six letters.
  const text = JSON.stringify({ ...course, events: fitEvents(course.events) }).replaceAll(
    String.raw`\u0000`,
    "",
  );
  await database.query.transaction().execute(async (transaction) => {
    const before = sql<number>`coalesce((select octet_length(course) from chat_messages
      where session_id = ${sessionId} and position = ${position}), 0)`;
    // It counts among what the owner of the chat keeps.
    await transaction
      .updateTable("chat_sessions")
      .set({ size: sql<number>`size + ${Buffer.byteLength(text)} - ${before}` })
      .where("id", "=", sessionId)
      .execute();
    await transaction
      .updateTable("chat_messages")
      .set({ course: text })
      .where("session_id", "=", sessionId)
      .where("position", "=", position)
      .execute();
  });
}

/** The first that fit, with the last: that is how it ended. */
function fitEvents(events: readonly TranscriptEvent[]): readonly TranscriptEvent[] {
  const last = events.at(-1);
  let left = MOST_CHARACTERS - JSON.stringify(last ?? "").length;
  const fitting: TranscriptEvent[] = [];
  for (const event of events.slice(0, -1)) {
    left -= JSON.stringify(event).length;
    if (left < 0) break;
    fitting.push(event);
  }
  return last === undefined ? [] : [...fitting, last];
}

export function readTranscript(text: string | null): ChatTranscript | undefined {
  // Written by `saveTranscript` alone.
  return text === null ? undefined : (JSON.parse(text) as ChatTranscript);
}
