import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useKey } from "../../app/typing.ts";
import { Button } from "../../components/button.tsx";
import { PageTitle } from "../../components/page-head.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { useLibraryChanges } from "../../data/library.ts";
import { MOST_UNASKED, useQuiet, useScans } from "../../data/scans.ts";
import { type SkillRow, useFirstSkills } from "../../data/skill-source.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Agents } from "./agents.tsx";
import { agentsIn, findFailing } from "./agents-in.ts";
import { Examples } from "./examples.tsx";
import "./home.css";
import { ModelCard } from "./model-card.tsx";
import { OpenZone } from "./open-zone.tsx";

const NewSkillDialog = lazy(async () => ({
  default: (await import("../skills/new-skill.tsx")).NewSkillDialog,
}));

const FIRST_SCANNED = 12;
const NONE: readonly SkillRow[] = [];

/** What is here, how to open anything, and what needs attention. */
export function Page() {
  useLibraryChanges("first-skills", "every-skill");
  const say = useTexts();
  const queries = useQueryClient();
  const { all, rows, total } = useFirstSkills();
  const [isNew, setIsNew] = useState(false);
  useKey("n", () => setIsNew(true));
  const shown = rows ?? NONE;
  const agents = useMemo(() => agentsIn(shown), [shown]);
  const failing = useMemo(() => findFailing(shown), [shown]);
  const isQuiet = useQuiet();
  const scans = useScans(shown.slice(0, isQuiet ? MOST_UNASKED : FIRST_SCANNED));
  const risky = scans.filter(({ scan }) => scan !== undefined && scan.verdict !== "allow");
  const check = (): void => {
    for (const key of ["first-skills", "every-skill", "scan"])
      void queries.invalidateQueries({ queryKey: [key] });
  };
  return (
    <div className="home">
      <header className="home-hero">
        <div className="stack-tight">
          <PageTitle title={say("nav.home")}>
            {rows === undefined ? (
              "Skillwright"
            ) : (
              <Answer
                total={total}
                agents={agents.length}
                failing={failing.length}
                risky={risky.length}
              />
            )}
          </PageTitle>
          <p className="muted">{say(agents.length === 0 ? "home.begin" : "home.checked")}</p>
        </div>
        <div className="page-actions">
          <Button look="quiet" icon="refresh" disabled={all.isFetching} onClick={check}>
            {say("home.again")}
          </Button>
          <Button icon="plus" onClick={() => setIsNew(true)}>
            {say("home.new")} <kbd aria-hidden="true">N</kbd>
          </Button>
        </div>
      </header>
      <OpenZone />
      {all.isError ? <Failure error={all.error} retry={() => void all.refetch()} /> : null}
      <div className="home-two">
        {rows === undefined && !all.isError ? (
          <Loading what={say("home.loading")} />
        ) : rows !== undefined && total === 0 ? (
          <Examples isFirst />
        ) : (
          <Agents
            agents={agents}
            failing={failing}
            rows={shown}
            total={total}
            risky={risky}
            isScanned={isQuiet && scans.every(({ scan }) => scan !== undefined)}
          />
        )}
        <ModelCard />
      </div>
      {total === 0 ? null : <Examples />}
      <Suspense>{isNew ? <NewSkillDialog onClose={() => setIsNew(false)} /> : null}</Suspense>
    </div>
  );
}

interface AnswerProps {
  readonly total: number;
  readonly agents: number;
  readonly failing: number;
  readonly risky: number;
}

/** The page opens with its answer. */
function Answer({ total, agents, failing, risky }: AnswerProps) {
  const say = useTexts();
  const skills = say("home.skills", { count: total });
  const whose = agents === 0 ? skills : say("home.skillsFor", { skills, count: agents });
  return (
    <>
      {total === 0 ? say("home.none") : whose}.
      {failing === 0 ? null : (
        <>
          {" "}
          <Link className="home-count" to="/skills" search={{ state: "bad" }}>
            <Status shape="rejected" />
            {say("home.failing", { count: failing })}
          </Link>
          {risky === 0 ? "." : ","}
        </>
      )}
      {risky === 0 ? null : (
        <>
          {" "}
          <Link className="home-count" to="/skills" search={{ view: "safety" }}>
            <Status shape="review" />
            {say("home.risky", { count: risky })}
          </Link>
          .
        </>
      )}
    </>
  );
}
