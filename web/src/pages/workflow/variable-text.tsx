import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Graph } from "./graph.ts";
import { formOf } from "./kinds.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** What a template can name: a node that comes before, and what kind it is. */
export interface Variable {
  readonly id: string;
  readonly kind: string;
}

/** Every node that leads to this one, the nearest first. */
export function variablesBefore({ nodes, edges }: Graph, id: string): readonly Variable[] {
  const found = new Set<string>();
  let ends: readonly string[] = [id];
  while (ends.length > 0) {
    const before = edges
      .filter(({ target, source }) => ends.includes(target) && !found.has(source) && source !== id)
      .map(({ source }) => source);
    for (const one of before) found.add(one);
    ends = [...new Set(before)];
  }
  return [...found].flatMap((one) => {
    const node = nodes.find((other) => other.id === one);
    return node === undefined ? [] : [{ id: one, kind: formOf(node.type).title }];
  });
}

/** A slash at the beginning or after a space, and the part of a name that is written so far. */
const ASKED = /(?:^|[\s(])\/([\w-]*)$/u;

export interface VariableTextProps {
  readonly control: object;
  readonly className: string;
  readonly value: string;
  readonly placeholder?: string | undefined;
  /** Lines; one without it. */
  readonly rows?: number;
  readonly spellCheck?: boolean;
  readonly variables: readonly Variable[];
  readonly onChange: (value: string) => void;
}

/** A text in which `/` offers the outputs of earlier nodes. */
export function VariableText(props: VariableTextProps) {
  const say = useTexts();
  const { control, className, value, placeholder, rows, spellCheck, variables, onChange } = props;
  const listId = useId();
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const [asked, setAsked] = useState<string>();
  const [index, setIndex] = useState(0);
  const fitting =
    asked === undefined ? [] : variables.filter(({ id }) => id.toLowerCase().includes(asked));
  const isOpen = fitting.length > 0;
  const look = (text: string, caret: number): void => {
    setAsked(ASKED.exec(text.slice(0, caret))?.[1]?.toLowerCase());
    setIndex(0);
  };
  const take = ({ id }: Variable): void => {
    const caret = field.current?.selectionStart ?? value.length;
    const start = value.slice(0, caret).lastIndexOf("/");
    onChange(`${value.slice(0, start)}{{${id}.output}}${value.slice(caret)}`);
    setAsked(undefined);
    field.current?.focus();
  };
  const listen = (event: KeyboardEvent): void => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const chosen = fitting[index];
    if (event.key === "ArrowDown" || event.key === "ArrowUp")
      setIndex((index + (event.key === "ArrowDown" ? 1 : fitting.length - 1)) % fitting.length);
    else if ((event.key === "Enter" || event.key === "Tab") && chosen !== undefined) take(chosen);
    else if (event.key === "Escape") setAsked(undefined);
    else return;
    // Escape would lead from the fields back to the node.
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ...control,
    ref: field,
    className,
    value,
    placeholder,
    "aria-autocomplete": "list" as const,
    "aria-activedescendant": isOpen ? `${listId}-${index}` : undefined,
    onKeyDown: listen,
    onBlur: () => setAsked(undefined),
    onChange: ({ target }: { readonly target: HTMLTextAreaElement | HTMLInputElement }) => {
      onChange(target.value);
      look(target.value, target.selectionStart ?? target.value.length);
    },
  };
  return (
    <div className="flow-variables">
      {rows === undefined ? (
        <input {...shared} role="combobox" aria-expanded={isOpen} aria-controls={listId} />
      ) : (
        <textarea
          {...shared}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          rows={rows}
          spellCheck={spellCheck}
        />
      )}
      {isOpen ? (
        <div
          className="menu flow-variable-list"
          role="listbox"
          id={listId}
          aria-label={say("common.variables")}
        >
          {fitting.map((variable, position) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field hears the keys
            <div
              key={variable.id}
              id={`${listId}-${position}`}
              role="option"
              tabIndex={-1}
              aria-selected={position === index}
              className="menu-item"
              data-highlighted={position === index ? "" : undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(variable)}
            >
              <strong>{variable.id}</strong>
              <span className="mono muted">.output</span>
              <span className="grow" />
              <span className="muted small">{variable.kind}</span>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
