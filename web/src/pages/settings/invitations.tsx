import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/states.tsx";
import { formatError } from "../../data/workbench.ts";
import { useChange, useSetting } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** What the user is invited to, to be accepted or declined. */
export function Invitations({ kind }: { readonly kind: "team" | "publisher" }) {
  const say = useTexts();
  const list = useSetting("invitations", (client, signal) =>
    client.listInvitations({ query: {}, signal }),
  );
  const accept = useChange((client, id: string) => client.acceptInvitation({ params: { id } }));
  const decline = useChange((client, id: string) => client.removeInvitation({ params: { id } }));
  const open = (list.data?.invitations ?? []).filter((one) => one.kind === kind);
  const failed = list.error ?? accept.error ?? decline.error;
  const isBusy = accept.isPending || decline.isPending;
  if (open.length === 0 && failed === null) return null;
  return (
    <section className="card stack" aria-label={say("settings.invitations")}>
      <h2>{say("settings.invitations")}</h2>
      {failed === null ? null : <Notice tone="bad">{formatError(failed)}</Notice>}
      <ul className="stack-tight">
        {open.map(({ id, name, role, invited_by: inviter }) => (
          <li key={id} className="row row-wrap small">
            <span className="clip grow">
              {inviter} invites you to{" "}
              {kind === "team" ? `the team ${name}` : `publish as @${name}`}
            </span>
            <span className="badge">{role}</span>
            <Button
              size="small"
              look="primary"
              disabled={isBusy}
              aria-label={say("settings.acceptTheInvitationTo", { name })}
              onClick={() => accept.mutate(id)}
            >
              {say("common.accept")}
            </Button>
            <Button
              size="small"
              disabled={isBusy}
              aria-label={say("settings.declineTheInvitationTo", { name })}
              onClick={() => decline.mutate(id)}
            >
              {say("settings.decline")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PendingProps {
  readonly of: string;
  readonly invitations: readonly {
    readonly id: string;
    readonly email: string;
    readonly role: string;
  }[];
}

/** Addresses that were invited and have not answered. */
export function PendingInvitations({ of, invitations }: PendingProps) {
  const say = useTexts();
  const withdraw = useChange((client, id: string) => client.removeInvitation({ params: { id } }));
  if (invitations.length === 0) return null;
  return (
    <>
      {withdraw.error === null ? null : <Notice tone="bad">{formatError(withdraw.error)}</Notice>}
      <ul className="stack-tight" aria-label={say("settings.pendingInvitationsTo", { of })}>
        {invitations.map(({ id, email, role }) => (
          <li key={id} className="row row-wrap small">
            <span className="clip grow muted">{email}</span>
            <span className="badge">{say("settings.invited", { role })}</span>
            <Button
              size="small"
              disabled={withdraw.isPending}
              aria-label={say("settings.withdrawTheInvitationOf", { email, of })}
              onClick={() => withdraw.mutate(id)}
            >
              {say("settings.withdraw")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
