import { Link } from "@tanstack/react-router";
import { Message } from "../../components/diagnostic-list.tsx";
import { Status } from "../../components/status.tsx";
import type { Scan, ScannedRow } from "../../data/scans.ts";
import { titleOf } from "../../data/skill-states.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const MOST_FINDINGS = 4;
const LONGEST_EVIDENCE = 400;
const WORDS = {
  block: "skills.blocked",
  review: "skills.review",
  allow: "studio.noFindings",
} as const;
const TONES = { block: "bad", review: "warn", allow: "good" } as const;

type Finding = Scan["findings"][number];

export interface Done extends ScannedRow {
  readonly scan: Scan;
}

/** What speaks against a skill: the line, what it hides, and why that matters. */
export function Evidence({ item: { row, scan } }: { readonly item: Done }) {
  const say = useTexts();
  const findings = scan.findings.filter(({ severity }) => severity !== "info");
  const line = findings.find(({ range }) => range !== undefined)?.range?.start.line;
  const agents = [
    ...new Set(
      (row.systems ?? []).filter((one) => one.is_eligible).map((one) => titleOf(one.dialect)),
    ),
  ];
  return (
    <section
      className="card card-flush safety-evidence-card"
      aria-label={say("skills.safetyOf", { name: row.name })}
    >
      <div className="row safety-evidence-head">
        {scan.verdict === "allow" ? null : (
          <Status shape={scan.verdict === "block" ? "blocked" : "review"} />
        )}
        <h2 className="grow clip">{row.name}</h2>
        <span className={`badge badge-${TONES[scan.verdict]}`}>{say(WORDS[scan.verdict])}</span>
      </div>
      <div className="stack safety-evidence-body">
        {scan.verdict === "allow" ? null : (
          <p className="muted">
            <Message text={scan.reason} />
          </p>
        )}
        {findings.slice(0, MOST_FINDINGS).map((finding) => (
          <FindingCard
            key={`${finding.code} ${finding.file} ${finding.range?.start.offset ?? 0}`}
            finding={finding}
          />
        ))}
        {findings.length > MOST_FINDINGS ? (
          <p className="muted">
            {say("skills.moreFindings", { a: findings.length - MOST_FINDINGS })}
          </p>
        ) : null}
        <dl className="safety-facts">
          <div>
            <dt>{say("skills.loadedBy")}</dt>
            <dd>{agents.length === 0 ? say("skills.noAgentHere") : agents.join(", ")}</dd>
          </div>
          <div>
            <dt>{say("skills.cameFrom")}</dt>
            <dd className="clip" title={row.path}>
              {row.path ?? say("skills.thisServer")}
            </dd>
          </div>
          <div>
            <dt>{say("skills.read")}</dt>
            <dd>{say("skills.filesInFull", { count: scan.files })}</dd>
          </div>
        </dl>
        <div className="row row-wrap">
          <Link
            className="button button-small"
            to="/skills/$name"
            params={{ name: row.name }}
            search={{
              line: line === undefined ? undefined : String(line),
              at: row.kind === "folder" ? row.path : undefined,
            }}
          >
            {line === undefined ? say("home.open") : say("common.openAtLine", { line })}
          </Link>
        </div>
      </div>
    </section>
  );
}

function FindingCard({ finding }: { readonly finding: Finding }) {
  const say = useTexts();
  const { message, file, range, evidence, hint, lowered } = finding;
  return (
    <article className="stack-tight">
      <h3>
        <Message text={message} />
      </h3>
      <dl className="safety-proof">
        <div>
          <dt>
            {range === undefined
              ? say("skills.file")
              : say("skills.line", { line: range.start.line })}
          </dt>
          <dd className="mono">{file}</dd>
        </div>
        {evidence === undefined ? null : (
          <div>
            <dt>{evidence.decoding.length > 0 ? say("skills.decoded") : say("skills.text")}</dt>
            <dd className="mono">{evidence.text.slice(0, LONGEST_EVIDENCE)}</dd>
          </div>
        )}
      </dl>
      {evidence === undefined || evidence.decoding.length === 0 ? null : (
        <p className="row row-wrap small">
          {evidence.decoding.map((step) => (
            <span key={step} className="badge">
              {step}
            </span>
          ))}
          <span className="muted">{say("skills.hiddenByThese")}</span>
        </p>
      )}
      {hint === undefined ? null : (
        <p className="muted small">
          <Message text={hint} />
        </p>
      )}
      {lowered === undefined ? null : (
        <p className="muted small">
          {say("skills.loweredFrom", { from: lowered.from })} <Message text={lowered.reason} />
        </p>
      )}
    </article>
  );
}
