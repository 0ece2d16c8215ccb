import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { sortByUse, SYSTEM_COUNT } from "../../../components/agent-letters.ts";
import { AgentMark } from "../../../components/agent-mark.tsx";
import { Button } from "../../../components/button.tsx";
import { Status } from "../../../components/status.tsx";
import { useCopy } from "../../../components/use-copy.tsx";
import { useWorkbench } from "../../../data/workbench.ts";
import { useSystemTitles } from "../system-titles.ts";
import { plural, sayBytes, sayDay, type State, tierWords } from "../words.tsx";
import type { SkillDetail, VersionDetail } from "./data.ts";
import { type InstallWay, installWays } from "./install-ways.ts";
import { Select } from "../../../components/select.tsx";

export interface SidePanelProps {
  readonly skill: SkillDetail;
  readonly version: VersionDetail;
}

export function SidePanel({ skill, version }: SidePanelProps) {
  return (
    <aside className="registry-side" aria-label="Install and facts">
      <Install skill={skill} version={version} />
      <Provenance version={version} />
      <WorksWith version={version} />
      <Facts skill={skill} version={version} />
    </aside>
  );
}

const NOT_GIVEN: { readonly [Name in State]?: string } = {
  draft: "Draft: it cannot be installed until it is submitted and listed.",
  "in-review": "Nobody can install it before a moderator has accepted it.",
  quarantined: "Quarantined: it cannot be installed.",
};

function Install({ skill, version }: SidePanelProps) {
  const why = NOT_GIVEN[version.state] ?? "Nobody can install it.";
  return version.is_given ? (
    <InstallWays skill={skill} version={version} />
  ) : (
    <section className="card stack registry-install" aria-labelledby="install-title">
      <h2 id="install-title">Install</h2>
      <p className="small">{why}</p>
    </section>
  );
}

function InstallWays({ skill, version }: SidePanelProps) {
  const { url } = useWorkbench();
  const site = new URL("/", url).href.replace(/\/$/u, "");
  const ways = installWays({
    site,
    name: skill.name,
    fullName: skill.full_name,
    hasPlainName: skill.has_plain_name,
    version: version.version,
    isPublic: skill.visibility === "public",
    isExperimental: version.security_tier === "experimental",
  });
  const [chosen, choose] = useState(ways[0]?.client ?? "");
  const way = ways.find(({ client }) => client === chosen) ?? ways[0];
  const [copy, fallback] = useCopy();
  if (way === undefined) return null;
  return (
    <section className="card stack registry-install" aria-labelledby="install-title">
      <div className="row row-between">
        <h2 id="install-title">Install</h2>
        <Select
          className="registry-client"
          label="Program"
          value={way.client}
          onChange={choose}
          options={ways.map(({ client }) => ({ value: client, title: client }))}
        />
      </div>
      <Command way={way} onCopy={() => copy(way.command, "Copied.")} />
      {skill.visibility === "public" ? null : (
        <p className="small muted">
          Only some may see it, so the program needs a token.{" "}
          <Link to="/settings" search={{ tab: "tokens" }}>
            Make one
          </Link>
        </p>
      )}
      {fallback}
    </section>
  );
}

function Command({ way, onCopy }: { readonly way: InstallWay; readonly onCopy: () => void }) {
  return (
    <>
      <div className="registry-command">
        <code>{way.command}</code>
        <Button
          look="quiet"
          size="small"
          icon="copy"
          aria-label={`Copy the command of ${way.client}`}
          onClick={onCopy}
        />
      </div>
      {way.note === undefined ? null : <p className="small muted">{way.note}</p>}
    </>
  );
}

/** Who signed it, where it was built, and that its files are what was published. */
function Provenance({ version }: Pick<SidePanelProps, "version">) {
  const { signature, provenance, content_digest: digest, security_tier: tier } = version;
  const isSigned = signature !== null && signature.role !== null;
  return (
    <section className="card stack" aria-labelledby="provenance-title">
      <h2 id="provenance-title">Provenance</h2>
      <ul className="registry-proofs">
        <li>
          <Status shape={isSigned ? "tick" : "waiting"} />
          <span>
            {signature === null
              ? "Unsigned"
              : signature.role === null
                ? "Signed by a key that this registry does not know"
                : `Signed by ${signature.publisher || "the registry"}`}
            <small>{signature === null ? tierWords(tier) : shortened(signature.key_id)}</small>
          </span>
        </li>
        {provenance === null ? null : (
          <li>
            <Status shape="tick" />
            <span>
              Built by {provenance.workflow}
              <small>
                {provenance.repository}
                {provenance.commit === undefined ? "" : `@${provenance.commit.slice(0, 7)}`},
                attested by {provenance.issuer}
              </small>
            </span>
          </li>
        )}
        <li>
          <Status shape="tick" />
          <span>
            Files match the digest
            <small className="mono" title={digest}>
              {shortened(digest)}
            </small>
          </span>
        </li>
      </ul>
    </section>
  );
}

function shortened(text: string): string {
  return text.length <= 26 ? text : `${text.slice(0, 16)}…${text.slice(-6)}`;
}

function WorksWith({ version: { works_on: works } }: Pick<SidePanelProps, "version">) {
  const titleOf = useSystemTitles();
  return (
    <section className="card stack" aria-labelledby="works-title">
      <div className="row row-between">
        <h2 id="works-title">Works with</h2>
        <span className="small muted">
          {works.length} of {SYSTEM_COUNT}
        </span>
      </div>
      {works.length === 0 ? (
        <p className="small">No agent as it is. Add it, then convert it.</p>
      ) : (
        <ul className="registry-agents">
          {sortByUse(works.map(titleOf), (title) => title).map((title) => (
            <li key={title} title={title}>
              <AgentMark title={title} />
              <span className="visually-hidden">{title}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Facts({ skill, version }: SidePanelProps) {
  const facts: readonly (readonly [string, string])[] = [
    ["Author", version.author ?? "Not named"],
    ["Published", `${sayDay(version.published_at)} by ${version.publisher}`],
    ["Size", `${sayBytes(version.size_bytes)} in ${plural(version.files.length, "file")}`],
    ["Reputation", `${skill.publisher.reputation} of its publisher`],
  ];
  return (
    <section className="card stack" aria-labelledby="facts-title">
      <h2 id="facts-title">Facts</h2>
      <dl className="registry-pairs">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {version.dependencies.length === 0 ? null : (
          <div>
            <dt>Needs</dt>
            <dd>
              {version.dependencies
                .map(({ name, version: range }) => `${name} ${range}`)
                .join(", ")}
            </dd>
          </div>
        )}
        {skill.topics.length === 0 ? null : (
          <div>
            <dt>Topics</dt>
            <dd>{skill.topics.join(", ")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
