import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import type { SessionUser } from "../data/session.ts";
import { useWorkbench } from "../data/workbench.ts";
import { LoginForm } from "./login-form.tsx";
import { useTexts } from "../texts/use-texts.tsx";

/** Stands over a page whose session has ended: what was begun there waits for its user. */
export function LoginAgain({ user }: { readonly user: SessionUser }) {
  const say = useTexts();
  const { session } = useWorkbench();
  return (
    <Dialog title={say("app.logInAgain")} isOpen onClose={stay}>
      <LoginForm
        email={user.email}
        before={<p>{say("app.yourSessionHasEnded", { email: user.email })}</p>}
      >
        {(isBusy) => (
          <div className="dialog-actions">
            <Button onClick={() => session.leave()}>{say("app.leaveIt")}</Button>
            <Button type="submit" look="primary" disabled={isBusy}>
              {say("app.logIn")}
            </Button>
          </div>
        )}
      </LoginForm>
    </Dialog>
  );
}

/** There is nothing to do behind it before somebody has logged in. */
function stay(): void {}
