import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { useCopy } from "../../../components/use-copy.tsx";
import { useAdd } from "../../../opening/use-add.ts";
import { useWorkbench } from "../../../data/workbench.ts";
import { useSystemTitles } from "../system-titles.ts";
import { plural, Rating, sayBytes, sayDay, type State, tierWords } from "../words.tsx";
import type { SkillDetail, VersionDetail } from "./data.ts";
import { type InstallWay, installWays } from "./install-ways.ts";
import { Permissions } from "./permissions.tsx";
import { Select } from "../../../components/select.tsx";

export interface SidePanelProps {
  readonly skill: SkillDetail;
  readonly version: VersionDetail;
}

export function SidePanel({ skill, version }: SidePanelProps) {
  return (
    <aside className="registry-side" aria-label="Install and facts">
      <Install skill={skill} version={version} />
      <section className="card stack" aria-labelledby="side-permissions">
        <h2 id="side-permissions">{version.permissions.length === 0 ? "Permissions" : "It may"}</h2>
        <Permissions version={version} />
      </section>
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
  const { add, busy } = useAdd();
  if (way === undefined) return null;
  return (
    <section className="card stack registry-install" aria-labelledby="install-title">
      <Button
        look="primary"
        icon="plus"
        disabled={busy !== undefined}
        onClick={() => add({ fullName: skill.full_name, version: version.version })}
      >
        {busy === undefined ? "Add to my skills" : "Adding"}
      </Button>
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

function Facts({ skill, version }: SidePanelProps) {
  const titleOf = useSystemTitles();
  const works = version.works_on.map((id) => titleOf(id));
  const facts: readonly (readonly [string, string])[] = [
    ["Tier", tierWords(version.security_tier)],
    ["Works on", works.length === 0 ? "No system as it is" : works.join(" · ")],
    ["Licence", version.license ?? "None named"],
    ["Author", version.author ?? "Not named"],
    ["Published", `${sayDay(version.published_at)} by ${version.publisher}`],
    ["Size", `${sayBytes(version.size_bytes)} in ${plural(version.files.length, "file")}`],
    ["Downloads", skill.downloads.toLocaleString("en")],
    ["Reputation", `${skill.publisher.reputation} of its publisher`],
  ];
  return (
    <section className="card stack" aria-labelledby="facts-title">
      <h2 id="facts-title">Facts</h2>
      <dl className="registry-pairs">
        <div>
          <dt>Rating</dt>
          <dd>
            <Rating rating={skill.rating} ratings={skill.ratings} />
          </dd>
        </div>
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
