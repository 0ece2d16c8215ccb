import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClient } from "../../data/workbench.ts";
import { BEGINNING } from "../../runs/course.ts";
import { useCourse } from "../../runs/use-course.ts";
import type { Choice, Turn } from "./turn.ts";

export interface Turns {
  readonly turns: readonly Turn[];
  readonly say: (message: string) => void;
  /** Asks the last question again, in its place. */
  readonly sayAgain: () => void;
  readonly stop: () => void;
  readonly isRunning: boolean;
}

/** What was said before, and what is asked here, one after the other. */
export function useTurns(
  id: string,
  before: readonly Turn[],
  { model, knowledgeBase }: Choice,
  onBegin: () => void,
): Turns {
  const client = useClient();
  const queries = useQueryClient();
  const { course, start, stop } = useCourse();
  /** Undefined: as the server has it. */
  const [changed, setChanged] = useState<readonly Turn[] | undefined>();
  const over = changed ?? before;
  const [asked, setAsked] = useState<string | undefined>();
  const say = async (
    message: string,
    earlier: readonly Turn[],
    isAgain: boolean,
  ): Promise<void> => {
    setAsked(message);
    setChanged(earlier);
    const body = {
      session_id: id,
      message,
      ...(isAgain ? { retry: true } : {}),
      ...(model === "" ? {} : { model }),
      ...(knowledgeBase === "" ? {} : { kb_id: knowledgeBase }),
    };
    const ended = await start(({ signal, onAnswer }) =>
      client.chat({
        body,
        signal,
        onAnswer: (answer) => {
          onAnswer(answer);
          // From now on the server knows the session, and its title.
          onBegin();
          void queries.invalidateQueries({ queryKey: ["chats"] });
        },
      }),
    );
    const isKept = isAgain || ended.requestId !== "";
    setChanged([...earlier, { message, course: ended, isKept }]);
    setAsked(undefined);
  };
  const going = {
    message: asked,
    course: course?.state === "running" ? course : BEGINNING,
    isKept: true,
  };
  return {
    turns: asked === undefined ? over : [...over, going],
    say: (message) => void say(message, over, false),
    sayAgain: () => {
      const last = over.at(-1);
      if (last?.message !== undefined) void say(last.message, over.slice(0, -1), last.isKept);
    },
    stop,
    isRunning: asked !== undefined,
  };
}
