import { useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/states.tsx";
import { formatError, useWorkbench } from "../data/workbench.ts";
import { LoginBox } from "./login-page.tsx";
import { awaitsSignOn } from "./ways-in.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** Why nobody is let in, by the code of the server. */
const PROBLEMS: { readonly [code: string]: string } = {
  forbidden: "You are in no group that may log in here.",
  unconfirmed: "The other service does not say that your address is yours.",
  "email-taken":
    "There is an account with your address already. Log in to it with its password, or ask an administrator.",
  disabled: "Your account is disabled.",
  "bad-token": "This login was not begun in this browser, or too long ago.",
};

/** Back from another service. */
export function SignedInPage({ word }: { readonly word: string }) {
  const say = useTexts();
  const { session } = useWorkbench();
  const code = /^problem=([a-z-]+)$/u.exec(word)?.[1];
  const [problem, setProblem] = useState(
    code === undefined ? undefined : (PROBLEMS[code] ?? "The other service cannot be used now."),
  );
  const [isAwaited] = useState(awaitsSignOn);
  const enter = (): void => {
    session.enterByLink(word).catch((error: unknown) => setProblem(formatError(error)));
  };
  useEffect(() => {
    if (isAwaited && problem === undefined) enter();
    // Once, as the page comes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <LoginBox title={say("app.logIn")}>
      <h1>{say("app.logIn")}</h1>
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
      {problem === undefined && !isAwaited ? (
        <Button look="primary" onClick={enter}>
          {say("factors.goOn")}
        </Button>
      ) : null}
      {problem === undefined ? null : (
        <a className="button" href="/">
          {say("app.backToTheLogin")}
        </a>
      )}
    </LoginBox>
  );
}
