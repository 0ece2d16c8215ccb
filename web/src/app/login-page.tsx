import { BrandMark } from "../components/brand-mark.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/states.tsx";
import { hasPasskeys } from "../data/passkeys.ts";
import { formatError, useWorkbench } from "../data/workbench.ts";
import { LoginForm } from "./login-form.tsx";
import { FORGOT, rememberSignOn } from "./ways-in.ts";
import { useTexts } from "../texts/use-texts.tsx";

export function LoginPage() {
  const say = useTexts();
  const { session } = useWorkbench();
  const [isNew, setIsNew] = useState(false);
  const options = useQuery({
    queryKey: ["session-options"],
    queryFn: () => session.options(),
  });
  const title = isNew ? "Create an account" : "Log in";
  return (
    <LoginBox title={title}>
      <LoginForm isNew={isNew} before={<h1>{title}</h1>}>
        {(isBusy) => (
          <>
            <Button type="submit" look="primary" disabled={isBusy}>
              {title}
            </Button>
            {options.data?.registration === true ? (
              <Button look="quiet" onClick={() => setIsNew(!isNew)}>
                {isNew ? say("app.iHaveAnAccount") : say("app.createAnAccount")}
              </Button>
            ) : null}
            {options.data?.letters === true && !isNew ? (
              <a className="button button-quiet" href={FORGOT}>
                {say("app.iForgotMyPassword")}
              </a>
            ) : null}
          </>
        )}
      </LoginForm>
      {isNew ? null : <OtherWays services={options.data?.services ?? []} />}
    </LoginBox>
  );
}

/** The frame of every page for those who have not logged in. */
export function LoginBox({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <main className="login">
      <title>{`${title} · Skillwright`}</title>
      <div className="card login-box stack">
        <p className="brand">
          <BrandMark />
          Skillwright
        </p>
        {children}
      </div>
    </main>
  );
}

/** Without a password of this server. */
function OtherWays({
  services,
}: {
  readonly services: readonly { readonly id: string; readonly title: string }[];
}) {
  const say = useTexts();
  const { session } = useWorkbench();
  const [problem, setProblem] = useState<string | undefined>();
  const byPasskey = (): void => {
    setProblem(undefined);
    session.loginByPasskey().catch((error: unknown) => setProblem(formatError(error)));
  };
  return (
    <>
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      {hasPasskeys() ? <Button onClick={byPasskey}>{say("app.logInWithA")}</Button> : null}
      {services.map(({ id, title }) => (
        <a
          key={id}
          className="button"
          href={`/api/v1/session/sign-on/${id}`}
          onClick={rememberSignOn}
        >
          {say("app.logInWith", { title })}
        </a>
      ))}
    </>
  );
}
