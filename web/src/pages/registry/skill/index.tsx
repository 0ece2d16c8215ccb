import { Link } from "@tanstack/react-router";
import { ApiError } from "../../../../../src/client/index.ts";
import { useParam, useQueryValue } from "../../../app/address.ts";
import { PageHead } from "../../../components/page-head.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../../components/states.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import {
  newestFirst,
  type SkillDetail,
  useRegistrySkill,
  useVersion,
  type VersionDetail,
} from "./data.ts";
import { BringBack } from "./manage/deletion.tsx";
import { Manage } from "./manage/index.tsx";
import { LogTable } from "./log-table.tsx";
import { OwnerActions } from "./owner-actions.tsx";
import { Overview } from "./overview.tsx";
import { Readme } from "./readme.tsx";
import { Reviews } from "./reviews.tsx";
import { SidePanel } from "./side-panel.tsx";
import { SkillActions } from "./skill-actions.tsx";
import { Versions } from "./versions.tsx";
import { WorksOn } from "./works-on.tsx";
import { useSystemTitles } from "../system-titles.ts";
import { Message } from "../../../components/diagnostic-list.tsx";
import { plural, Rating, sayDay, stateWords, StateBadge, TierBadge } from "../words.tsx";
import "../registry.css";
import { useTexts } from "../../../texts/use-texts.tsx";

/** One skill of the registry. */
export function Page() {
  const say = useTexts();
  const name = useParam("name");
  const skill = useRegistrySkill(name);
  if (skill.data !== undefined) return <Skill key={name} skill={skill.data} />;
  return (
    <>
      <PageHead title={name} parent={PARENT} />
      {skill.isError ? (
        <NoSkill name={name} error={skill.error} retry={() => void skill.refetch()} />
      ) : (
        <Loading what={say("library.asking")} />
      )}
    </>
  );
}

const PARENT = { title: "Library", to: "/library" };

interface NoSkillProps {
  readonly name: string;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Not there is not the same as not reached: only the latter is worth another try. */
function NoSkill({ name, error, retry }: NoSkillProps) {
  const say = useTexts();
  if (!(error instanceof ApiError) || error.status !== 404)
    return <Failure error={error} retry={retry} />;
  const words = name.split("/").at(-1) ?? name;
  return (
    <div className="card" role="alert">
      <EmptyState
        icon="store"
        title={say("item.noSuchSkillIn")}
        actions={
          <Link className="button button-primary" to="/library" search={{ q: words }}>
            {say("item.searchFor", { words })}
          </Link>
        }
      >
        {say("item.itWasNotPublished")}
      </EmptyState>
    </div>
  );
}

function Skill({ skill }: { readonly skill: SkillDetail }) {
  const say = useTexts();
  const [wanted, want] = useQueryValue("version");
  const newest = skill.latest_version ?? newestFirst(skill)[0]?.version ?? "";
  // Nobody is given a version of a deleted skill, not even those who may bring it back.
  const version = skill.is_deleted ? "" : wanted === "" ? newest : wanted;
  const chosen = useVersion(skill.full_name, version);
  return (
    <>
      <PageHead
        title={skill.full_name}
        parent={PARENT}
        lead={skill.description}
        views={<Marks skill={skill} version={chosen.data} />}
      >
        <SkillActions skill={skill} version={chosen.data} />
      </PageHead>
      <Meta skill={skill} />
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
          <Loading what={say("item.openingTheVersion")} />
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

/** Only what says something: the usual tier and state need no mark. */
function Marks({
  skill,
  version,
}: {
  readonly skill: SkillDetail;
  readonly version: VersionDetail | undefined;
}) {
  const titleOf = useSystemTitles();
  if (version === undefined) return null;
  const { security_tier: tier, state } = version;
  return (
    <>
      <span className="badge badge-line">{version.version}</span>
      <span className="badge badge-line">{titleOf(version.dialect)}</span>
      {tier === "experimental" ? null : <TierBadge tier={tier} />}
      {state === "listed" ? null : <StateBadge state={state} />}
      {skill.visibility === "public" ? null : <span className="badge">{skill.visibility}</span>}
    </>
  );
}

function Meta({ skill }: { readonly skill: SkillDetail }) {
  const say = useTexts();
  return (
    <p className="registry-meta">
      <span>{skill.publisher.display_name}</span>
      <span>{plural(skill.downloads, "install")}</span>
      <span>{say("item.updated", { a: sayDay(skill.updated_at) })}</span>
      {typeof skill.latest?.license === "string" ? <span>{skill.latest.license}</span> : null}
      <span>{plural(skill.stars, "star")}</span>
      {skill.ratings === 0 ? null : <Rating rating={skill.rating} ratings={skill.ratings} />}
    </p>
  );
}

type TabName = "overview" | "readme" | "works-on" | "versions" | "reviews" | "manage" | "log";

interface VersionProps {
  readonly skill: SkillDetail;
  readonly version: VersionDetail;
  readonly onChoose: (version: string) => void;
}

function Version({ skill, version, onChoose }: VersionProps) {
  const say = useTexts();
  const [wanted, setTab] = useQueryValue("tab");
  const name = skill.full_name;
  const tabs: readonly { readonly name: TabName; readonly title: string }[] = [
    { name: "overview", title: say("common.overview") },
    { name: "readme", title: say("item.readme") },
    { name: "works-on", title: say("common.worksOn") },
    {
      name: "versions",
      title: say("common.versions", { count: Object.keys(skill.versions).length }),
    },
    { name: "reviews", title: say("common.reviews", { count: skill.ratings }) },
    ...(skill.role === null
      ? []
      : [
          { name: "manage" as const, title: say("common.manage") },
          { name: "log" as const, title: say("item.log") },
        ]),
  ];
  const tab = tabs.find((one) => one.name === wanted)?.name ?? "overview";
  return (
    <>
      <Warnings skill={skill} version={version} />
      <div className="registry-skill">
        <div className="registry-main">
          <Tabs label={say("item.aboutTheSkill")} value={tab} onChange={setTab} tabs={tabs}>
            {tab === "overview" ? (
              <Overview skill={skill} version={version} onAll={() => setTab("versions")} />
            ) : null}
            {tab === "readme" ? <Readme version={version} /> : null}
            {tab === "works-on" ? <WorksOn version={version} /> : null}
            {tab === "versions" ? (
              <Versions skill={skill} shown={version} onChoose={onChoose} />
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

function Warnings({ skill, version }: Omit<VersionProps, "onChoose">) {
  const say = useTexts();
  const { state, audit, deprecated } = version;
  return (
    <>
      {state === "listed" ? null : (
        <Notice tone={state === "quarantined" ? "bad" : "warn"}>
          <p>
            This version is not listed: {stateWords(state)}. <Message text={audit.reason} />
          </p>
          <p className="row">
            <OwnerActions skill={skill} version={version} />
          </p>
        </Notice>
      )}
      {deprecated === null ? null : (
        <Notice tone="warn">{say("item.doNotUseThis", { deprecated })}</Notice>
      )}
    </>
  );
}
