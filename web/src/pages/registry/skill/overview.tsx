import type { ScanFinding, ScanSeverity } from "../../../../../src/check/scan/index.ts";
import { Button } from "../../../components/button.tsx";
import { DiagnosticList, Message } from "../../../components/diagnostic-list.tsx";
import { Failure, Loading } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { plural, sayDay, sayMoment, StateBadge } from "../words.tsx";
import { Lifts } from "./lifts.tsx";
import { newestFirst, type Audit, type SkillDetail, useAudit, type VersionDetail } from "./data.ts";
import { Permissions } from "./permissions.tsx";
import { judgementOf, useStatements } from "./statements.ts";
import { JudgementLine } from "./versions.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";

export interface OverviewProps {
  readonly skill: SkillDetail;
  readonly version: VersionDetail;
  /** Shows all versions. */
  readonly onAll: () => void;
}

const MOST_VERSIONS = 4;

/** What decides whether to trust a version: its scan, what it may do, and what changed. */
export function Overview({ skill, version, onAll }: OverviewProps) {
  const say = useTexts();
  const stated = useStatements(skill);
  const count = Object.keys(skill.versions).length;
  return (
    <div className="stack">
      <ScanReport version={version} />
      <section className="card stack" aria-labelledby="permissions-title">
        <div className="row row-between">
          <h2 id="permissions-title">
            {version.permissions.length === 0 ? say("item.permissions") : say("common.itMay")}
          </h2>
          <span className="small muted">{say("item.declaredByThePublisher")}</span>
        </div>
        <Permissions version={version} />
      </section>
      <Lifts version={version} />
      <section className="card card-flush" aria-labelledby="versions-title">
        <div className="registry-bar row row-between">
          <h2 id="versions-title">{say("versions.title")}</h2>
          <Button look="quiet" size="small" onClick={onAll}>
            {count > 1 ? say("item.showAllCompareTwo", { count }) : say("item.showDetails")}
          </Button>
        </div>
        <ul className="registry-versions">
          {newestFirst(skill)
            .slice(0, MOST_VERSIONS)
            .map((one, index) => (
              <li key={one.version}>
                <strong>{one.version}</strong>
                {one.state === "listed" || one.version === version.version ? null : (
                  <StateBadge state={one.state} />
                )}
                <JudgementLine
                  judgement={judgementOf(stated, one.version, version)}
                  isFirst={index === count - 1}
                />
                <span className="clip muted grow">
                  {one.changelog === "" ? say("item.noChangelog") : one.changelog}
                </span>
                <span className="muted">{sayDay(one.published_at)}</span>
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}

function ScanReport({ version }: { readonly version: VersionDetail }) {
  const say = useTexts();
  const audit = useAudit(version.full_name, version.version);
  return (
    <section className="card card-flush" aria-labelledby="scan-title">
      <div className="registry-bar row row-wrap">
        {audit.data === undefined || audit.data.verdict === "allow" ? null : (
          <Status shape={audit.data.verdict === "block" ? "blocked" : "review"} />
        )}
        <h2 id="scan-title">
          {audit.data === undefined
            ? say("item.scan")
            : say("item.scan2", { a: sayVerdict(audit.data) })}
        </h2>
        <span className="grow" />
        {audit.data === undefined ? null : (
          <span className="small muted">
            {say("item.read", {
              a: plural(version.files.length, "file"),
              b: sayMoment(audit.data.auditedAt),
            })}
          </span>
        )}
      </div>
      {audit.isError ? <Failure error={audit.error} retry={() => void audit.refetch()} /> : null}
      {audit.isPending ? <Loading what={say("item.readingTheReport")} /> : null}
      {audit.data === undefined ? null : (
        <>
          {audit.data.findings.length === 0 && audit.data.verdict === "allow" ? (
            <p className="registry-reason muted">{say("item.nothingWasRun")}</p>
          ) : (
            <p className="registry-reason">
              <Message text={audit.data.reason} />
            </p>
          )}
          <ul aria-label={say("item.findings")}>
            {audit.data.findings.map((finding, index) => (
              <Finding key={`${finding.code}-${index}`} finding={finding} />
            ))}
          </ul>
          {audit.data.lint.length === 0 ? null : (
            <details className="registry-lint">
              <summary>
                {say("item.ofTheLinter", { a: plural(audit.data.lint.length, "remark") })}
              </summary>
              <DiagnosticList diagnostics={audit.data.lint} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

function sayVerdict({ verdict, findings }: Audit): string {
  const many = plural(findings.length, "finding");
  if (verdict === "allow") return findings.length === 0 ? "no findings" : `${many}, none grave`;
  return verdict === "block" ? `blocked, ${many}` : `${many} to review`;
}

const TONES: { readonly [Name in ScanSeverity]: string } = {
  critical: "bad",
  high: "bad",
  medium: "warn",
  low: "info",
  info: "info",
};

function Finding({ finding }: { readonly finding: ScanFinding }) {
  const say = useTexts();
  const { severity, message, hint, code, file, range, evidence } = finding;
  return (
    <li className="finding">
      <span className={`badge badge-${TONES[severity]}`}>{severity}</span>
      <div className="finding-body">
        <Message text={message} /> <span className="muted mono">{code}</span>
      </div>
      <span className="finding-place">
        {file}
        {range === undefined ? "" : `:${range.start.line}`}
      </span>
      {evidence === undefined ? null : (
        <div className="finding-hint">
          {/* Text of a stranger, shown letter by letter. */}
          <pre className="registry-evidence">{evidence.text}</pre>
          {evidence.decoding.length === 0 ? null : (
            <p className="small muted">
              {say("item.wasHiddenAs", { a: evidence.decoding.join(", then ") })}
            </p>
          )}
        </div>
      )}
      {hint === undefined ? null : (
        <p className="finding-hint">
          <Message text={hint} />
        </p>
      )}
    </li>
  );
}
