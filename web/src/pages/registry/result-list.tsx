import { Link } from "@tanstack/react-router";
import { Icon } from "../../components/icon.tsx";
import { systems } from "../../engine/queries.ts";
import type { FoundSkill, Reason } from "./data.ts";
import { plural, Rating, sayDay, StateBadge, TierBadge } from "./words.tsx";

export function ResultList({ skills }: { readonly skills: readonly FoundSkill[] }) {
  const titles = new Map(systems.map(({ id, title }) => [id, title]));
  return (
    <ol className="card card-flush registry-list" aria-label="Skills of the registry">
      {skills.map((skill) => (
        <Result key={skill.full_name} skill={skill} titles={titles} />
      ))}
    </ol>
  );
}

/** Only where it cannot be seen: a word that stands there needs no explanation. */
function Why({ reasons }: { readonly reasons: readonly Reason[] }) {
  const notes = reasons.flatMap(({ by, word = "", found = "" }) => {
    if (by === "correction") return [`“${found}” instead of “${word}”`];
    if (by === "synonym") return [`“${found}” for “${word}”`];
    return by === "meaning" ? ["a similar meaning"] : [];
  });
  if (notes.length === 0) return null;
  return <p className="registry-why">Found by {[...new Set(notes)].join(", ")}</p>;
}

interface ResultProps {
  readonly skill: FoundSkill;
  readonly titles: ReadonlyMap<string, string>;
}

function Result({ skill, titles }: ResultProps) {
  const { latest, publisher, visibility } = skill;
  return (
    <li className="registry-result">
      <div className="row row-wrap">
        <h2 className="registry-name">
          <Link to="/registry/$name" params={{ name: skill.full_name }}>
            {skill.has_plain_name ? skill.name : skill.full_name}
          </Link>
        </h2>
        {latest === null ? null : <TierBadge tier={latest.security_tier} />}
        {latest !== null && latest.state !== "listed" ? <StateBadge state={latest.state} /> : null}
        {visibility === "public" ? null : <span className="badge">{visibility}</span>}
        {skill.deprecated === null ? null : <span className="badge badge-bad">deprecated</span>}
      </div>
      <p className="registry-description">{skill.description}</p>
      <Why reasons={skill.why ?? []} />
      <p className="registry-facts">
        <span>
          by {publisher.display_name}
          {publisher.is_official ? (
            <span className="badge badge-good registry-official">
              <Icon name="check" /> official
            </span>
          ) : null}
        </span>
        {latest === null ? null : (
          <>
            <span>{latest.version}</span>
            <span>{titles.get(latest.dialect) ?? latest.dialect}</span>
            <span>works on {plural(latest.works_on.length, "system")}</span>
          </>
        )}
        <span>{plural(skill.downloads, "download")}</span>
        <span>{plural(skill.stars, "star")}</span>
        <Rating rating={skill.rating} ratings={skill.ratings} />
        <span>{sayDay(skill.updated_at)}</span>
      </p>
    </li>
  );
}
