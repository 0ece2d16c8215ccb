import { Link } from "@tanstack/react-router";
import { SYSTEM_COUNT } from "../../components/agent-letters.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useEverySkill } from "../../data/skill-source.ts";
import { useAdd } from "../../opening/use-add.ts";
import type { FoundSkill, Reason } from "./data.ts";
import { useSystemTitles } from "./system-titles.ts";
import { Rating, StateBadge, TierBadge } from "./words.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export function ResultList({ skills }: { readonly skills: readonly FoundSkill[] }) {
  const say = useTexts();
  const { add, busy } = useAdd();
  const { data = [] } = useEverySkill();
  const own = new Set(data.filter(({ kind }) => kind === "shelf").map(({ name }) => name));
  return (
    <ol className="card card-flush registry-list" aria-label={say("library.list")}>
      {skills.map((skill) => (
        <Result
          key={skill.full_name}
          skill={skill}
          isAdded={own.has(skill.name)}
          isBusy={busy === skill.full_name}
          onAdd={() => add({ fullName: skill.full_name })}
        />
      ))}
    </ol>
  );
}

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Only where it cannot be seen: a word that stands there needs no explanation. */
function Why({ reasons }: { readonly reasons: readonly Reason[] }) {
  const say = useTexts();
  const notes = reasons.flatMap(({ by, word = "", found = "" }) => {
    if (by === "correction") return [`“${found}” instead of “${word}”`];
    if (by === "synonym") return [`“${found}” for “${word}”`];
    return by === "meaning" ? ["a similar meaning"] : [];
  });
  if (notes.length === 0) return null;
  return (
    <p className="registry-why">{say("library.foundBy", { a: [...new Set(notes)].join(", ") })}</p>
  );
}

/** Those that people use most, in this order. */
const AGENTS = [
  "Claude Code",
  "Codex",
  "Gemini CLI",
  "OpenCode",
  "Copilot CLI",
  "OpenClaw",
  "Cursor",
];

/** A dot for each agent that people use: filled where the skill works. */
function WorksWith({ works }: { readonly works: readonly string[] }) {
  const say = useTexts();
  const titleOf = useSystemTitles();
  const titles = new Set(works.map(titleOf));
  return (
    <span className="row registry-works">
      <span className="registry-dots" aria-hidden="true">
        {AGENTS.map((agent) => (
          <span
            key={agent}
            title={agent}
            className={titles.has(agent) ? "registry-dot registry-dot-on" : "registry-dot"}
          />
        ))}
      </span>
      <span>{say("library.ofAgents", { count: works.length, SYSTEM_COUNT })}</span>
    </span>
  );
}

interface ResultProps {
  readonly skill: FoundSkill;
  readonly isAdded: boolean;
  readonly isBusy: boolean;
  readonly onAdd: () => void;
}

/** Two lines: what it is and of whom, then one sentence; a mark only where it says something. */
function Result({ skill, isAdded, isBusy, onAdd }: ResultProps) {
  const say = useTexts();
  const { latest, publisher, visibility } = skill;
  return (
    <li className="registry-result registry-card">
      <div className="registry-about">
        <div className="row row-wrap">
          <h2 className="registry-name">
            <Link to="/library/$name" params={{ name: skill.full_name }}>
              {skill.has_plain_name ? skill.name : skill.full_name}
            </Link>
          </h2>
          <span className="muted">{publisher.display_name}</span>
          {publisher.is_official ? (
            <span className="badge badge-info">
              <Icon name="check" /> official
            </span>
          ) : null}
          {latest === null || latest.security_tier === "experimental" ? null : (
            <TierBadge tier={latest.security_tier} />
          )}
          {latest !== null && latest.state !== "listed" ? (
            <StateBadge state={latest.state} />
          ) : null}
          {visibility === "public" ? null : <span className="badge">{visibility}</span>}
          {skill.deprecated === null ? null : (
            <span className="badge badge-bad">{say("library.deprecated")}</span>
          )}
        </div>
        <p className="registry-sentence-line">{skill.description}</p>
        <Why reasons={skill.why ?? []} />
      </div>
      <div className="registry-figures">
        {latest === null ? null : <WorksWith works={latest.works_on} />}
      </div>
      <div className="registry-figures number registry-installs">
        {skill.downloads === 0 ? null : (
          <span>
            <strong>{COMPACT.format(skill.downloads)}</strong>{" "}
            {skill.downloads === 1 ? "install" : "installs"}
          </span>
        )}
        {skill.ratings === 0 ? null : <Rating rating={skill.rating} ratings={skill.ratings} />}
      </div>
      {latest === null || latest.state !== "listed" ? (
        <span />
      ) : isAdded ? (
        <Link className="button button-quiet" to="/skills/$name" params={{ name: skill.name }}>
          <Icon name="check" />
          {say("library.added")}
        </Link>
      ) : (
        <Button
          disabled={isBusy}
          aria-label={say("library.add", { name: skill.name })}
          onClick={onAdd}
        >
          {isBusy ? say("common.adding") : say("common.add")}
        </Button>
      )}
    </li>
  );
}
