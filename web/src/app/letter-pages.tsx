/** Where links in letters lead. A press is asked for, so that no program which looks at links spends them. */
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../components/button.tsx";
import { formText } from "../components/form-text.ts";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/states.tsx";
import { formatError, useWorkbench } from "../data/workbench.ts";
import { LoginBox } from "./login-page.tsx";
import { useTexts } from "../texts/use-texts.tsx";

interface StepProps {
  readonly title: string;
  readonly action: string;
  /** What is said when it is done. */
  readonly done: string;
  readonly work: (form: FormData) => Promise<void>;
  readonly children?: ReactNode;
}

function Step({ title, action, done, work, children }: StepProps) {
  const say = useTexts();
  const [problem, setProblem] = useState<string | undefined>();
  const [state, setState] = useState<"asked" | "busy" | "done">("asked");
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setState("busy");
    setProblem(undefined);
    work(new FormData(event.currentTarget)).then(
      () => setState("done"),
      (error: unknown) => {
        setProblem(formatError(error));
        setState("asked");
      },
    );
  };
  return (
    <LoginBox title={title}>
      <form className="login-form" onSubmit={submit}>
        <h1>{title}</h1>
        {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
        {state === "done" ? (
          <Notice tone="good">{done}</Notice>
        ) : (
          <>
            {children}
            <Button type="submit" look="primary" disabled={state === "busy"}>
              {action}
            </Button>
          </>
        )}
        <a className="button button-quiet" href="/">
          {say("app.toTheLogin")}
        </a>
      </form>
    </LoginBox>
  );
}

export function ConfirmPage({ word }: { readonly word: string }) {
  const say = useTexts();
  const { session } = useWorkbench();
  return (
    <Step
      title={say("app.confirmYourAddress")}
      action={say("factors.confirm")}
      done="Your address is confirmed. You can log in now."
      work={(form) => session.confirmAddress(word, formText(form, "password"))}
    >
      <Field label={say("settings.password")} help={say("app.theOneThatYou")}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        )}
      </Field>
    </Step>
  );
}

export function ForgotPage() {
  const say = useTexts();
  const { session } = useWorkbench();
  return (
    <Step
      title={say("app.setANewPassword")}
      action={say("app.sendMeALink")}
      done="If there is an account with this address, we sent a link to it."
      work={(form) => session.forgetPassword(formText(form, "email"))}
    >
      <Field label={say("settings.email")}>
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
    </Step>
  );
}

export function ResetPage({ word }: { readonly word: string }) {
  const say = useTexts();
  const { session } = useWorkbench();
  return (
    <Step
      title={say("app.setANewPassword")}
      action={say("app.setThePassword")}
      done="Your password is set. You can log in now."
      work={(form) => session.resetPassword(word, formText(form, "password"))}
    >
      <Field label={say("settings.newPassword")} help={say("settings.passwordRule")}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={6}
            required
          />
        )}
      </Field>
    </Step>
  );
}
