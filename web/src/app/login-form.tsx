import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "../../../src/client/index.ts";
import { formText } from "../components/form-text.ts";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/states.tsx";
import { formatError, useWorkbench } from "../data/workbench.ts";
import { useTexts } from "../texts/use-texts.tsx";

export interface LoginFormProps {
  /** Makes an account in place of opening a session. */
  readonly isNew?: boolean;
  /** Who logs in, unless it is changed. */
  readonly email?: string;
  readonly before?: ReactNode;
  /** The buttons. */
  readonly children: (isBusy: boolean) => ReactNode;
}

/** Address and password, and the way to the server with them. */
export function LoginForm({ isNew = false, email = "", before, children }: LoginFormProps) {
  const say = useTexts();
  const { session } = useWorkbench();
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = [formText(form, "email"), formText(form, "password")] as const;
    const code = formText(form, "code");
    setIsBusy(true);
    setProblem(undefined);
    try {
      if (isNew) setIsSent(!(await session.register(...given)));
      else await session.login(...given, code === "" ? undefined : code);
    } catch (error) {
      const isAsked = error instanceof ApiError && error.field === "code" && !needsCode;
      setNeedsCode(isAsked || needsCode);
      setProblem(isAsked ? undefined : formatError(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className="login-form" onSubmit={(event) => void submit(event)}>
      {before}
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      {isSent ? <Notice tone="good">{say("app.weSentALink")}</Notice> : null}
      <Field label={say("settings.email")}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            required
          />
        )}
      </Field>
      <Field
        label={say("settings.password")}
        {...(isNew ? { help: "At least 10 characters, and none of the common ones." } : {})}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="password"
            type="password"
            autoComplete={isNew ? "new-password" : "current-password"}
            minLength={isNew ? 6 : undefined}
            required
          />
        )}
      </Field>
      {needsCode && !isNew ? (
        <Field label={say("factors.firstCode")} help={say("app.theOneThatYour")}>
          {(control) => (
            <input
              {...control}
              className="input"
              name="code"
              autoComplete="one-time-code"
              spellCheck={false}
              required
            />
          )}
        </Field>
      ) : null}
      {children(isBusy)}
    </form>
  );
}
