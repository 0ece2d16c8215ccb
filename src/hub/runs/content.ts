import type { Insertable } from "kysely";
import type { RunEvent } from "../../run/execute/index.ts";
import { type TranscriptEvent, transcriptEvent } from "../chat/index.ts";
import type { Tables } from "../data/index.ts";

/** The input values of a skill, by their names. */
export interface RunInputs {
  readonly [name: string]: string;
}

/** What went into a run and what came of it; for the one who ran it alone. */
export interface RunContent {
  readonly inputs: RunInputs;
  readonly answer: string;
  /** As they were told, without the words of the answer. No `done` at their end: it broke off. */
  readonly events: readonly TranscriptEvent[];
}

/** Listens to a run. */
export interface ContentCollector {
  readonly note: (event: RunEvent) => void;
  readonly content: () => RunContent;
}

export function collectContent(inputs: RunInputs): ContentCollector {
  const words: string[] = [];
  const events: TranscriptEvent[] = [];
  return {
    note: (event) => {
      if (event.kind === "token") words.push(event.data.content);
      const kept = transcriptEvent(event, events.length);
      if (kept !== undefined) events.push(kept);
    },
    content: () => ({ inputs, answer: words.join(""), events }),
  };
}

type ContentRow = Pick<Insertable<Tables["runs"]>, "inputs" | "answer" | "events" | "size">;

export function toContentRow(content: RunContent): ContentRow {
  const inputs = toJson(content.inputs);
  const answer = content.answer.replaceAll("\0", "");
  const events = toJson(content.events);
  const sizes = [inputs, answer, events].map((text) => Buffer.byteLength(text));
  return { inputs, answer, events, size: sizes.reduce((sum, size) => sum + size, 0) };
}

/** PostgreSQL keeps no NUL, which JSON spells in six letters. */
export function toJson(value: RunInputs | readonly TranscriptEvent[]): string {
  return JSON.stringify(value).replaceAll(String.raw`\u0000`, "");
}
