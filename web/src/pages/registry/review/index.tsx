import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Message } from "../../../components/diagnostic-list.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Notice } from "../../../components/states.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { useUser } from "../../../data/workbench.ts";
import { Steps } from "../skill/manage/tier-request.tsx";
import { sayMoment, StateBadge, TierBadge, VerdictOfScan } from "../words.tsx";
import { type QueuedVersion, usePromotions, useQueue } from "./data.ts";
import type { Decision } from "./decision.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import { type DecideProps, Reports } from "./reports.tsx";
import { Waiting } from "./waiting.tsx";
import "../registry.css";
import "../skill/manage/manage.css";

type TabName = "in-review" | "quarantined" | "reports" | "promotions";

/** Everything that waits for a moderator. */
export function Page() {
  const { role } = useUser();
  const [tab, setTab] = useState<TabName>("in-review");
  const [decision, decide] = useState<Decision>();
  return (
    <>
      <PageHead title="Review queue" lead="What waits for a moderator, the oldest first.">
        <Link className="button" to="/registry">
          Back to the registry
        </Link>
      </PageHead>
      {role === "admin" ? (
        <Tabs
          label="Kinds"
          value={tab}
          onChange={setTab}
          tabs={[
            { name: "in-review", title: "To review" },
            { name: "reports", title: "Reports and appeals" },
            { name: "promotions", title: "Tiers" },
            { name: "quarantined", title: "Quarantine" },
          ]}
        >
          {tab === "reports" ? <Reports onDecide={decide} /> : null}
          {tab === "promotions" ? <Promotions onDecide={decide} /> : null}
          {tab === "in-review" || tab === "quarantined" ? (
            <Queue key={tab} state={tab} onDecide={decide} />
          ) : null}
        </Tabs>
      ) : (
        <Notice tone="warn">Only a moderator may see this.</Notice>
      )}
      {decision === undefined ? null : (
        <DecisionDialog decision={decision} onClose={() => decide(undefined)} />
      )}
    </>
  );
}

function Queue(props: DecideProps & { readonly state: "in-review" | "quarantined" }) {
  const queue = useQueue(props.state);
  return (
    <Waiting
      list={queue}
      empty={props.state === "quarantined" ? "Nothing is in quarantine" : "Nothing waits here"}
    >
      {(versions) =>
        versions.map((version) => (
          <QueuedItem
            key={`${version.full_name} ${version.version}`}
            version={version}
            onDecide={props.onDecide}
          />
        ))
      }
    </Waiting>
  );
}

function QueuedItem({ version, onDecide }: DecideProps & { readonly version: QueuedVersion }) {
  const { full_name: name, version: number, state, audit, security_tier: tier } = version;
  const about = `${name} ${number}`;
  const judge = (to: "list" | "quarantine" | "review"): void =>
    onDecide({ kind: "moderate", name, version: number, to, verdict: audit.verdict });
  return (
    <li className="registry-result">
      <div className="row row-wrap">
        <h2 className="registry-name">
          <Link to="/registry/$name" params={{ name }} search={{ version: number }}>
            {about}
          </Link>
        </h2>
        <TierBadge tier={tier} />
        <StateBadge state={state} />
        <VerdictOfScan verdict={audit.verdict} />
      </div>
      <p className="registry-description">{version.description}</p>
      <p className="registry-description">
        <Message text={audit.reason} />
      </p>
      {version.look_alikes.length === 0 ? null : (
        <p className="registry-description">
          <strong>The name looks like</strong> {version.look_alikes.join(", ")}.
        </p>
      )}
      <p className="registry-facts">
        <span>by {version.publisher}</span>
        <span>{sayMoment(version.published_at)}</span>
      </p>
      <div className="row row-wrap">
        <Button size="small" look="primary" onClick={() => judge("list")}>
          Accept
        </Button>
        {state === "quarantined" ? (
          <Button size="small" onClick={() => judge("review")}>
            Look again
          </Button>
        ) : (
          <Button size="small" look="danger" onClick={() => judge("quarantine")}>
            Quarantine
          </Button>
        )}
      </div>
    </li>
  );
}

function Promotions({ onDecide }: DecideProps) {
  const promotions = usePromotions();
  return (
    <Waiting list={promotions} empty="Nobody asks for a tier">
      {(all) =>
        all.map((promotion) => (
          <li key={promotion.id} className="registry-result">
            <div className="row row-wrap">
              <h2 className="registry-name">
                <Link to="/registry/$name" params={{ name: promotion.full_name }}>
                  {promotion.full_name} {promotion.version}
                </Link>
              </h2>
              <TierBadge tier={promotion.from} />
              <span aria-hidden="true">→</span>
              <TierBadge tier={promotion.to} />
            </div>
            <Steps steps={promotion.steps} label={`What ${promotion.full_name} shows`} />
            <div className="row">
              {([true, false] as const).map((isGranted) => (
                <Button
                  key={String(isGranted)}
                  size="small"
                  onClick={() => onDecide({ kind: "promotion", isGranted, promotion })}
                >
                  {isGranted ? "Grant" : "Refuse"}
                </Button>
              ))}
            </div>
          </li>
        ))
      }
    </Waiting>
  );
}
