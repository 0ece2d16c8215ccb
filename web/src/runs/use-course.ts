import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, type AnswerInfo, type StreamEvent } from "../../../src/client/index.ts";
import { isUnreachable, formatError, useWorkbench } from "../data/workbench.ts";
import { advance, BEGINNING, broken, type Course } from "./course.ts";

/** Opens a stream; the options go to the client as they are. */
export type OpenStream = (options: {
  readonly signal: AbortSignal;
  readonly onAnswer: (answer: AnswerInfo) => void;
}) => AsyncIterable<StreamEvent>;

export interface CourseControl {
  /** Undefined before the first one. */
  readonly course: Course | undefined;
  /** Settles with how it ended, when the server is done with it. */
  readonly start: (open: OpenStream) => Promise<Course>;
  readonly stop: () => void;
  readonly clear: () => void;
}

/** Follows one stream of a run at a time, and ends it when the page goes away. */
export function useCourse(): CourseControl {
  const [course, setCourse] = useState<Course | undefined>();
  const { connection } = useWorkbench();
  const current = useRef<AbortController | undefined>(undefined);
  const stop = useCallback(() => current.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const clear = useCallback(() => {
    stop();
    setCourse(undefined);
  }, [stop]);
  const start = useCallback(
    async (open: OpenStream): Promise<Course> => {
      stop();
      const control = new AbortController();
      current.current = control;
      return await follow(open, control.signal, {
        onChange: (next) => {
          if (current.current === control) setCourse(next);
        },
        onCut: () => connection.lose(),
      });
    },
    [connection, stop],
  );
  return { course, start, stop, clear };
}

interface Listeners {
  readonly onChange: (course: Course) => void;
  /** The connection broke. */
  readonly onCut: () => void;
}

async function follow(
  open: OpenStream,
  signal: AbortSignal,
  { onChange, onCut }: Listeners,
): Promise<Course> {
  let course = BEGINNING;
  const change = (next: Course): void => {
    course = next;
    onChange(course);
  };
  change(course);
  try {
    const onAnswer = ({ requestId = "" }: AnswerInfo): void => change({ ...course, requestId });
    for await (const event of open({ signal, onAnswer })) change(advance(course, event));
    if (course.state === "running")
      change(broken(course, "error", "The answer broke off before its end."));
  } catch (error) {
    if (signal.aborted) change(broken(course, "cancelled", ""));
    else if (isUnreachable(error) && course.requestId !== "") {
      onCut();
      change(broken(course, "error", CUT));
    } else change(broken(course, "error", sayRefusal(error)));
  }
  return course;
}

const CUT = "The connection to the server broke off before the end.";

function sayRefusal(error: unknown): string {
  if (error instanceof ApiError && error.status === 429 && error.retryAfter !== undefined)
    return `That was too often. Try again in ${sayWait(error.retryAfter)}.`;
  return formatError(error);
}

function sayWait(seconds: number): string {
  return seconds === 1 ? "a second" : seconds < 90 ? `${seconds} seconds` : "a few minutes";
}
