import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { ModelChoice } from "../../components/model-choice.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { useBases } from "../../data/knowledge.ts";
import { useModels } from "../../data/models.ts";
import { useClient } from "../../data/workbench.ts";
import { Answer } from "../../runs/answer.tsx";
import { BEGINNING, type Course } from "../../runs/course.ts";
import { Figures } from "../../runs/figures.tsx";
import { Timeline } from "../../runs/timeline.tsx";
import { useCourse } from "../../runs/use-course.ts";
import { useChatSkills, useMessages } from "./data.ts";
import { MessageBox } from "./message-box.tsx";
import { useStayAtEnd } from "./use-stay-at-end.ts";

export interface ConversationProps {
  readonly id: string;
  /** Begun in this page: the server has nothing of it but what the page sent. */
  readonly isNew: boolean;
  readonly onBegin: () => void;
}

/** A question that was asked here, with its answer as it came. */
interface Turn {
  readonly message: string;
  readonly course: Course;
  /** Whether the server has the question. */
  readonly isKept: boolean;
}

interface Choice {
  readonly model: string;
  readonly knowledgeBase: string;
}

/** One chat: what was said, and the box for what is said next. */
export function Conversation({ id, isNew, onBegin }: ConversationProps) {
  const before = useMessages(id, isNew);
  const [message, setMessage] = useState("");
  const [choice, setChoice] = useState<Choice>({ model: "", knowledgeBase: "" });
  const { turns, say, sayAgain, stop, isRunning } = useTurns(id, choice, onBegin);
  const skills = useChatSkills();
  const models = useModels();
  const last = turns.at(-1);
  const [box, goToEnd] = useStayAtEnd();
  const isEmpty = turns.length === 0 && (before.data ?? []).length === 0;
  return (
    <section className="card chat-conversation" aria-label="Conversation">
      <div
        className="chat-scroll"
        ref={box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        role="log"
        aria-label="What was said"
        aria-busy={isRunning}
      >
        {before.isLoading ? <Loading what="Opening the chat" /> : null}
        {before.isError ? (
          <Failure error={before.error} retry={() => void before.refetch()} />
        ) : null}
        {isEmpty && !before.isLoading && !before.isError ? <Welcome /> : null}
        {(before.data ?? []).map(({ role, content }, index) => (
          <Said key={index} by={role}>
            {role === "user" ? content : <Markdown text={content} />}
          </Said>
        ))}
        {turns.map((turn, index) => (
          <TurnView
            key={index}
            turn={turn}
            onRetry={turn === last && !isRunning ? sayAgain : undefined}
          />
        ))}
      </div>
      {models?.total === 0 ? (
        <Notice tone="warn">No language model is configured, so nobody can answer.</Notice>
      ) : null}
      <MessageBox
        message={message}
        onChange={setMessage}
        onSend={() => {
          goToEnd();
          say(message);
          setMessage("");
        }}
        onStop={stop}
        isRunning={isRunning}
        canSend={models?.total !== 0}
        skills={skills}
      >
        <Choices choice={choice} onChange={setChoice} />
      </MessageBox>
    </section>
  );
}

function Welcome() {
  return (
    <EmptyState icon="chat" title="Ask something">
      Begin with <code>@</code> to call a skill. Choose a knowledge base to get answers with their
      sources.
    </EmptyState>
  );
}

interface ChoicesProps {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

function Choices({ choice, onChange }: ChoicesProps) {
  const models = useModels();
  const bases = useBases().data ?? [];
  return (
    <>
      <select
        className="input"
        aria-label="Knowledge base"
        value={choice.knowledgeBase}
        onChange={(event) => onChange({ ...choice, knowledgeBase: event.target.value })}
      >
        <option value="">No knowledge base</option>
        {bases.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ModelChoice
        models={models?.items ?? []}
        preset={models?.default_model ?? null}
        value={choice.model}
        onChange={(model) => onChange({ ...choice, model })}
      />
      <span className="grow" />
    </>
  );
}

interface SaidProps {
  readonly by: "user" | "assistant";
  readonly children: ReactNode;
}

function Said({ by, children }: SaidProps) {
  return (
    <article className={`chat-said chat-${by}`}>
      <h2 className="visually-hidden">{by === "user" ? "You" : "Answer"}</h2>
      {children}
    </article>
  );
}

interface TurnViewProps {
  readonly turn: Turn;
  readonly onRetry: (() => void) | undefined;
}

function TurnView({ turn: { message, course }, onRetry }: TurnViewProps) {
  const { state, steps, requestId } = course;
  return (
    <>
      <Said by="user">{message}</Said>
      <Said by="assistant">
        <Answer course={course} />
        {state === "error" && onRetry !== undefined ? (
          <div>
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          </div>
        ) : null}
        {steps.length === 0 ? null : (
          <details className="chat-steps">
            <summary>
              {steps.length === 1 ? "1 step, and the cost" : `${steps.length} steps, and the cost`}
            </summary>
            <div className="stack">
              <Timeline steps={steps} />
              {state === "running" ? null : <Figures requestId={requestId} />}
            </div>
          </details>
        )}
      </Said>
    </>
  );
}

/** What is asked here, one after the other. */
function useTurns(id: string, { model, knowledgeBase }: Choice, onBegin: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const { course, start, stop } = useCourse();
  const [over, setOver] = useState<readonly Turn[]>([]);
  const [asked, setAsked] = useState<string | undefined>();
  const say = async (message: string, isAgain = false): Promise<void> => {
    setAsked(message);
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
    setOver((turns) => [
      ...turns,
      { message, course: ended, isKept: isAgain || ended.requestId !== "" },
    ]);
    setAsked(undefined);
  };
  /** Asks the last question again, in its place. */
  const sayAgain = (): void => {
    const last = over.at(-1);
    if (last === undefined) return;
    setOver(over.slice(0, -1));
    void say(last.message, last.isKept);
  };
  return {
    turns:
      asked === undefined
        ? over
        : [
            ...over,
            {
              message: asked,
              course: course?.state === "running" ? course : BEGINNING,
              isKept: true,
            },
          ],
    say: (message: string) => void say(message),
    sayAgain,
    stop,
    isRunning: asked !== undefined,
  };
}
