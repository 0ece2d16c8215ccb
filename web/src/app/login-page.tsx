import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/states.tsx";
import { sayError, useWorkbench } from "../data/workbench.ts";

export function LoginPage({ because }: { readonly because?: string | undefined }) {
  const { session } = useWorkbench();
  const [isNew, setIsNew] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const options = useQuery({
    queryKey: ["session-options"],
    queryFn: () => session.allowsRegistration(),
  });
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = textOf(form, "email");
    const password = textOf(form, "password");
    setIsBusy(true);
    setProblem(undefined);
    try {
      await (isNew ? session.register(email, password) : session.login(email, password));
    } catch (error) {
      setProblem(sayError(error));
    } finally {
      setIsBusy(false);
    }
  };
  const title = isNew ? "Create an account" : "Log in";
  return (
    <main className="login">
      <title>{`${title} · Skillwright`}</title>
      <div className="card login-box">
        <p className="brand">
          <img src="/favicon.svg" alt="" />
          Skillwright
        </p>
        <form onSubmit={(event) => void submit(event)}>
          <h1>{title}</h1>
          {because === undefined ? null : <Notice tone="warn">{because}</Notice>}
          {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
          <Field label="Email">
            {(control) => (
              <input
                {...control}
                className="input"
                name="email"
                type="email"
                autoComplete="username"
                required
              />
            )}
          </Field>
          <Field label="Password" {...(isNew ? { help: "At least 6 characters." } : {})}>
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
          <Button type="submit" look="primary" disabled={isBusy}>
            {title}
          </Button>
          {options.data === true ? (
            <Button look="quiet" onClick={() => setIsNew(!isNew)}>
              {isNew ? "I have an account" : "Create an account"}
            </Button>
          ) : null}
        </form>
      </div>
    </main>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
