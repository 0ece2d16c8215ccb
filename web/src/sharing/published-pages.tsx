import { Button } from "../components/button.tsx";
import { Notice } from "../components/states.tsx";
import { useEmbeds, useRevokeEmbed } from "../data/sharing.ts";
import { formatError } from "../data/workbench.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** Pages at which anybody can run a workflow, each with a way to shut it; nothing where there is none. */
export function PublishedPages({ workflow }: { readonly workflow: string }) {
  const say = useTexts();
  const embeds = useEmbeds(workflow);
  const { mutate, isPending, error } = useRevokeEmbed(workflow);
  if (embeds.length === 0) return null;
  return (
    <section className="stack-tight" aria-label={say("sharing.publishedPages")}>
      <p className="small muted">{say("sharing.whoeverKnowsTheAddress")}</p>
      {error === null ? null : <Notice tone="bad">{formatError(error)}</Notice>}
      <ul className="stack-tight">
        {embeds.map(({ id, created_at: from, expires_at: until }) => (
          <li key={id} className="row row-wrap">
            <span>
              {say("sharing.publishedOpenUntil", { a: sayTime(from), b: sayTime(until) })}
            </span>
            <Button
              size="small"
              look="danger"
              disabled={isPending}
              aria-label={say("sharing.revokeThePagePublished", { a: sayTime(from) })}
              onClick={() => mutate(id)}
            >
              {say("common.revoke")}
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
