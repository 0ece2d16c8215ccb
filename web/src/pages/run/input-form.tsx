import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import type { SkillInput, Values } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** A default that is longer wants more than a line. */
const LINE = 60;

export interface InputFormProps {
  readonly inputs: readonly SkillInput[];
  readonly values: Values;
  readonly onChange: (name: string, value: string) => void;
  readonly onRun: () => void;
  readonly onDryRun: () => void;
  readonly isRunning: boolean;
  /** Without a model there are dry runs only. */
  readonly hasModel: boolean;
  /** So that it can be begun from elsewhere. */
  readonly form?: RefObject<HTMLFormElement | null>;
  readonly children: React.ReactNode;
}

/** What the skill asks for, and the two ways to begin. */
export function InputForm(props: InputFormProps) {
  const say = useTexts();
  const { inputs, values, onChange, onRun, onDryRun, isRunning, hasModel, children } = props;
  const [isTold, setIsTold] = useState(false);
  const own = useRef<HTMLFormElement>(null);
  const form = props.form ?? own;
  const missing = inputs.filter(({ name, required }) => required && (values[name] ?? "") === "");
  const begin = (go: () => void): void => {
    if (isRunning) return;
    setIsTold(true);
    const [first] = missing;
    if (first === undefined) go();
    else form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    begin(hasModel ? onRun : onDryRun);
  };
  const listen = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form
      ref={form}
      className="stack"
      aria-label={say("common.inputs")}
      noValidate
      onSubmit={submit}
    >
      {inputs.length === 0 ? <p className="muted small">{say("run.thisSkillAsksFor")}</p> : null}
      {inputs.map((input) => (
        <InputField
          key={input.name}
          input={input}
          value={values[input.name] ?? ""}
          error={isTold && missing.includes(input) ? say("run.fillThisIn") : undefined}
          onChange={(value) => onChange(input.name, value)}
          onKeyDown={listen}
        />
      ))}
      {children}
      <Actions hasModel={hasModel} isRunning={isRunning} onDryRun={() => begin(onDryRun)} />
    </form>
  );
}

type ActionsProps = Pick<InputFormProps, "hasModel" | "isRunning" | "onDryRun">;

/** Not disabled while it runs: that would take the focus away from who works by keyboard. */
function Actions({ hasModel, isRunning, onDryRun }: ActionsProps) {
  const say = useTexts();
  return (
    <div className="row row-wrap">
      {hasModel ? (
        <Button type="submit" look="primary" icon="play" aria-disabled={isRunning}>
          {say("common.run")}
        </Button>
      ) : null}
      <Button look={hasModel ? "plain" : "primary"} aria-disabled={isRunning} onClick={onDryRun}>
        {say("run.dryRun")}
      </Button>
      <span className="muted small run-key">
        <kbd>Ctrl</kbd> <kbd>Enter</kbd>
      </span>
    </div>
  );
}

interface InputFieldProps {
  readonly input: SkillInput;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function InputField({ input, value, error, onChange, onKeyDown }: InputFieldProps) {
  const { name, label, type, required, default: preset, description } = input;
  const isLong = type === "textarea" || (preset !== null && isBeyondLine(preset));
  return (
    <Field
      label={label}
      {...(description === null || description === "" ? {} : { help: description })}
      error={error}
      isRequired={required}
    >
      {(control) =>
        isLong ? (
          <textarea
            {...control}
            name={name}
            className={type === "textarea" ? "input run-long" : "input"}
            value={value}
            onKeyDown={onKeyDown}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...control}
            name={name}
            className="input"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}

function isBeyondLine(text: string): boolean {
  return text.length > LINE || text.includes("\n");
}
