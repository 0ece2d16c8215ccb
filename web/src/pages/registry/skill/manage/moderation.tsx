import { useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { useSay } from "../../../../components/toasts.tsx";
import { formatError } from "../../../../data/workbench.ts";
import type { Decision } from "../../review/decision.ts";
import { DecisionDialog } from "../../review/decision-dialog.tsx";
import { type State, StateBadge } from "../../words.tsx";
import { type SkillDetail, useRegistryChange, type VersionDetail } from "../data.ts";
import { useTexts } from "../../../../texts/use-texts.tsx";

type Move = "list" | "quarantine" | "review";

const TITLES: { readonly [Name in Move]: string } = {
  list: "Accept it",
  quarantine: "Quarantine it",
  review: "Look at it again",
};

const MOVES: { readonly [Name in State]: readonly Move[] } = {
  draft: [],
  "in-review": ["list", "quarantine"],
  listed: ["review", "quarantine"],
  quarantined: ["list", "review"],
  yanked: ["quarantine"],
};

export interface ModerationProps {
  readonly skill: SkillDetail;
  readonly version: VersionDetail;
}

/** What a moderator decides about a version and its publisher. */
export function Moderation({ skill, version }: ModerationProps) {
  const text = useTexts();
  const say = useSay();
  const [decision, decide] = useState<Decision>();
  const name = skill.full_name;
  const { publisher } = skill;
  const { handle } = publisher;
  const params = { name, version: version.version };
  const scan = useRegistryChange(
    (client, _input: undefined) => client.reauditRegistryVersion({ params }),
    () => say.good("It was scanned again."),
  );
  const vouch = useRegistryChange((client, isOfficial: boolean) =>
    client.setPublisherOfficial({ params: { handle }, body: { is_official: isOfficial } }),
  );
  const failed = { onError: (error: Error): void => say.bad(formatError(error)) };
  return (
    <section className="card stack" aria-labelledby="moderation-title">
      <h2 id="moderation-title">{text("item.moderation")}</h2>
      <div className="row row-wrap">
        <span className="mono">{version.version}</span>
        <StateBadge state={version.state} />
        {MOVES[version.state].map((to) => (
          <Button
            key={to}
            size="small"
            look={to === "quarantine" ? "danger" : "plain"}
            onClick={() =>
              decide({
                kind: "moderate",
                name,
                version: version.version,
                to,
                verdict: version.audit.verdict,
              })
            }
          >
            {TITLES[to]}
          </Button>
        ))}
        <Button
          size="small"
          disabled={scan.isPending}
          onClick={() => scan.mutate(undefined, failed)}
        >
          {scan.isPending ? text("item.scanning") : text("item.scanItAgain")}
        </Button>
      </div>
      <div className="row row-wrap">
        <span>{text("common.publisher", { handle })}</span>
        {publisher.is_official ? (
          <span className="badge badge-good">{text("common.official")}</span>
        ) : null}
        {publisher.is_banned ? (
          <span className="badge badge-bad">{text("item.shutOut")}</span>
        ) : null}
        <Button
          size="small"
          disabled={vouch.isPending}
          onClick={() => vouch.mutate(!publisher.is_official, failed)}
        >
          {publisher.is_official
            ? text("item.revokeOfficialStatus")
            : text("item.markPublisherAsOfficial")}
        </Button>
        <Button
          size="small"
          look={publisher.is_banned ? "plain" : "danger"}
          onClick={() => decide({ kind: "ban", name, handle, isBanned: !publisher.is_banned })}
        >
          {publisher.is_banned ? text("item.letThePublisherIn") : text("item.shutThePublisherOut")}
        </Button>
      </div>
      {decision === undefined ? null : (
        <DecisionDialog decision={decision} onClose={() => decide(undefined)} />
      )}
    </section>
  );
}
