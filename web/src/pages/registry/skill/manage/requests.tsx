import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Message } from "../../../../components/diagnostic-list.tsx";
import { Failure, Loading } from "../../../../components/states.tsx";
import { useClient } from "../../../../data/workbench.ts";
import { sayMoment, TierBadge } from "../../words.tsx";
import type { SkillDetail } from "../data.ts";
import { Steps } from "./tier-request.tsx";
import { useTexts } from "../../../../texts/use-texts.tsx";

const TONES = {
  open: "warn",
  granted: "good",
  refused: "bad",
  upheld: "info",
  dismissed: "info",
} as const;

/** Requests for tiers, reports and appeals, with what became of each. */
export function Requests({ skill }: { readonly skill: SkillDetail }) {
  const say = useTexts();
  const client = useClient();
  const requests = useQuery({
    queryKey: ["registry", "requests", skill.full_name],
    queryFn: ({ signal }) =>
      client.listRegistryRequests({ params: { name: skill.full_name }, signal }),
  });
  if (requests.isError)
    return <Failure error={requests.error} retry={() => void requests.refetch()} />;
  if (requests.data === undefined) return <Loading what={say("item.loadingRequests")} />;
  const { promotions, reports } = requests.data;
  return (
    <section className="card card-flush" aria-labelledby="requests-title">
      <h2 id="requests-title" className="registry-bar">
        {say("item.requestsReportsAndAppeals")}
      </h2>
      {promotions.length + reports.length === 0 ? (
        <p className="small muted manage-none">{say("item.nobodyHasAskedFor")}</p>
      ) : (
        <ul aria-label={say("item.requestsReportsAndAppeals")}>
          {reports.map((one) => (
            <Item key={one.id} at={one.created_at} state={one.state} title={one.kind}>
              <p className="small">
                <span className="mono">{one.version}</span>{" "}
                {one.kind === "report" ? <strong>{one.reason}</strong> : null} {one.text}
              </p>
              {one.decision === null ? null : (
                <p className="small muted">{say("item.aModerator", { decision: one.decision })}</p>
              )}
            </Item>
          ))}
          {promotions.map((one) => (
            <Item
              key={one.id}
              at={one.created_at}
              state={one.state}
              title={
                <>
                  tier of <span className="mono">{one.version}</span> <TierBadge tier={one.from} />{" "}
                  → <TierBadge tier={one.to} />
                </>
              }
            >
              {one.state === "granted" ? null : (
                <Steps
                  steps={one.steps}
                  label={say("item.whatShowedFor", { version: one.version, to: one.to })}
                />
              )}
              {one.reason === "" || one.steps.some(({ is_met: isMet }) => !isMet) ? null : (
                <p className="small muted">
                  <Message text={one.reason} />
                </p>
              )}
            </Item>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ItemProps {
  readonly at: string;
  readonly state: keyof typeof TONES;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function Item({ at, state, title, children }: ItemProps) {
  return (
    <li className="manage-request">
      <div className="row row-wrap small">
        <span className={`badge badge-${TONES[state]}`}>{state}</span>
        <span>{title}</span>
        <span className="muted">{sayMoment(at)}</span>
      </div>
      {children}
    </li>
  );
}
