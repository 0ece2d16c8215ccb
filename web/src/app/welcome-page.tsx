import { BrandMark } from "../components/brand-mark.tsx";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/states.tsx";
import { formatError, useWorkbench } from "../data/workbench.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** Lets in who has a link that works once. A press is asked for, so that no program which looks at links spends it. */
export function WelcomePage({ token }: { readonly token: string }) {
  const say = useTexts();
  const { session } = useWorkbench();
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await session.enterByLink(token);
    } catch (error) {
      setProblem(formatError(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <main className="login">
      <title>Welcome · Skillwright</title>
      <div className="card login-box stack">
        <p className="brand">
          <BrandMark />
          Skillwright
        </p>
        <h1>{say("app.welcome")}</h1>
        {problem === undefined ? (
          <>
            <p>{say("app.thisLinkLogsYou")}</p>
            <Button look="primary" disabled={isBusy} onClick={() => void enter()}>
              {say("app.logIn")}
            </Button>
          </>
        ) : (
          <>
            <Notice tone="bad">{problem}</Notice>
            <a className="button" href="/">
              {say("app.logInWithThe")}
            </a>
          </>
        )}
      </div>
    </main>
  );
}
