import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { EmptyState, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { type Scan, type ScannedRow, useScans } from "../../data/scans.ts";
import type { SkillRow } from "../../data/skill-source.ts";
import { sayError } from "../../data/workbench.ts";

/** The server scans a limited number of skills a minute for each user. */
const STEP = 12;
const MOST_FINDINGS = 3;
const ORDER = { block: 0, review: 1, allow: 2 } as const;
const WORDS = { block: "Blocked", review: "Review", allow: "No findings" } as const;

/** What the scanner finds in each skill, the worst first. */
export function SafetyView({ rows }: { readonly rows: readonly SkillRow[] | undefined }) {
  const [count, setCount] = useState(STEP);
  const asked = rows?.slice(0, count) ?? [];
  const scanned = useScans(asked);
  if (rows === undefined) return <Loading what="Loading skills" />;
  if (rows.length === 0)
    return (
      <div className="card">
        <EmptyState icon="shield" title="There is no skill yet" />
      </div>
    );
  const done = scanned.filter(({ scan }) => scan !== undefined);
  const waiting = scanned.filter(({ scan, error }) => scan === undefined && error === null).length;
  const risky = done.filter(({ scan }) => scan?.verdict !== "allow").length;
  const sorted = scanned.toSorted((a, b) => rankOf(a.scan) - rankOf(b.scan));
  return (
    <>
      <p className="skills-answer" aria-live="polite">
        {waiting > 0 ? `Scanning ${waiting} of ${scanned.length}… ` : null}
        <strong>{risky === 0 ? "None" : risky}</strong> of {done.length} scanned{" "}
        {risky === 1 ? "needs" : "need"} a look.
      </p>
      <ul className="card card-flush" aria-label="Safety of skills">
        {sorted.map((item) => (
          <SafetyLine key={`${item.row.kind} ${item.row.path ?? item.row.name}`} item={item} />
        ))}
      </ul>
      {rows.length > count ? (
        <div className="row">
          <Button onClick={() => setCount(count + STEP)}>
            Scan {Math.min(STEP, rows.length - count)} more
          </Button>
          <span className="muted small">
            {count} of {rows.length.toLocaleString("en")} scanned
          </span>
        </div>
      ) : null}
    </>
  );
}

function rankOf(scan: Scan | undefined): number {
  return scan === undefined ? ORDER.allow : ORDER[scan.verdict];
}

function SafetyLine({ item: { row, scan, error } }: { readonly item: ScannedRow }) {
  const findings = scan?.findings.filter(({ severity }) => severity !== "info") ?? [];
  return (
    <li className="safety-line">
      <div className="row row-wrap">
        {scan === undefined ? (
          <Status shape="waiting" />
        ) : (
          <Status
            shape={
              scan.verdict === "block" ? "blocked" : scan.verdict === "review" ? "review" : "tick"
            }
          />
        )}
        <Link
          className="skills-link"
          to={row.kind === "shelf" ? "/skills/$name" : "/skills/$name/explain"}
          params={{ name: row.name }}
        >
          {row.name}
        </Link>
        <span className={scan?.verdict === "allow" ? "muted" : undefined}>
          {scan === undefined
            ? error === null
              ? "Scanning"
              : sayError(error)
            : WORDS[scan.verdict]}
        </span>
        {scan === undefined || scan.verdict === "allow" ? null : (
          <span className="muted">
            <Message text={scan.reason} />
          </span>
        )}
      </div>
      {scan === undefined || scan.verdict === "allow" ? null : (
        <ul className="safety-findings">
          {findings.slice(0, MOST_FINDINGS).map(({ code, message, file, range, evidence }) => (
            <li key={`${code} ${file} ${range?.start.offset ?? 0}`}>
              <Message text={message} />{" "}
              <span className="muted mono">
                {file}
                {range === undefined ? "" : `:${range.start.line}`}
              </span>
              {evidence === undefined ? null : (
                <pre className="safety-evidence">{evidence.text.slice(0, 400)}</pre>
              )}
            </li>
          ))}
          {findings.length > MOST_FINDINGS ? (
            <li className="muted">{findings.length - MOST_FINDINGS} more findings</li>
          ) : null}
        </ul>
      )}
    </li>
  );
}
