import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import type { SessionUser } from "../data/session.ts";
import { useWorkbench } from "../data/workbench.ts";
import { LoginForm } from "./login-form.tsx";

/** Stands over a page whose session has ended: what was begun there waits for its user. */
export function LoginAgain({ user }: { readonly user: SessionUser }) {
  const { session } = useWorkbench();
  return (
    <Dialog title="Log in again" isOpen onClose={stay}>
      <LoginForm
        email={user.email}
        before={
          <p>
            Your session has ended. What you were at is kept: log in as {user.email} and go on. For
            anybody else the page begins anew.
          </p>
        }
      >
        {(isBusy) => (
          <div className="dialog-actions">
            <Button onClick={() => session.leave()}>Leave it</Button>
            <Button type="submit" look="primary" disabled={isBusy}>
              Log in
            </Button>
          </div>
        )}
      </LoginForm>
    </Dialog>
  );
}

/** There is nothing to do behind it before somebody has logged in. */
function stay(): void {}
