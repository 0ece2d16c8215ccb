/** What a stream of events has told so far. */
import type { StreamEvent } from "../../../src/client/index.ts";

export interface Passage {
  readonly docId: string;
  readonly chunkIndex: number;
  /** The page or slide on which it stands, where the document has some. */
  readonly page?: number;
  readonly score: number;
  /** Cut short. */
  readonly text: string;
}

/** Something that was done on the way to an answer. */
export interface Step {
  readonly type: string;
  /** Of what there may be several, such as the tool. */
  readonly subject: string;
  readonly state: "busy" | "done" | "failed" | "stopped";
  readonly title: string;
  /** What came of it, in a few words. */
  readonly note: string;
  /** What goes in and comes out, where somebody may want to read it. */
  readonly details: readonly { readonly title: string; readonly text: string }[];
  readonly warnings: readonly string[];
}

export interface Course {
  readonly state: "running" | "success" | "error" | "cancelled";
  readonly text: string;
  readonly steps: readonly Step[];
  readonly passages: readonly Passage[];
  /** Where the passages are from. */
  readonly knowledgeBase: string;
  /** Why it failed. */
  readonly error: string;
  /** Why its model failed, as the server names it. */
  readonly reason: string;
  /** By which the history knows it. */
  readonly requestId: string;
}

export const BEGINNING: Course = {
  state: "running",
  text: "",
  steps: [],
  passages: [],
  knowledgeBase: "",
  error: "",
  reason: "",
  requestId: "",
};

type Data = StreamEvent["data"];

export function advance(course: Course, { event, data }: StreamEvent): Course {
  switch (event) {
    case "token":
      return { ...course, text: course.text + textAt(data, "content") };
    case "thought":
      return {
        ...course,
        steps: withThought(course.steps, data),
        knowledgeBase: textAt(data, "kb_id") || course.knowledgeBase,
      };
    case "citation":
      return { ...course, passages: [...course.passages, ...passagesOf(data["sources"])] };
    case "error":
      return { ...course, error: textAt(data, "message"), reason: textAt(data, "reason") };
    case "done":
      return ended(course, textAt(data, "status") === "success", textAt(data, "message"));
    default:
      return course;
  }
}

function ended(course: Course, isGood: boolean, message: string): Course {
  if (!isGood) return broken(course, "error", course.error || message);
  return { ...course, state: "success", steps: closed(course.steps, "done") };
}

/** It came to no good end: somebody stopped it, or something failed. */
export function broken(course: Course, state: "error" | "cancelled", error: string): Course {
  return {
    ...course,
    state,
    error,
    steps: closed(course.steps, state === "cancelled" ? "stopped" : "failed"),
  };
}

function closed(steps: readonly Step[], state: Step["state"]): readonly Step[] {
  return steps.map((step) => (step.state === "busy" ? { ...step, state } : step));
}

/** A thought begins a step, or says more of one that is not over. */
function withThought(steps: readonly Step[], data: Data): readonly Step[] {
  const type = textAt(data, "type");
  const subject = textAt(data, "tool");
  const at = steps.findLastIndex(
    (step) => step.type === type && step.subject === subject && step.state === "busy",
  );
  const step = stepOf(type, subject, data, steps[at]);
  return at === -1 ? [...steps, step] : steps.with(at, step);
}

function stepOf(type: string, subject: string, data: Data, last: Step | undefined): Step {
  const status = textAt(data, "status");
  const details = (["query", "arguments", "result"] as const).flatMap((key) => {
    const text = textAt(data, key);
    return text === "" ? [] : [{ title: DETAILS[key], text }];
  });
  return {
    type,
    subject,
    state: status === "error" ? "failed" : isOver(type, status) ? "done" : "busy",
    title: last?.title ?? titleOf(type, data),
    note: noteOf(data) || (last?.note ?? ""),
    details: [...(last?.details ?? []), ...details],
    warnings: [...(last?.warnings ?? []), ...textsOf(data["warnings"])],
  };
}

const DETAILS = { query: "Searched for", arguments: "Sent", result: "Came back" } as const;

function isOver(type: string, status: string): boolean {
  return status === "complete" || (type === "skill" && status === "loaded");
}

function titleOf(type: string, data: Data): string {
  switch (type) {
    case "validation":
      return "Check the inputs";
    case "substitution":
      return "Fill the prompt";
    case "retrieval":
      return `Look into ${textAt(data, "kb_id") || "the knowledge base"}`;
    case "generation":
      return "Ask the model";
    case "tool":
      return textAt(data, "tool") === "" ? "Open the tools" : `Call ${textAt(data, "tool")}`;
    case "skill":
      return `Load ${textAt(data, "skill_name") || "the skill"}`;
    default:
      return type === "error" ? "Run the skill" : type;
  }
}

function noteOf(data: Data): string {
  const error = textAt(data, "error");
  if (error !== "") return error;
  const count = data["results_count"];
  if (typeof count === "number")
    return count === 0 ? "Nothing found" : count === 1 ? "1 passage" : `${count} passages`;
  return textAt(data, "message") || textAt(data, "description");
}

function passagesOf(value: unknown): readonly Passage[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const source: Readonly<Record<string, unknown>> = { ...item };
    const { doc_id: docId, chunk_index: chunkIndex, score, text, page } = source;
    if (typeof docId !== "string" || typeof chunkIndex !== "number") return [];
    return [
      {
        docId,
        chunkIndex,
        score: Number(score),
        text: typeof text === "string" ? text : "",
        ...(typeof page === "number" ? { page } : {}),
      },
    ];
  });
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function textAt(data: Data, key: string): string {
  const value = data[key];
  return typeof value === "string" ? value : "";
}
