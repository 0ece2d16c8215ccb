import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { sortByUse, SYSTEM_COUNT } from "../../../components/agent-letters.ts";
import { AgentMark } from "../../../components/agent-mark.tsx";
import { Button } from "../../../components/button.tsx";
import { Status } from "../../../components/status.tsx";
import { useCopy } from "../../../components/use-copy.tsx";
import { useWorkbench } from "../../../data/workbench.ts";
import { useSystemTitles } from "../system-titles.ts";
import { sayBytes, sayDay, type State, tierWords } from "../words.tsx";
import { newestFirst, type SkillDetail, type VersionDetail } from "./data.ts";
import { type InstallWay, installWays } from "./install-ways.ts";
import { Select } from "../../../components/select.tsx";
import { type Statement, useStatements } from "./statements.ts";
import type { TextKey } from "../../../texts/en.ts";
import { useTexts } from "../../../texts/use-texts.tsx";

export interface SidePanelProps {
  readonly skill: SkillDetail;
  readonly version: VersionDetail;
}

export function SidePanel({ skill, version }: SidePanelProps) {
  const say = useTexts();
  return (
    <aside className="registry-side" aria-label={say("item.installAndFacts")}>
      <Install skill={skill} version={version} />
      <Provenance skill={skill} version={version} />
      <WorksWith version={version} />
      <Facts skill={skill} version={version} />
    </aside>
  );
}

const NOT_GIVEN: { readonly [Name in State]?: TextKey } = {
  draft: "item.draftNotGiven",
  "in-review": "item.reviewNotGiven",
  quarantined: "item.quarantineNotGiven",
};

function Install({ skill, version }: SidePanelProps) {
  const say = useTexts();
  const why = say(NOT_GIVEN[version.state] ?? "item.notGiven");
  return version.is_given ? (
    <InstallWays skill={skill} version={version} />
  ) : (
    <section className="card stack registry-install" aria-labelledby="install-title">
      <h2 id="install-title">{say("item.install")}</h2>
      <p className="small">{why}</p>
    </section>
  );
}

function InstallWays({ skill, version }: SidePanelProps) {
  const say = useTexts();
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
        <h2 id="install-title">{say("item.install")}</h2>
        <Select
          className="registry-client"
          label={say("item.program")}
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
            {say("common.makeOne")}
          </Link>
        </p>
      )}
      {fallback}
    </section>
  );
}

function Command({ way, onCopy }: { readonly way: InstallWay; readonly onCopy: () => void }) {
  const say = useTexts();
  return (
    <>
      <div className="registry-command">
        <code>{way.command}</code>
        <Button
          look="quiet"
          size="small"
          icon="copy"
          aria-label={say("item.copyTheCommandOf", { client: way.client })}
          onClick={onCopy}
        />
      </div>
      {way.note === undefined ? null : <p className="small muted">{way.note}</p>}
    </>
  );
}

/** Who signed it, where it was built, and that its files are what was published. */
function Provenance({ skill, version }: SidePanelProps) {
  const say = useTexts();
  const stated = useStatements(skill);
  const own = stated.get(version.version);
  const signer = sameSignerSince(skill, stated, version.version);
  const { signature, provenance, content_digest: digest, security_tier: tier } = version;
  const isSigned = signature !== null && signature.role !== null;
  return (
    <section className="card stack" aria-labelledby="provenance-title">
      <h2 id="provenance-title">{say("item.provenance")}</h2>
      <ul className="registry-proofs">
        {own === undefined ? null : (
          <li>
            <Status shape="tick" />
            <span>
              {say("item.statement")}
              <small>
                <a
                  href={`/registry/log/statements?of=${encodeURIComponent(`${skill.full_name}@${version.version}`)}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  {say("item.entryOfItsLog", { index: own.index })}
                </a>
              </small>
            </span>
          </li>
        )}
        <li>
          <Status shape={isSigned ? "tick" : "waiting"} />
          <span>
            {signature === null
              ? say("item.unsigned")
              : signature.role === null
                ? say("item.signedByAKey")
                : say("item.signedBy", { a: signature.publisher || "the registry" })}
            <small>{signature === null ? tierWords(tier) : shortened(signature.key_id)}</small>
          </span>
        </li>
        {provenance === null ? null : (
          <li>
            <Status shape="tick" />
            <span>
              {say("item.builtBy", { workflow: provenance.workflow })}
              <small>
                {provenance.repository}
                {provenance.commit === undefined ? "" : `@${provenance.commit.slice(0, 7)}`},{" "}
                {say("item.attestedBy", { issuer: provenance.issuer })}
              </small>
            </span>
          </li>
        )}
        {signer === undefined ? null : (
          <li>
            <Status shape={signer.isSame ? "tick" : "partial"} />
            <span>
              {signer.isSame
                ? say("item.sameSignerSince", { since: signer.since })
                : say("item.anotherSignerThan", { since: signer.since })}
              <small>
                {signer.isSame
                  ? say("item.noKeyChangeIn", { count: signer.count })
                  : say("item.askItsPublisherWhy")}
              </small>
            </span>
          </li>
        )}
        <li>
          <Status shape="tick" />
          <span>
            {say("item.filesMatch")}
            <small className="mono" title={digest}>
              {shortened(digest)}
            </small>
          </span>
        </li>
      </ul>
    </section>
  );
}

interface Signer {
  readonly isSame: boolean;
  readonly since: string;
  readonly count: number;
}

/** How far back versions are signed by the key of this one; undefined where it has none, or is the first. */
function sameSignerSince(
  skill: SkillDetail,
  stated: ReadonlyMap<string, Statement>,
  version: string,
): Signer | undefined {
  const key = stated.get(version)?.key;
  const names = newestFirst(skill).map((one) => one.version);
  const before = names.slice(names.indexOf(version) + 1).filter((name) => stated.has(name));
  const [last] = before;
  if (key === undefined || last === undefined) return undefined;
  const other = before.findIndex((name) => stated.get(name)?.key !== key);
  if (other === 0) return { isSame: false, since: last, count: 1 };
  const same = other === -1 ? before : before.slice(0, other);
  return { isSame: true, since: same.at(-1) ?? last, count: same.length + 1 };
}

function shortened(text: string): string {
  return text.length <= 26 ? text : `${text.slice(0, 16)}…${text.slice(-6)}`;
}

function WorksWith({ version: { works_on: works } }: Pick<SidePanelProps, "version">) {
  const say = useTexts();
  const titleOf = useSystemTitles();
  return (
    <section className="card stack" aria-labelledby="works-title">
      <div className="row row-between">
        <h2 id="works-title">{say("item.worksWith")}</h2>
        <span className="small muted">
          {say("common.of", { done: works.length, total: SYSTEM_COUNT })}
        </span>
      </div>
      {works.length === 0 ? (
        <p className="small">{say("item.noAgentAsIt")}</p>
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
  const say = useTexts();
  const facts: readonly (readonly [string, string])[] = [
    [say("item.author"), version.author ?? say("item.notNamed")],
    [
      say("item.published"),
      say("item.dayBy", { day: sayDay(version.published_at), name: version.publisher }),
    ],
    [
      say("item.size"),
      say("item.sizeInFiles", { size: sayBytes(version.size_bytes), count: version.files.length }),
    ],
    [say("item.reputation"), say("item.ofPublisher", { n: skill.publisher.reputation })],
  ];
  return (
    <section className="card stack" aria-labelledby="facts-title">
      <h2 id="facts-title">{say("item.facts")}</h2>
      <dl className="registry-pairs">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {version.dependencies.length === 0 ? null : (
          <div>
            <dt>{say("item.needs")}</dt>
            <dd>
              {version.dependencies
                .map(({ name, version: range }) => `${name} ${range}`)
                .join(", ")}
            </dd>
          </div>
        )}
        {skill.topics.length === 0 ? null : (
          <div>
            <dt>{say("common.topics")}</dt>
            <dd>{skill.topics.join(", ")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
