import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { type ChatSkill, useSkillHelp } from "./data.ts";
import { type Completion, useCompletion } from "./use-completion.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface MessageBoxProps {
  readonly message: string;
  readonly onChange: (message: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  readonly isRunning: boolean;
  /** Whether anybody could answer. */
  readonly canSend: boolean;
  readonly skills: readonly ChatSkill[];
  /** What else can be chosen for the next message. */
  readonly children: ReactNode;
}

/** Where a message is written. `@` at its beginning completes the names of skills. */
export function MessageBox(props: MessageBoxProps) {
  const say = useTexts();
  const { message, onChange, onSend, onStop, isRunning, skills, children } = props;
  const canSend = props.canSend && message.trim() !== "";
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const completion = useCompletion(message, skills, (next) => {
    onChange(next);
    field.current?.focus();
  });
  const called = /^@([a-z0-9-]+)\s/u.exec(message)?.[1] ?? "";
  const isKnown = skills.some(({ name }) => name === called);
  const help = useSkillHelp(isKnown ? called : "");
  const isOpen = completion.skills.length > 0;
  const unknown = unknownSkill(message, skills);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isRunning || !canSend) return;
    onSend();
    field.current?.focus();
  };
  const listen = (event: KeyboardEvent): void => {
    // Those who write with an input method take a suggestion with Enter.
    if (event.nativeEvent.isComposing) return;
    if (completion.isKey(event)) event.preventDefault();
    else if (event.key === "Enter" && !event.shiftKey) send(event);
  };
  return (
    <form className="chat-box" aria-label={say("chat.message")} onSubmit={send}>
      {isOpen ? <SkillList id={listId} completion={completion} /> : null}
      <textarea
        ref={field}
        className="chat-field"
        role="combobox"
        aria-label={say("chat.yourMessage")}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${listId}-${completion.index}` : undefined}
        placeholder={say("chat.placeholder")}
        data-search
        rows={2}
        value={message}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={listen}
      />
      {help === undefined ? null : <p className="chat-help">{help}</p>}
      {unknown === undefined || isOpen ? null : (
        <p className="chat-help chat-unknown" role="status">
          {say("chat.thereIsNoSkill", { unknown })}
        </p>
      )}
      <div className="chat-tools">
        {children}
        {isRunning ? (
          <Button icon="close" onClick={onStop}>
            {say("chat.stop")}
          </Button>
        ) : (
          <Button type="submit" look="primary" disabled={!canSend}>
            {say("chat.send")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The skill that a message calls, where there is none of that name. */
function unknownSkill(message: string, skills: readonly ChatSkill[]): string | undefined {
  const called = /^@([\w-]+)(?=\s|$)/u.exec(message)?.[1];
  return called === undefined || skills.some(({ name }) => name === called) ? undefined : called;
}

interface SkillListProps {
  readonly id: string;
  readonly completion: Completion;
}

function SkillList({ id, completion: { skills, index, take } }: SkillListProps) {
  const say = useTexts();
  return (
    <div className="menu chat-skills" role="listbox" id={id} aria-label={say("nav.skills")}>
      {skills.map((skill, position) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field hears the keys
        <div
          key={skill.name}
          id={`${id}-${position}`}
          role="option"
          tabIndex={-1}
          aria-selected={position === index}
          className="chat-skill"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(skill)}
        >
          <strong>@{skill.name}</strong>
          <span className="muted clip">{skill.description}</span>
        </div>
      ))}
    </div>
  );
}
