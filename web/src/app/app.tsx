import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { Loading } from "../components/states.tsx";
import { Toasts } from "../components/toasts.tsx";
import { type Engine, EngineContext } from "../engine/engine.ts";
import { useSessionState, type Workbench, WorkbenchContext } from "../data/workbench.ts";
import { TextsProvider } from "../texts/use-texts.tsx";
import { LoginAgain } from "./login-again.tsx";
import { LoginPage } from "./login-page.tsx";
import { ConfirmPage, ForgotPage, ResetPage } from "./letter-pages.tsx";
import { createAppRouter } from "./router.tsx";
import { SignedInPage } from "./signed-in-page.tsx";
import { CONFIRM, FORGOT, RESET, SIGNED_IN, WELCOME } from "./ways-in.ts";
import { WelcomePage } from "./welcome-page.tsx";

export interface AppProps {
  readonly workbench: Workbench;
  readonly engine: Engine;
}

export function App({ workbench, engine }: AppProps) {
  return (
    <CSPProvider disableStyleElements>
      <WorkbenchContext value={workbench}>
        <QueryClientProvider client={workbench.queries}>
          <EngineContext value={engine}>
            <TextsProvider>
              <Toasts>
                <Gate workbench={workbench} />
              </Toasts>
            </TextsProvider>
          </EngineContext>
        </QueryClientProvider>
      </WorkbenchContext>
    </CSPProvider>
  );
}

/** Shows pages to those who are logged in, and the way in to the others. */
function Gate({ workbench }: { readonly workbench: Workbench }) {
  const state = useSessionState();
  useEffect(() => {
    void workbench.session.renew();
  }, [workbench]);
  if (state.kind === "unknown") return <Loading />;
  // Whoever opens a letter may be logged in as somebody else.
  if (location.pathname === CONFIRM || location.pathname === RESET)
    return <WayIn path={location.pathname} word={location.hash.slice(1)} />;
  if (state.kind === "out") {
    return <WayIn path={location.pathname} word={location.hash.slice(1)} />;
  }
  return (
    <>
      <Pages key={state.user.id} />
      {state.kind === "ended" ? <LoginAgain user={state.user} /> : null}
    </>
  );
}

function WayIn({ path, word }: { readonly path: string; readonly word: string }) {
  if (path === FORGOT) return <ForgotPage />;
  if (word === "") return <LoginPage />;
  if (path === WELCOME) return <WelcomePage token={word} />;
  if (path === SIGNED_IN) return <SignedInPage word={word} />;
  if (path === CONFIRM) return <ConfirmPage word={word} />;
  if (path === RESET) return <ResetPage word={word} />;
  return <LoginPage />;
}

function Pages() {
  const router = useMemo(() => createAppRouter(), []);
  return <RouterProvider router={router} />;
}
