import { Link, useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { useUser } from "../../data/workbench.ts";
import { type FacetName, type Question, type Results, SORTS, useResults } from "./data.ts";
import { FacetList } from "./facets.tsx";
import { More } from "./paged.tsx";
import { ResultList } from "./result-list.tsx";
import "./registry.css";
import { Select } from "../../components/select.tsx";
import type { Say } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** The skills that people share here. */
export function Page() {
  const say = useTexts();
  const [question, change, reset] = useQuestion();
  const words = useDeferredValue(question.words);
  const results = useResults({ ...question, words });
  const { role } = useUser();
  return (
    <>
      <PageHead
        title={say("library.title")}
        views={<span className="page-count">{leadOf(say, results.data)}</span>}
      >
        {role === "admin" ? (
          <Link className="button" to="/library/review">
            <Icon name="shield" />
            {say("library.queue")}
          </Link>
        ) : null}
        <Link className="button" to="/library/publish">
          <Icon name="upload" />
          {say("library.publish")}
        </Link>
      </PageHead>
      <SearchBar question={question} onChange={change} />
      {results.found.error === null ? (
        results.data === undefined ? (
          <Loading what={say("library.asking")} />
        ) : null
      ) : (
        <Failure error={results.found.error} retry={() => void results.found.refetch()} />
      )}
      {results.data === undefined ? null : (
        <div className="registry-columns">
          <FacetList counts={results.data.facets} chosen={question.chosen} onChange={change} />
          {results.data.skills.length === 0 ? (
            <Nothing question={question} onReset={reset} />
          ) : (
            <div>
              <ResultList skills={results.data.skills} />
              <More found={results.found} what="skills" />
            </div>
          )}
        </div>
      )}
    </>
  );
}

function leadOf(say: Say, results: Results | undefined): string {
  if (results === undefined) return say("library.shared");
  const count = say("home.skills", { count: results.total });
  return results.isMore ? say("library.andMore", { count }) : count;
}

type Change = (name: FacetName | "words" | "sort" | "only", value: string) => void;

function SearchBar(props: { readonly question: Question; readonly onChange: Change }) {
  const say = useTexts();
  const { question, onChange } = props;
  return (
    <search className="registry-search">
      <div className="registry-words">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label={say("library.search")}
          placeholder={say("library.searchHint")}
          data-search
          value={question.words}
          onChange={(event) => onChange("words", event.target.value)}
        />
      </div>
      <Select
        className="registry-choice"
        label={say("library.whichSkills")}
        value={question.only}
        onChange={(value) => onChange("only", value)}
        options={[
          { value: "", title: say("common.allSkills") },
          { value: "own", title: say("library.mine") },
          { value: "starred", title: say("library.starred") },
        ]}
      />
      <Select
        className="registry-choice"
        label={say("library.order")}
        value={question.sort}
        onChange={(value) => onChange("sort", value)}
        options={SORTS.map(([value, title]) => ({ value, title: say(title) }))}
      />
    </search>
  );
}

function Nothing(props: { readonly question: Question; readonly onReset: () => void }) {
  const say = useTexts();
  const { words, only, chosen } = props.question;
  const isAsked = words !== "" || only !== "" || Object.values(chosen).some((one) => one !== "");
  return (
    <div className="card">
      {isAsked ? (
        <EmptyState
          icon="search"
          title={say("skills.noMatch")}
          actions={<Button onClick={props.onReset}>{say("library.clear")}</Button>}
        />
      ) : (
        <EmptyState
          icon="store"
          title={say("library.empty")}
          actions={
            <Link className="button button-primary" to="/library/publish">
              {say("library.first")}
            </Link>
          }
        >
          {say("library.who")}
        </EmptyState>
      )}
    </div>
  );
}

/** The words are kept here for speed, and all of it in the address, so that a search can be sent to others. */
function useQuestion(): readonly [Question, Change, reset: () => void] {
  const navigate = useNavigate();
  const [kept, keep] = useQueryValue("q");
  const [words, setWords] = useState(kept);
  const [sort, setSort] = useQueryValue("sort");
  const [only, setOnly] = useQueryValue("only");
  const [dialect, setDialect] = useQueryValue("dialect");
  const [tier, setTier] = useQueryValue("tier");
  const [permission, setPermission] = useQueryValue("permission");
  const [works_on, setWorksOn] = useQueryValue("works_on");
  const set = {
    words: (value: string) => {
      setWords(value);
      keep(value);
    },
    sort: setSort,
    only: setOnly,
    dialect: setDialect,
    tier: setTier,
    permission: setPermission,
    works_on: setWorksOn,
  };
  const chosen = { dialect, tier, permission, works_on };
  const reset = (): void => {
    setWords("");
    void navigate({ to: ".", search: {}, replace: true });
  };
  return [{ words, sort, only, chosen }, (name, value) => set[name](value), reset];
}
