import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { useIsRoomy } from "../../app/media.ts";
import { Button } from "../../components/button.tsx";
import { ModelChoice } from "../../components/model-choice.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { useBases } from "../../data/knowledge.ts";
import { useModels } from "../../data/models.ts";
import { Answer } from "../../runs/answer.tsx";
import type { Course } from "../../runs/course.ts";
import { Figures } from "../../runs/figures.tsx";
import { Timeline } from "../../runs/timeline.tsx";
import { type ChatMessage, type Messages, useChatSkills, useMessages } from "./data.ts";
import { Drawer, type DrawerTab } from "./drawer.tsx";
import { MessageBox } from "./message-box.tsx";
import { type Choice, choiceOf, type Turn, turnsOf } from "./turn.ts";
import { useKept } from "./use-kept.ts";
import { useStayAtEnd, useStayInPlace } from "./use-stay-at-end.ts";
import { useTurns } from "./use-turns.ts";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface ConversationProps {
  readonly id: string;
  /** Begun in this page: the server has nothing of it but what the page sent. */
  readonly isNew: boolean;
  readonly onBegin: () => void;
}

/** One chat: what was said, and the box for what is said next. */
export function Conversation({ id, isNew, onBegin }: ConversationProps) {
  const text = useTexts();
  const before = useMessages(id, isNew);
  const [message, setMessage] = useKept(`message of chat ${id}`, "");
  const [choice, setChoice] = useChoice(id, before.messages);
  const said = useMemo(() => turnsOf(before.messages), [before.messages]);
  const { turns, say, sayAgain, stop, isRunning } = useTurns(id, said, choice, onBegin);
  const skills = useChatSkills();
  const models = useModels();
  const last = turns.at(-1);
  const [box, goToEnd] = useStayAtEnd();
  useStayInPlace(box, said.length);
  const isEmpty = turns.length === 0;
  const isRoomy = useIsRoomy();
  const [tab, setTab] = useState<DrawerTab>("sources");
  const [chosen, choose] = useState<number>();
  // Counted from the end that was there: an answer that comes later takes the place beside it.
  const shown = (chosen === undefined ? undefined : turns[chosen]) ?? last;
  const tell = (index: number, next: DrawerTab): void => {
    choose(index);
    setTab(next);
  };
  const conversation = (
    <section className="chat-conversation" aria-label={text("chat.conversation")}>
      <div
        className="chat-scroll"
        ref={box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        role="log"
        aria-label={text("chat.said")}
        aria-busy={isRunning}
      >
        {before.isLoading ? <Loading what={text("chat.opening")} /> : null}
        {before.error === null ? null : <Failure error={before.error} retry={before.retry} />}
        {isEmpty && !before.isLoading && before.error === null ? <Welcome /> : null}
        {before.earlier === 0 ? null : <Earlier before={before} />}
        {turns.map((turn, index) => (
          <TurnView
            // Counted from the first that was said here: earlier ones may come before it.
            key={index - said.length}
            turn={turn}
            onRetry={turn === last && !isRunning ? sayAgain : undefined}
            onTell={isRoomy ? (next) => tell(index, next) : undefined}
          />
        ))}
      </div>
      {models?.total === 0 ? (
        <Notice tone="warn">
          {text("chat.noModel")}{" "}
          <Link to="/settings" search={{ tab: "models" }}>
            {text("models.connect")}
          </Link>
        </Notice>
      ) : null}
      <MessageBox
        message={message}
        onChange={setMessage}
        onSend={() => {
          choose(undefined);
          goToEnd();
          say(message);
          setMessage("");
        }}
        onStop={stop}
        isRunning={isRunning}
        // A question would stand before what is still on its way here.
        canSend={models?.total !== 0 && !before.isLoading}
        skills={skills}
      >
        <Choices choice={choice} onChange={setChoice} />
      </MessageBox>
    </section>
  );
  return (
    <>
      {conversation}
      {isRoomy ? <Drawer course={shown?.course} tab={tab} onTab={setTab} /> : null}
    </>
  );
}

function Earlier({ before }: { readonly before: Messages }) {
  const say = useTexts();
  const { earlier, loadEarlier, isLoadingEarlier } = before;
  const count = say("chat.earlier", { count: earlier });
  return (
    <div className="chat-earlier">
      <Button size="small" onClick={loadEarlier} disabled={isLoadingEarlier}>
        {isLoadingEarlier ? say("chat.loadingEarlierMessages") : say("chat.show", { count })}
      </Button>
    </div>
  );
}

/** What was chosen here, or for the last question; a knowledge base that is gone is none. */
function useChoice(
  id: string,
  messages: readonly ChatMessage[],
): readonly [Choice, (choice: Choice) => void] {
  const [chosen, choose] = useKept<Choice | undefined>(`choice of chat ${id}`, undefined);
  const bases = useBases().data;
  const [asked] = useQueryValue("base");
  const last = choiceOf(messages);
  const { model, knowledgeBase: wanted } =
    chosen ?? (last.knowledgeBase === "" ? { ...last, knowledgeBase: asked } : last);
  const base = bases?.find((one) => one.id === wanted || one.name === wanted);
  return [{ model, knowledgeBase: bases === undefined ? wanted : (base?.id ?? "") }, choose];
}

function Welcome() {
  const say = useTexts();
  return (
    <EmptyState icon="chat" title={say("chat.ask")}>
      {say("chat.howToBegin")}
    </EmptyState>
  );
}

interface ChoicesProps {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

function Choices({ choice, onChange }: ChoicesProps) {
  const say = useTexts();
  const models = useModels();
  const bases = useBases().data ?? [];
  return (
    <>
      <Select
        label={say("chat.base")}
        value={choice.knowledgeBase}
        onChange={(knowledgeBase) => onChange({ ...choice, knowledgeBase })}
        options={[
          { value: "", title: say("chat.withoutBase") },
          ...bases.map(({ id, name }) => ({ value: id, title: name })),
        ]}
      />
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
  const say = useTexts();
  return (
    <article className={`chat-said chat-${by}`}>
      <h2 className="visually-hidden">
        {by === "user" ? say("settings.you") : say("chat.answer")}
      </h2>
      {children}
    </article>
  );
}

interface TurnViewProps {
  readonly turn: Turn;
  readonly onRetry: (() => void) | undefined;
  /** Shows the sources or the steps beside the chat, where there is room. */
  readonly onTell: ((tab: DrawerTab) => void) | undefined;
}

function TurnView({ turn: { message, course }, onRetry, onTell }: TurnViewProps) {
  const say = useTexts();
  const { state, steps, passages } = course;
  return (
    <>
      {message === undefined ? null : <Said by="user">{message}</Said>}
      <Said by="assistant">
        <Answer course={course} hasSources={onTell === undefined} />
        {state === "error" && onRetry !== undefined ? (
          <div>
            <Button size="small" onClick={onRetry}>
              {say("common.again")}
            </Button>
          </div>
        ) : null}
        {onTell === undefined ? (
          steps.length === 0 ? null : (
            <Steps course={course} />
          )
        ) : (
          <div className="row row-wrap chat-marks">
            {passages.length === 0 ? null : (
              <Button look="quiet" size="small" icon="book" onClick={() => onTell("sources")}>
                {say("chat.sources2", { count: passages.length })}
              </Button>
            )}
            {steps.length === 0 ? null : (
              <Button look="quiet" size="small" icon="list" onClick={() => onTell("steps")}>
                {say("chat.steps2", { count: steps.length })}
              </Button>
            )}
          </div>
        )}
      </Said>
    </>
  );
}

/** What it cost is asked for once somebody wants to know. */
function Steps({ course: { state, steps, requestId } }: { readonly course: Course }) {
  const say = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="chat-steps" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{say("chat.stepsAndTheCost", { count: steps.length })}</summary>
      {isOpen ? (
        <div className="stack">
          <Timeline steps={steps} />
          {state === "running" ? null : <Figures requestId={requestId} />}
        </div>
      ) : null}
    </details>
  );
}
