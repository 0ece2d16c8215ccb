import { Link } from "@tanstack/react-router";
import { ApiError } from "../../../../../src/client/index.ts";
import { useParam, useQueryValue } from "../../../app/address.ts";
import { PageHead } from "../../../components/page-head.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../../components/states.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { type SkillDetail, useRegistrySkill, useVersion, type VersionDetail } from "./data.ts";
import { BringBack } from "./manage/deletion.tsx";
import { Manage } from "./manage/index.tsx";
import { LogTable } from "./log-table.tsx";
import { OwnerActions } from "./owner-actions.tsx";
import { Readme } from "./readme.tsx";
import { Reviews } from "./reviews.tsx";
import { Security } from "./security.tsx";
import { SidePanel } from "./side-panel.tsx";
import { SkillActions } from "./skill-actions.tsx";
import { newestFirst, Versions } from "./versions.tsx";
import { WorksOn } from "./works-on.tsx";
import { Message } from "../../../components/diagnostic-list.tsx";
import { stateWords, StateBadge, TierBadge } from "../words.tsx";
import "../registry.css";

/** One skill of the registry. */
export function Page() {
  const name = useParam("name");
  const skill = useRegistrySkill(name);
  if (skill.data !== undefined) return <Skill key={name} skill={skill.data} />;
  return (
    <>
      <PageHead title={name}>
        <Link className="button" to="/library">
          Back to the registry
        </Link>
      </PageHead>
      {skill.isError ? (
        <NoSkill name={name} error={skill.error} retry={() => void skill.refetch()} />
      ) : (
        <Loading what="Asking the registry" />
      )}
    </>
  );
}

interface NoSkillProps {
  readonly name: string;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Not there is not the same as not reached: only the latter is worth another try. */
function NoSkill({ name, error, retry }: NoSkillProps) {
  if (!(error instanceof ApiError) || error.status !== 404)
    return <Failure error={error} retry={retry} />;
  const words = name.split("/").at(-1) ?? name;
  return (
    <div className="card" role="alert">
      <EmptyState
        icon="store"
        title="There is no such skill here"
        actions={
          <Link className="button button-primary" to="/library" search={{ q: words }}>
            Search for {words}
          </Link>
        }
      >
        Nobody has published it on this server, it is not listed yet, or it is not for your account.
      </EmptyState>
    </div>
  );
}

function Skill({ skill }: { readonly skill: SkillDetail }) {
  const [wanted, want] = useQueryValue("version");
  const newest = skill.latest_version ?? newestFirst(skill)[0]?.version ?? "";
  // Nobody is given a version of a deleted skill, not even those who may bring it back.
  const version = skill.is_deleted ? "" : wanted === "" ? newest : wanted;
  const chosen = useVersion(skill.full_name, version);
  return (
    <>
      <PageHead title={skill.full_name} lead={skill.description}>
        <SkillActions skill={skill} />
      </PageHead>
      {skill.is_deleted ? (
        <Notice tone="bad">
          This skill was deleted. {skill.role === null ? null : <BringBack skill={skill} />}
        </Notice>
      ) : null}
      <Deprecated skill={skill} />
      {chosen.isError ? (
        <Failure
          error={chosen.error}
          {...(version === newest
            ? { retry: () => void chosen.refetch() }
            : { retry: () => want(""), retryTitle: `Show ${newest}` })}
        />
      ) : null}
      {chosen.data === undefined || version === "" ? (
        version === "" || chosen.isError ? null : (
          <Loading what="Opening the version" />
        )
      ) : (
        <Version skill={skill} version={chosen.data} onChoose={want} />
      )}
    </>
  );
}

function Deprecated({ skill: { deprecated, successor } }: { readonly skill: SkillDetail }) {
  if (deprecated === null) return null;
  return (
    <Notice tone="warn">
      Do not use it any more: {deprecated}
      {successor === null ? null : (
        <>
          {" "}
          Use{" "}
          <Link to="/library/$name" params={{ name: successor }}>
            {successor}
          </Link>{" "}
          in its place.
        </>
      )}
    </Notice>
  );
}

type TabName = "readme" | "security" | "works-on" | "versions" | "reviews" | "manage" | "log";

interface VersionProps {
  readonly skill: SkillDetail;
  readonly version: VersionDetail;
  readonly onChoose: (version: string) => void;
}

function Version({ skill, version, onChoose }: VersionProps) {
  const [wanted, setTab] = useQueryValue("tab");
  const name = skill.full_name;
  const tabs: readonly { readonly name: TabName; readonly title: string }[] = [
    { name: "readme", title: "Readme" },
    { name: "security", title: "Security" },
    { name: "works-on", title: "Works on" },
    { name: "versions", title: `Versions (${Object.keys(skill.versions).length})` },
    { name: "reviews", title: `Reviews (${skill.ratings})` },
    ...(skill.role === null
      ? []
      : [
          { name: "manage" as const, title: "Manage" },
          { name: "log" as const, title: "Log" },
        ]),
  ];
  const tab = tabs.find((one) => one.name === wanted)?.name ?? "readme";
  return (
    <>
      <div className="row row-wrap registry-line">
        <TierBadge tier={version.security_tier} />
        <StateBadge state={version.state} />
        <span className="mono">{version.version}</span>
        <span className="muted">by {skill.publisher.display_name}</span>
        {skill.visibility === "public" ? null : <span className="badge">{skill.visibility}</span>}
        <OwnerActions skill={skill} version={version} />
      </div>
      <Warnings version={version} />
      <div className="registry-skill">
        <div className="registry-main">
          <Tabs label="About the skill" value={tab} onChange={setTab} tabs={tabs}>
            {tab === "readme" ? <Readme version={version} /> : null}
            {tab === "security" ? <Security version={version} /> : null}
            {tab === "works-on" ? <WorksOn version={version} /> : null}
            {tab === "versions" ? (
              <Versions skill={skill} shown={version.version} onChoose={onChoose} />
            ) : null}
            {tab === "reviews" ? <Reviews skill={skill} /> : null}
            {tab === "manage" ? <Manage skill={skill} version={version} /> : null}
            {tab === "log" ? <LogTable name={name} /> : null}
          </Tabs>
        </div>
        <SidePanel skill={skill} version={version} />
      </div>
    </>
  );
}

function Warnings({ version }: { readonly version: VersionDetail }) {
  const { security_tier: tier, state, audit, deprecated } = version;
  return (
    <>
      {state === "listed" ? null : (
        <Notice tone={state === "quarantined" ? "bad" : "warn"}>
          This version is not listed: {stateWords(state)}. <Message text={audit.reason} />
        </Notice>
      )}
      {deprecated === null ? null : (
        <Notice tone="warn">Do not use this version any more: {deprecated}</Notice>
      )}
      {tier === "experimental" ? (
        <Notice tone="warn">
          <strong>Experimental.</strong> Nobody whom this registry trusts has signed it. It runs in
          a sandbox only, is never installed as a part of another skill, and has to be asked for
          with <code className="registry-system">--allow-experimental</code>.
        </Notice>
      ) : null}
    </>
  );
}
