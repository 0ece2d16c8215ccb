import { BrandMark } from "../components/brand-mark.tsx";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/states.tsx";
import { sayError, useWorkbench } from "../data/workbench.ts";

/** Lets in who has a link that works once. A press is asked for, so that no program which looks at links spends it. */
export function WelcomePage({ token }: { readonly token: string }) {
  const { session } = useWorkbench();
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await session.enterByLink(token);
    } catch (error) {
      setProblem(sayError(error));
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
        <h1>Welcome</h1>
        {problem === undefined ? (
          <>
            <p>
              This link logs you in as the administrator, once. Set a password of your own in the
              settings afterwards.
            </p>
            <Button look="primary" disabled={isBusy} onClick={() => void enter()}>
              Log in
            </Button>
          </>
        ) : (
          <>
            <Notice tone="bad">{problem}</Notice>
            <a className="button" href="/">
              Log in with the password
            </a>
          </>
        )}
      </div>
    </main>
  );
}
