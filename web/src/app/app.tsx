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
import { createAppRouter, WELCOME } from "./router.tsx";
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
  if (state.kind === "out") {
    const token = location.pathname === WELCOME ? location.hash.slice(1) : "";
    return token === "" ? <LoginPage /> : <WelcomePage token={token} />;
  }
  return (
    <>
      <Pages key={state.user.id} />
      {state.kind === "ended" ? <LoginAgain user={state.user} /> : null}
    </>
  );
}

function Pages() {
  const router = useMemo(() => createAppRouter(), []);
  return <RouterProvider router={router} />;
}
