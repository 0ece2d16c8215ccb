import type { ScanFinding, ScanSeverity } from "../../../../../src/check/scan/index.ts";
import { DiagnosticList, Message } from "../../../components/diagnostic-list.tsx";
import { Failure, Loading } from "../../../components/states.tsx";
import { plural, sayMoment, VerdictOfScan } from "../words.tsx";
import { useAudit, type VersionDetail } from "./data.ts";
import { Permissions } from "./permissions.tsx";

/** Who signed it, what it may do, and what the scan found. */
export function Security({ version }: { readonly version: VersionDetail }) {
  return (
    <div className="stack">
      <section className="card stack" aria-labelledby="permissions-title">
        <h2 id="permissions-title">What it asks for</h2>
        <Permissions version={version} />
      </section>
      <section className="card stack" aria-labelledby="signature-title">
        <h2 id="signature-title">Signature</h2>
        <Signature version={version} />
      </section>
      <Provenance version={version} />
      <ScanReport version={version} />
    </div>
  );
}

function Signature({
  version: { signature, content_digest: digest },
}: {
  readonly version: VersionDetail;
}) {
  return (
    <dl className="registry-pairs">
      {signature === null ? (
        <div>
          <dt>Signed by</dt>
          <dd>Nobody</dd>
        </div>
      ) : (
        <>
          <div>
            <dt>Signed by</dt>
            <dd>
              {signature.role === null
                ? "A key that this registry does not know"
                : signature.publisher === null || signature.publisher === ""
                  ? "The registry itself"
                  : `Its publisher, ${signature.publisher}`}
            </dd>
          </div>
          <div>
            <dt>Key</dt>
            <dd className="mono registry-long">{signature.key_id}</dd>
          </div>
        </>
      )}
      <div>
        <dt>Content</dt>
        <dd className="mono registry-long">{digest}</dd>
      </div>
    </dl>
  );
}

/** Where it was built, as an issuer has attested it to the registry. */
function Provenance({ version: { provenance } }: { readonly version: VersionDetail }) {
  if (provenance === null) return null;
  const { repository, workflow, commit, ref, run, issuer } = provenance;
  const pairs = [
    ["Repository", repository],
    ["Workflow", workflow],
    ["Commit", commit],
    ["Branch or tag", ref],
    ["Run", run],
    ["Attested by", issuer],
  ] as const;
  return (
    <section className="card stack" aria-labelledby="built-title">
      <h2 id="built-title">Built</h2>
      <dl className="registry-pairs">
        {pairs.map(([word, value]) =>
          value === undefined ? null : (
            <div key={word}>
              <dt>{word}</dt>
              <dd className="mono registry-long">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

function ScanReport({ version }: { readonly version: VersionDetail }) {
  const audit = useAudit(version.full_name, version.version);
  return (
    <section className="card card-flush" aria-labelledby="scan-title">
      <div className="registry-bar row row-wrap">
        <h2 id="scan-title">Scan report</h2>
        {audit.data === undefined ? null : <VerdictOfScan verdict={audit.data.verdict} />}
        <span className="grow" />
        {audit.data === undefined ? null : (
          <span className="small muted">
            {audit.data.engine}, {sayMoment(audit.data.auditedAt)}
          </span>
        )}
      </div>
      {audit.isError ? <Failure error={audit.error} retry={() => void audit.refetch()} /> : null}
      {audit.isPending ? <Loading what="Reading the report" /> : null}
      {audit.data === undefined ? null : (
        <>
          <p className="registry-reason">
            <Message text={audit.data.reason} />{" "}
            <span className="muted">
              {audit.data.clearedTiers.length === 0
                ? "Cleared for no tier."
                : `Cleared for ${audit.data.clearedTiers.join(", ")}.`}
            </span>
          </p>
          <ul aria-label="Findings">
            {audit.data.findings.map((finding, index) => (
              <Finding key={`${finding.code}-${index}`} finding={finding} />
            ))}
          </ul>
          {audit.data.lint.length === 0 ? null : (
            <>
              <h3 className="registry-subtitle">
                The linter found {plural(audit.data.lint.length, "thing")}
              </h3>
              <DiagnosticList diagnostics={audit.data.lint} />
            </>
          )}
        </>
      )}
    </section>
  );
}

const TONES: { readonly [Name in ScanSeverity]: string } = {
  critical: "bad",
  high: "bad",
  medium: "warn",
  low: "info",
  info: "info",
};

function Finding({ finding }: { readonly finding: ScanFinding }) {
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
            <p className="small muted">Was hidden as {evidence.decoding.join(", then ")}.</p>
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
