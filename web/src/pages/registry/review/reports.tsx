import { Link } from "@tanstack/react-router";
import { Button } from "../../../components/button.tsx";
import { sayMoment, StateBadge, VerdictOfScan } from "../words.tsx";
import { type Report, useReports } from "./data.ts";
import type { Decision } from "./decision.ts";
import { Waiting } from "./waiting.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";

export interface DecideProps {
  readonly onDecide: (decision: Decision) => void;
}

/** What users and publishers ask moderators to look at. */
export function Reports({ onDecide }: DecideProps) {
  const say = useTexts();
  const reports = useReports();
  return (
    <Waiting list={reports} empty={say("review.noReports")}>
      {(all) =>
        all.map((report) => <ReportItem key={report.id} report={report} onDecide={onDecide} />)
      }
    </Waiting>
  );
}

function ReportItem({ report, onDecide }: DecideProps & { readonly report: Report }) {
  const say = useTexts();
  const { full_name: name, version, kind } = report;
  return (
    <li className="registry-result">
      <div className="row row-wrap">
        <h2 className="registry-name">
          <Link to="/library/$name" params={{ name }} search={{ version }}>
            {name} {version}
          </Link>
        </h2>
        <span className="badge badge-warn">{kind}</span>
        <StateBadge state={report.version_state} />
        <VerdictOfScan verdict={report.verdict} />
      </div>
      <p className="registry-description">
        {kind === "report" ? <strong>{report.reason}</strong> : null} {report.text}
      </p>
      <p className="registry-facts">
        <span>
          {report.by === null
            ? say("review.byADeletedAccount")
            : say("review.by", { publisher: report.by })}
        </span>
        <span>{sayMoment(report.created_at)}</span>
      </p>
      <div className="row">
        {(["upheld", "dismissed"] as const).map((to) => (
          <Button
            key={to}
            size="small"
            onClick={() => onDecide({ kind: "report", id: report.id, to, report })}
          >
            {to === "upheld" ? say("review.uphold") : say("review.dismiss")}
          </Button>
        ))}
      </div>
    </li>
  );
}
