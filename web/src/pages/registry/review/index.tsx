import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useQueryValue } from "../../../app/address.ts";
import { Button } from "../../../components/button.tsx";
import { Message } from "../../../components/diagnostic-list.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Loading, Notice } from "../../../components/states.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { useUser } from "../../../data/workbench.ts";
import { Steps } from "../skill/manage/tier-request.tsx";
import { sayMoment, StateBadge, TierBadge, VerdictOfScan } from "../words.tsx";
import { type QueuedVersion, usePromotions, useQueue, useReports } from "./data.ts";
import type { Decision } from "./decision.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import { type DecideProps, Reports } from "./reports.tsx";
import { Waiting } from "./waiting.tsx";
import "../registry.css";
import "../skill/manage/manage.css";
import { useTexts } from "../../../texts/use-texts.tsx";

const TABS = [
  { name: "in-review", title: "common.toReview" },
  { name: "reports", title: "common.reportsAndAppeals" },
  { name: "promotions", title: "common.tiers" },
  { name: "quarantined", title: "review.quarantine" },
] as const;
type TabName = (typeof TABS)[number]["name"];

/** Everything that waits for a moderator. */
export function Page() {
  const say = useTexts();
  const { role } = useUser();
  const [decision, decide] = useState<Decision>();
  return (
    <>
      <PageHead title={say("library.queue")} lead={say("review.pendingReviewTheOldest")}>
        <Link className="button" to="/library">
          {say("common.backToTheLibrary")}
        </Link>
      </PageHead>
      {role === "admin" ? (
        <Kinds onDecide={decide} />
      ) : (
        <Notice tone="warn">{say("review.onlyAModeratorMay")}</Notice>
      )}
      {decision === undefined ? null : (
        <DecisionDialog decision={decision} onClose={() => decide(undefined)} />
      )}
    </>
  );
}

/** Opens where something waits, as long as nobody has chosen. */
function Kinds({ onDecide }: DecideProps) {
  const say = useTexts();
  const [wanted, want] = useQueryValue("tab");
  const lists = {
    "in-review": useQueue("in-review"),
    reports: useReports(),
    promotions: usePromotions(),
    quarantined: useQueue("quarantined"),
  };
  const chosen = TABS.find(({ name }) => name === wanted)?.name;
  const isKnown = TABS.every(
    ({ name }) => lists[name].items !== undefined || lists[name].found.error !== null,
  );
  const waiting = TABS.find(({ name }) => (lists[name].items?.length ?? 0) > 0)?.name;
  // The first that is shown stays, also when its last entry is decided.
  const [first, setFirst] = useState<TabName>();
  if (first === undefined && isKnown) setFirst(waiting ?? "in-review");
  const tab = chosen ?? first;
  if (tab === undefined) return <Loading />;
  return (
    <Tabs
      label={say("review.kinds")}
      value={tab}
      onChange={want}
      tabs={TABS.map(({ name, title }) => {
        const { items = [], found } = lists[name];
        const count = `${items.length}${found.hasNextPage ? "+" : ""}`;
        return { name, title: items.length === 0 ? say(title) : `${say(title)} (${count})` };
      })}
    >
      {tab === "reports" ? <Reports onDecide={onDecide} /> : null}
      {tab === "promotions" ? <Promotions onDecide={onDecide} /> : null}
      {tab === "in-review" || tab === "quarantined" ? (
        <Queue key={tab} state={tab} onDecide={onDecide} />
      ) : null}
    </Tabs>
  );
}

function Queue(props: DecideProps & { readonly state: "in-review" | "quarantined" }) {
  const say = useTexts();
  const queue = useQueue(props.state);
  return (
    <Waiting
      list={queue}
      empty={
        props.state === "quarantined"
          ? say("review.nothingIsInQuarantine")
          : say("review.theQueueIsEmpty")
      }
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
  const say = useTexts();
  const { full_name: name, version: number, state, audit, security_tier: tier } = version;
  const about = `${name} ${number}`;
  const judge = (to: "list" | "quarantine" | "review"): void =>
    onDecide({ kind: "moderate", name, version: number, to, verdict: audit.verdict });
  return (
    <li className="registry-result">
      <div className="row row-wrap">
        <h2 className="registry-name">
          <Link to="/library/$name" params={{ name }} search={{ version: number }}>
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
      {version.earlier_cases.length === 0 ? null : (
        <p className="registry-description">
          <strong>It repeats what was taken away:</strong> {version.earlier_cases.join(", ")}.
        </p>
      )}
      <p className="registry-facts">
        <span>{say("review.by", { publisher: version.publisher })}</span>
        <span>{sayMoment(version.published_at)}</span>
      </p>
      <div className="row row-wrap">
        <Button size="small" look="primary" onClick={() => judge("list")}>
          {say("common.accept")}
        </Button>
        {state === "quarantined" ? (
          <Button size="small" onClick={() => judge("review")}>
            {say("review.lookAgain")}
          </Button>
        ) : (
          <Button size="small" look="danger" onClick={() => judge("quarantine")}>
            {say("review.quarantine")}
          </Button>
        )}
      </div>
    </li>
  );
}

function Promotions({ onDecide }: DecideProps) {
  const say = useTexts();
  const promotions = usePromotions();
  return (
    <Waiting list={promotions} empty={say("review.noRequestsForA")}>
      {(all) =>
        all.map((promotion) => (
          <li key={promotion.id} className="registry-result">
            <div className="row row-wrap">
              <h2 className="registry-name">
                <Link to="/library/$name" params={{ name: promotion.full_name }}>
                  {promotion.full_name} {promotion.version}
                </Link>
              </h2>
              <TierBadge tier={promotion.from} />
              <span aria-hidden="true">→</span>
              <TierBadge tier={promotion.to} />
            </div>
            <Steps
              steps={promotion.steps}
              label={say("review.whatShows", { full_name: promotion.full_name })}
            />
            <div className="row">
              {([true, false] as const).map((isGranted) => (
                <Button
                  key={String(isGranted)}
                  size="small"
                  onClick={() => onDecide({ kind: "promotion", isGranted, promotion })}
                >
                  {isGranted ? say("review.grant") : say("common.refuse")}
                </Button>
              ))}
            </div>
          </li>
        ))
      }
    </Waiting>
  );
}
