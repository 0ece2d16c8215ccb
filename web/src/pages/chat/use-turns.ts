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
  /** What was asked here, in place of how many at the end of what was said before. */
  const [here, setHere] = useState<Here>(NOTHING_HERE);
  const kept = before.slice(0, before.length - here.replaced);
  const over = [...kept, ...here.turns];
  const [asked, setAsked] = useState<string | undefined>();
  const say = async (message: string, earlier: Here, isAgain: boolean): Promise<void> => {
    setAsked(message);
    setHere(earlier);
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
    setHere({ ...earlier, turns: [...earlier.turns, { message, course: ended, isKept }] });
    setAsked(undefined);
  };
  const going = {
    message: asked,
    course: course?.state === "running" ? course : BEGINNING,
    isKept: true,
  };
  return {
    turns: asked === undefined ? over : [...over, going],
    say: (message) => void say(message, here, false),
    sayAgain: () => {
      const last = over.at(-1);
      if (last?.message !== undefined) void say(last.message, withoutLast(here), last.isKept);
    },
    stop,
    isRunning: asked !== undefined,
  };
}

interface Here {
  readonly turns: readonly Turn[];
  readonly replaced: number;
}

const NOTHING_HERE: Here = { turns: [], replaced: 0 };

function withoutLast({ turns, replaced }: Here): Here {
  return turns.length === 0
    ? { turns, replaced: replaced + 1 }
    : { turns: turns.slice(0, -1), replaced };
}
