import { Button } from "../components/button.tsx";
import { Notice } from "../components/states.tsx";
import { useEmbeds, useRevokeEmbed } from "../data/sharing.ts";
import { sayError } from "../data/workbench.ts";

/** Pages at which anybody can run a workflow, each with a way to shut it; nothing where there is none. */
export function PublishedPages({ workflow }: { readonly workflow: string }) {
  const embeds = useEmbeds(workflow);
  const { mutate, isPending, error } = useRevokeEmbed(workflow);
  if (embeds.length === 0) return null;
  return (
    <section className="stack-tight" aria-label="Published pages">
      <p className="small muted">
        Whoever knows the address of a published page runs this workflow on your account.
      </p>
      {error === null ? null : <Notice tone="bad">{sayError(error)}</Notice>}
      <ul className="stack-tight">
        {embeds.map(({ id, created_at: from, expires_at: until }) => (
          <li key={id} className="row row-wrap">
            <span>
              Published {sayTime(from)}, open until {sayTime(until)}
            </span>
            <Button
              size="small"
              look="danger"
              disabled={isPending}
              aria-label={`Revoke the page published ${sayTime(from)}`}
              onClick={() => mutate(id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sayTime(moment: string): string {
  return new Date(moment).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
