import { Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { visible } from "../../components/visible.ts";
import { KeepCopy } from "../../keeping/keep-copy.tsx";
import { type SkillRow, useFirstSkills } from "../../data/skill-source.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** As many as somebody looks through; typing finds the others. */
const MOST = 12;
const MOST_FOLDERS = 6;

/** The skills that can be run here, found by typing. */
export function SkillChoice() {
  const say = useTexts();
  const { all, rows } = useFirstSkills();
  const [words, setWords] = useState("");
  const wanted = useDeferredValue(words).toLowerCase();
  if (all.isError) return <Failure error={all.error} retry={() => void all.refetch()} />;
  if (rows === undefined) return <Loading what={say("home.loading")} />;
  const own = rows.filter(({ kind, is_eligible: loads }) => kind === "shelf" && loads);
  const found = own.filter(({ name, description }) =>
    `${name}\n${description}`.toLowerCase().includes(wanted),
  );
  const inFolders = rows.filter(
    ({ kind, name, description }) =>
      kind === "folder" && `${name}\n${description}`.toLowerCase().includes(wanted),
  );
  if (own.length === 0 && inFolders.length === 0) return <NoSkill />;
  return (
    <section className="stack" aria-label={say("run.chooseASkill")}>
      <div className="run-search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label={say("run.searchSkillsToRun")}
          placeholder={say("run.searchASkillTo")}
          data-search
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <Found skills={found} />
      {inFolders.length === 0 ? null : <InFolders skills={inFolders} />}
    </section>
  );
}

function NoSkill() {
  const say = useTexts();
  return (
    <div className="card">
      <EmptyState
        icon="play"
        title={say("run.thereIsNoSkill")}
        actions={
          <Link className="button button-primary" to="/skills">
            {say("common.writeASkill")}
          </Link>
        }
      >
        {say("run.skillsThatAreKept")}
      </EmptyState>
    </div>
  );
}

/** Runs are of skills that the server keeps; those of folders are one step away. */
function InFolders({ skills }: { readonly skills: readonly SkillRow[] }) {
  const say = useTexts();
  return (
    <section className="stack-tight" aria-label={say("run.skillsInFolders")}>
      <h2>{say("run.inFolders")}</h2>
      <p className="muted small">{say("run.toRunOneOf")}</p>
      <ul className="run-folders">
        {skills.slice(0, MOST_FOLDERS).map((row) => (
          <li key={row.path ?? row.name} className="row row-between">
            <span className="clip">
              <strong>{row.name}</strong>{" "}
              <span className="muted small">{visible(row.description)}</span>
            </span>
            <KeepCopy row={row} then="/skills/$name/run" size="small" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Found({ skills }: { readonly skills: readonly SkillRow[] }) {
  const say = useTexts();
  return (
    <>
      {skills.length === 0 ? <p className="muted">{say("run.noMatchingSkills")}</p> : null}
      <ul className="run-skills">
        {skills.slice(0, MOST).map(({ name, description }) => (
          <li key={name}>
            <Link className="run-skill" to="/skills/$name/run" params={{ name }}>
              <strong>{name}</strong>
              <span className="run-about">{visible(description)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {skills.length > MOST ? (
        <p className="muted small">{say("run.moreTypeToFind", { a: skills.length - MOST })}</p>
      ) : null}
    </>
  );
}
