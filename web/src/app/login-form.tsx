import { type FormEvent, type ReactNode, useState } from "react";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/states.tsx";
import { sayError, useWorkbench } from "../data/workbench.ts";

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
  const { session } = useWorkbench();
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = [textOf(form, "email"), textOf(form, "password")] as const;
    setIsBusy(true);
    setProblem(undefined);
    try {
      await (isNew ? session.register(...given) : session.login(...given));
    } catch (error) {
      setProblem(sayError(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className="login-form" onSubmit={(event) => void submit(event)}>
      {before}
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      <Field label="Email">
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
        label="Password"
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
      {children(isBusy)}
    </form>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
