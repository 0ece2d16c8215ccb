import type { FailureReason, TokenUsage } from "../models/index.ts";

/** A passage that retrieval found. */
export interface Source {
  readonly doc_id: string;
  readonly chunk_index: number;
  readonly score: number;
  readonly text: string;
  /** The page or slide on which it stands, where the document has some. */
  readonly page?: number;
}

export type ThoughtType =
  | "validation"
  | "substitution"
  | "retrieval"
  | "generation"
  | "tool"
  | "skill"
  | "error";
export type ThoughtStatus = "start" | "searching" | "loaded" | "complete" | "error";

/** Progress. Fields beyond these depend on the type, and are named as they go over the wire. */
export interface Thought {
  readonly type: ThoughtType;
  readonly status: ThoughtStatus;
  readonly message?: string;
  readonly error?: string;
  readonly kb_id?: string;
  readonly query?: string;
  readonly results_count?: number;
  readonly top_results?: readonly Pick<Source, "text" | "doc_id" | "score">[];
  readonly skill_name?: string;
  readonly description?: string;
  /** The tool that the model asked for, with its arguments as they were written, and what came of it, cut short. */
  readonly tool?: string;
  readonly arguments?: string;
  readonly result?: string;
  /** Values that the skill has no use for. */
  readonly warnings?: readonly string[];
}

/** What a run has cost, as far as it is known. */
export type Spent = TokenUsage & { readonly model: string; readonly cost?: number };

/** What is for those who keep the books, and not sent to clients. */
export type BookEvent =
  | {
      /** A model is about to be asked; `usage` follows where it comes to an end. */
      readonly kind: "asked";
      readonly data: {
        readonly model: string;
        /** All that it is sent, as one text. */
        readonly sent: () => string;
        readonly costOf: (usage: TokenUsage) => number | undefined;
      };
    }
  | { readonly kind: "usage"; readonly data: Spent };

/** What happens in a run, in its order. */
export type RunEvent = PublicEvent | BookEvent;

/** What clients are sent: the data is what goes over the wire. */
export type PublicEvent =
  | { readonly kind: "thought"; readonly data: Thought }
  | { readonly kind: "token"; readonly data: { readonly content: string } }
  | { readonly kind: "citation"; readonly data: { readonly sources: readonly Source[] } }
  | {
      readonly kind: "error";
      /** Clients know some messages by their words, so why it failed stands beside them. */
      readonly data: { readonly message: string; readonly reason?: FailureReason };
    }
  | {
      readonly kind: "done";
      readonly data: { readonly status: "success" | "error"; readonly message: string };
    };

export function isPublicEvent(event: RunEvent): event is PublicEvent {
  return event.kind !== "asked" && event.kind !== "usage";
}

export function thought(data: Thought): RunEvent {
  return { kind: "thought", data };
}

export function done(status: "success" | "error", message: string): RunEvent {
  return { kind: "done", data: { status, message } };
}
