import { advance, BEGINNING, broken, type Course } from "../../runs/course.ts";
import type { ChatMessage } from "./data.ts";

/** A question with its answer, as it comes or as it was kept. */
export interface Turn {
  /** Undefined: something was said without being asked. */
  readonly message: string | undefined;
  readonly course: Course;
  /** Whether the server has the question. */
  readonly isKept: boolean;
}

/** What was chosen for a question, and stays so for the next. */
export interface Choice {
  readonly model: string;
  readonly knowledgeBase: string;
}

/** What was said before, each question with what became of it. */
export function turnsOf(messages: readonly ChatMessage[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const [index, { role, content, course }] of messages.entries()) {
    if (role === "assistant") {
      const isAnswer = messages[index - 1]?.role === "user";
      if (!isAnswer)
        turns.push({ message: undefined, course: whole(BEGINNING, content), isKept: true });
      continue;
    }
    const next = messages[index + 1];
    const answer = next?.role === "assistant" ? next.content : (course?.partial ?? "");
    turns.push({ message: content, course: courseOf(course, answer), isKept: true });
  }
  return turns;
}

function courseOf(kept: ChatMessage["course"], text: string): Course {
  if (kept === null) {
    if (text !== "") return whole(BEGINNING, text);
    return broken(BEGINNING, "error", "There is no answer to this.");
  }
  const begun = { ...BEGINNING, text, requestId: kept.request_id };
  const course = kept.events.reduce(advance, begun);
  if (course.state !== "running") return course;
  return broken(course, "error", "The answer broke off before its end.");
}

function whole(course: Course, text: string): Course {
  return { ...course, state: "success", text };
}

/** What was chosen for the last question. */
export function choiceOf(messages: readonly ChatMessage[]): Choice {
  const course = messages.findLast(({ role }) => role === "user")?.course;
  return { model: course?.model ?? "", knowledgeBase: course?.kb_id ?? "" };
}
