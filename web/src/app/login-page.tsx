import { BrandMark } from "../components/brand-mark.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { useWorkbench } from "../data/workbench.ts";
import { LoginForm } from "./login-form.tsx";

export function LoginPage() {
  const { session } = useWorkbench();
  const [isNew, setIsNew] = useState(false);
  const options = useQuery({
    queryKey: ["session-options"],
    queryFn: () => session.allowsRegistration(),
  });
  const title = isNew ? "Create an account" : "Log in";
  return (
    <main className="login">
      <title>{`${title} · Skillwright`}</title>
      <div className="card login-box">
        <p className="brand">
          <BrandMark />
          Skillwright
        </p>
        <LoginForm isNew={isNew} before={<h1>{title}</h1>}>
          {(isBusy) => (
            <>
              <Button type="submit" look="primary" disabled={isBusy}>
                {title}
              </Button>
              {options.data === true ? (
                <Button look="quiet" onClick={() => setIsNew(!isNew)}>
                  {isNew ? "I have an account" : "Create an account"}
                </Button>
              ) : null}
            </>
          )}
        </LoginForm>
      </div>
    </main>
  );
}
