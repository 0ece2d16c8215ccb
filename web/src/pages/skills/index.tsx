import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { useKey } from "../../app/typing.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Segments } from "../../components/segments.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { useLibraryChanges } from "../../data/library.ts";
import { useFirstSkills } from "../../data/skill-source.ts";
import { systemOf } from "../../data/system-of.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useShownSkills } from "./data.ts";
import { applyFilter, type Filter, Filters } from "./filters.tsx";
import { SkillTable } from "./skill-table.tsx";
import "./skills.css";

const MatrixView = lazy(async () => ({
  default: (await import("../portability/matrix-view.tsx")).MatrixView,
}));
const BudgetView = lazy(async () => ({
  default: (await import("../prompt/budget-view.tsx")).BudgetView,
}));
const SafetyView = lazy(async () => ({ default: (await import("./safety-view.tsx")).SafetyView }));
const NewSkillDialog = lazy(async () => ({
  default: (await import("./new-skill.tsx")).NewSkillDialog,
}));

const VIEWS = [
  ["", "skills.list", "list"],
  ["matrix", "skills.matrix", "grid"],
  ["budget", "skills.budget", "gauge"],
  ["safety", "skills.safety", "shield"],
] as const;

/** Every skill that the user can see: as a list, against every system, in the prompt, and by what it can do. */
export function Page() {
  useLibraryChanges("first-skills", "every-skill");
  const say = useTexts();
  const { all, rows, total } = useFirstSkills();
  const [wanted] = useQueryValue("view");
  const view = VIEWS.find(([id]) => id === wanted)?.[0] ?? "";
  const [wantsNew, setWantsNew] = useQueryValue("new");
  const isNew = wantsNew !== "";
  const setIsNew = (opens: boolean): void => setWantsNew(opens ? "1" : "");
  useKey("n", () => setIsNew(true));
  return (
    <>
      <PageHead
        title={say("skills.title")}
        count={rows === undefined ? undefined : total}
        views={
          <Segments
            label={say("skills.views")}
            segments={VIEWS.map(([id, text, icon]) => ({
              title: say(text),
              icon,
              to: "/skills",
              search: id === "" ? {} : { view: id },
              isCurrent: id === view,
            }))}
          />
        }
      >
        <Link className="button" to="/">
          <Icon name="upload" />
          {say("skills.import")}
        </Link>
        <Button look="primary" icon="plus" onClick={() => setIsNew(true)}>
          {say("home.new")} <kbd aria-hidden="true">N</kbd>
        </Button>
      </PageHead>
      <Suspense fallback={<Loading />}>
        {view === "matrix" ? <MatrixView /> : null}
        {view === "budget" ? <BudgetView /> : null}
        {view === "safety" ? <SafetyView rows={rows} /> : null}
        {view === "" ? (
          <ListView all={all} rows={rows} total={total} onNew={() => setIsNew(true)} />
        ) : null}
        {isNew ? <NewSkillDialog onClose={() => setIsNew(false)} /> : null}
      </Suspense>
    </>
  );
}

interface ListViewProps extends ReturnType<typeof useFirstSkills> {
  readonly onNew: () => void;
}

function ListView({ all, rows, total, onNew }: ListViewProps) {
  const say = useTexts();
  const skills = useShownSkills(rows);
  const [filter, change] = useFilter();
  const words = useDeferredValue(filter.words);
  const { system, format, origin, state } = filter;
  const found = useMemo(
    () => applyFilter(skills, { words, system, format, origin, state }),
    [skills, words, system, format, origin, state],
  );
  const served = useMemo(
    () =>
      new Set((rows ?? []).flatMap((row) => row.systems ?? []).map((one) => systemOf(one.dialect))),
    [rows],
  );
  const isPartial = rows !== undefined && all.data === undefined && total > rows.length;
  if (all.isError && rows === undefined)
    return <Failure error={all.error} retry={() => void all.refetch()} />;
  if (rows === undefined) return <Loading what={say("home.loading")} />;
  if (total === 0) return <NoSkills onNew={onNew} />;
  return (
    <>
      {all.isError ? <Failure error={all.error} retry={() => void all.refetch()} /> : null}
      <Filters skills={skills} filter={filter} onChange={change} />
      {found.length === 0 ? (
        <div className="card">
          {isPartial && !all.isError ? (
            <Loading what={say("skills.searchingAllSkills")} />
          ) : (
            <EmptyState icon="search" title={say("skills.noMatch")} />
          )}
        </div>
      ) : (
        <SkillTable skills={found} served={served} />
      )}
      <footer className="skills-foot muted small">
        <span className="skills-keys" aria-hidden="true">
          <span>
            <kbd>J</kbd> <kbd>K</kbd> {say("skills.move")}
          </span>
          <span>
            <kbd>Enter</kbd> {say("skills.openKey")}
          </span>
          <span>
            <kbd>F</kbd> {say("skills.remedyKey")}
          </span>
        </span>
        <span className="skills-total" aria-live="polite">
          {isPartial
            ? say("skills.skillsBeingLoaded", { total })
            : say("skills.shown", { found: found.length, count: total })}
        </span>
      </footer>
    </>
  );
}

function NoSkills({ onNew }: { readonly onNew: () => void }) {
  const say = useTexts();
  return (
    <div className="card">
      <EmptyState
        icon="blocks"
        title={say("common.thereIsNoSkill")}
        actions={
          <>
            <Button look="primary" icon="plus" onClick={onNew}>
              {say("skills.createASkill")}
            </Button>
            <Link className="button" to="/">
              {say("skills.openOneOrStart")}
            </Link>
          </>
        }
      >
        {say("skills.whatIsASkill")} <code>skillwright serve --root</code>
      </EmptyState>
    </div>
  );
}

/** The words are kept here for speed, what is chosen in the address, so that a view can be sent to others. */
function useFilter(): readonly [Filter, (name: keyof Filter, value: string) => void] {
  const [kept, keep] = useQueryValue("q");
  const [words, setWords] = useState(kept);
  const [system, setSystem] = useQueryValue("system");
  const [format, setFormat] = useQueryValue("format");
  const [origin, setOrigin] = useQueryValue("origin");
  const [state, setState] = useQueryValue("state");
  const set = { system: setSystem, format: setFormat, origin: setOrigin, state: setState };
  return [
    { words, system, format, origin, state },
    (name, value) => {
      if (name !== "words") set[name](value);
      else {
        setWords(value);
        keep(value);
      }
    },
  ];
}
