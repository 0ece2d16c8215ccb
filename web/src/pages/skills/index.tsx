import { Link } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { useLibraryChanges } from "../../data/library.ts";
import { useFirstSkills } from "../../data/skill-source.ts";
import { useShownSkills } from "./data.ts";
import { applyFilter, type Filter, Filters } from "./filters.tsx";
import { NewSkillDialog } from "./new-skill.tsx";
import { SkillTable } from "./skill-table.tsx";
import "./skills.css";

/** Every skill that the user can see, with whether it loads and why not. */
export function Page() {
  useLibraryChanges("first-skills", "every-skill");
  const { all, rows, total } = useFirstSkills();
  const skills = useShownSkills(rows);
  const [filter, change] = useFilter();
  const words = useDeferredValue(filter.words);
  const { system, origin, state } = filter;
  const found = useMemo(
    () => applyFilter(skills, { words, system, origin, state }),
    [skills, words, system, origin, state],
  );
  const [isNew, setIsNew] = useState(false);
  const isPartial = rows !== undefined && all.data === undefined && total > rows.length;
  return (
    <>
      <PageHead
        title="Skills"
        lead={
          rows === undefined
            ? "Every skill that you can use here."
            : isPartial
              ? `${total.toLocaleString("en")} skills, being loaded`
              : `${found.length.toLocaleString("en")} of ${total.toLocaleString("en")} skills`
        }
      >
        <Button look="primary" icon="plus" onClick={() => setIsNew(true)}>
          New skill
        </Button>
      </PageHead>
      {rows === undefined && !all.isError ? <Loading what="Loading skills" /> : null}
      {all.isError ? <Failure error={all.error} retry={() => void all.refetch()} /> : null}
      {rows === undefined ? null : total === 0 ? (
        <div className="card">
          <EmptyState
            icon="list"
            title="There is no skill yet"
            actions={
              <>
                <Button look="primary" icon="plus" onClick={() => setIsNew(true)}>
                  Write the first one
                </Button>
                <Link className="button" to="/settings" search={{ tab: "start" }}>
                  Show me the first steps
                </Link>
              </>
            }
          >
            A skill is a file that tells a model what to do, and when. Serve a folder with{" "}
            <code>skillwright serve --root</code> to see its skills here as well.
          </EmptyState>
        </div>
      ) : (
        <>
          <Filters skills={skills} filter={filter} onChange={change} />
          {found.length === 0 ? (
            <div className="card">
              {isPartial && !all.isError ? (
                <Loading what="Looking through all skills" />
              ) : (
                <EmptyState icon="search" title="No skill is like that" />
              )}
            </div>
          ) : (
            <SkillTable skills={found} />
          )}
        </>
      )}
      {isNew ? <NewSkillDialog onClose={() => setIsNew(false)} /> : null}
    </>
  );
}

/** The words are kept here for speed, what is chosen in the address, so that a view can be sent to others. */
function useFilter(): readonly [Filter, (name: keyof Filter, value: string) => void] {
  const [kept, keep] = useQueryValue("q");
  const [words, setWords] = useState(kept);
  const [system, setSystem] = useQueryValue("system");
  const [origin, setOrigin] = useQueryValue("origin");
  const [state, setState] = useQueryValue("state");
  const set = { system: setSystem, origin: setOrigin, state: setState };
  return [
    { words, system, origin, state },
    (name, value) => {
      if (name !== "words") set[name](value);
      else {
        setWords(value);
        keep(value);
      }
    },
  ];
}
