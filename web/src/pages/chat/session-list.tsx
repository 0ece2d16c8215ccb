import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { formatError } from "../../data/workbench.ts";
import { type ChatSession, useDeleteSession, useRenameSession, useSessions } from "./data.ts";
import type { Say } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface SessionListProps {
  readonly current: string;
  readonly onOpen: (id: string) => void;
  readonly onDeleted: (id: string) => void;
}

type Question = { readonly about: "delete" | "rename"; readonly session: ChatSession };

/** Everything that was talked about, newest first. */
export function SessionList({ current, onOpen, onDeleted }: SessionListProps) {
  const say = useTexts();
  const sessions = useSessions();
  const [question, setQuestion] = useState<Question | undefined>();
  const close = (): void => setQuestion(undefined);
  if (sessions.isPending) return <Loading what={say("chat.loading")} />;
  if (sessions.isError)
    return <Failure error={sessions.error} retry={() => void sessions.refetch()} />;
  return (
    <>
      {sessions.data.length === 0 ? (
        <p className="muted small chat-none">{say("chat.none")}</p>
      ) : null}
      <ul className="chat-sessions" aria-label={say("chat.chats")}>
        {sessions.data.map((session, index) => (
          <li key={session.id}>
            <Day session={session} before={sessions.data[index - 1]} />
            <div className="chat-session">
              <button
                type="button"
                className="chat-open"
                title={session.title}
                aria-current={session.id === current ? "true" : undefined}
                onClick={() => onOpen(session.id)}
              >
                {session.title}
              </button>
              <Button
                look="quiet"
                size="small"
                icon="pencil"
                aria-label={say("chat.rename", { title: session.title })}
                onClick={() => setQuestion({ about: "rename", session })}
              />
              <Button
                look="quiet"
                size="small"
                icon="trash"
                aria-label={say("common.delete2", { title: session.title })}
                onClick={() => setQuestion({ about: "delete", session })}
              />
            </div>
          </li>
        ))}
      </ul>
      {question?.about === "delete" ? (
        <DeleteDialog session={question.session} onClose={close} onDeleted={onDeleted} />
      ) : null}
      {question?.about === "rename" ? (
        <RenameDialog session={question.session} onClose={close} />
      ) : null}
    </>
  );
}

interface DayProps {
  readonly session: ChatSession;
  readonly before: ChatSession | undefined;
}

/** The name of the time that begins here, going back. */
function Day({ session, before }: DayProps) {
  const say = useTexts();
  const day = dayOf(say, session);
  if (before !== undefined && dayOf(say, before) === day) return null;
  return <h2 className="chat-group">{day}</h2>;
}

const DAY_MS = 86_400_000;

function dayOf(say: Say, { updated_at: moment }: ChatSession): string {
  const day = new Date(moment);
  const now = new Date();
  if (day.toDateString() === now.toDateString()) return say("common.today");
  if (now.getTime() - day.getTime() < 7 * DAY_MS) return say("chat.thisWeek");
  return day.toLocaleDateString(say("common.dateLocale"), { month: "long", year: "numeric" });
}

interface DialogProps {
  readonly session: ChatSession;
  readonly onClose: () => void;
}

function DeleteDialog(props: DialogProps & { readonly onDeleted: (id: string) => void }) {
  const text = useTexts();
  const { session, onClose, onDeleted } = props;
  const say = useSay();
  const removal = useDeleteSession((id) => {
    onClose();
    onDeleted(id);
    say.good(text("chat.deleted"));
  });
  return (
    <Dialog title={text("chat.deleteThisChat")} isOpen onClose={onClose}>
      <p>{text("chat.goesAwayWithEverything", { title: session.title })}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{text("common.cancel")}</Button>
        <Button
          look="danger"
          disabled={removal.isPending}
          onClick={() =>
            removal.mutate(session.id, { onError: (error) => say.bad(formatError(error)) })
          }
        >
          {text("common.delete")}
        </Button>
      </div>
    </Dialog>
  );
}

function RenameDialog({ session, onClose }: DialogProps) {
  const say = useTexts();
  const [title, setTitle] = useState(session.title);
  const renaming = useRenameSession();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    renaming.mutate({ id: session.id, title }, { onSuccess: onClose });
  };
  return (
    <Dialog title={say("chat.renameThisChat")} isOpen onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field
          label={say("chat.title")}
          error={renaming.error === null ? undefined : formatError(renaming.error)}
          isRequired
        >
          {(control) => (
            <input
              {...control}
              className="input"
              value={title}
              maxLength={256}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <div className="dialog-actions">
          <Button onClick={onClose}>{say("common.cancel")}</Button>
          <Button type="submit" look="primary" disabled={renaming.isPending}>
            {say("chat.rename2")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
