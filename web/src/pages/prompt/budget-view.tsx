import { Link } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Field } from "../../components/field.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useLibraryChanges } from "../../data/library.ts";
import type { ListAnswer } from "../../engine/list.ts";
import { BudgetChart } from "./budget-chart.tsx";
import { CostTable } from "./cost-table.tsx";
import {
  type ListChoice,
  type ListParts,
  useChoices,
  useList,
  useListParts,
  useSweep,
} from "./data.ts";
import "./prompt.css";
import { Select } from "../../components/select.tsx";

/** What the model is told of skills, what each of them costs, and what is cut at which budget. */
export function BudgetView() {
  useLibraryChanges("every-skill", "prompt-parts");
  const { choices, first, isPending } = useChoices();
  const [key, choose] = useQueryValue("list");
  const choice = choices.find((one) => one.key === key) ?? first;
  const parts = useListParts(choice);
  return (
    <>
      <div className="row row-wrap">
        <Select
          className="prompt-choice"
          label="List"
          value={choice?.key ?? ""}
          onChange={choose}
          options={choices.map(({ key: value, title }) => ({ value, title }))}
        />
        <span className="muted small">
          What the model is told of skills, what each costs, and what is cut at which budget.
        </span>
      </div>
      {isPending || parts.isPending ? <Loading what="Writing the list" /> : null}
      {parts.isError ? <Failure error={parts.error} retry={() => void parts.refetch()} /> : null}
      {parts.data !== undefined && choice !== undefined ? (
        parts.data.skills.length === 0 ? (
          <div className="card">
            <EmptyState
              icon="text"
              title="The list is empty"
              actions={
                <>
                  <Link className="button" to="/skills" search={{ state: "bad" }}>
                    Show what does not load
                  </Link>
                  <Link className="button" to="/skills">
                    Back to skills
                  </Link>
                </>
              }
            >
              No skill is offered to the model.
            </EmptyState>
          </div>
        ) : (
          <ListView key={choice.key} choice={choice} parts={parts.data} />
        )
      ) : null}
    </>
  );
}

interface ListViewProps {
  readonly choice: ListChoice;
  readonly parts: ListParts;
}

function ListView({ choice, parts }: ListViewProps) {
  const [budget, setBudget] = useState(parts.limits.maxLength);
  const deferred = useDeferredValue(budget);
  const request = useMemo(
    () => ({
      dialect: choice.dialect,
      skills: parts.skills,
      limits: { ...parts.limits, ...(deferred === undefined ? {} : { maxLength: deferred }) },
    }),
    [choice, parts, deferred],
  );
  const list = useList(request);
  const [tab, setTab] = useState<"cost" | "text">("cost");
  const most = Math.max(
    1000,
    Math.round((list.data?.whole ?? 0) * 1.1),
    parts.limits.maxLength ?? 0,
  );
  const top = Math.min(most, Math.max(1000, Math.round((list.data?.whole ?? 1000) * 1.25)));
  const points = useSweep(choice.dialect, parts, list.data === undefined ? 0 : top);
  if (list.isError) return <Failure error={list.error} />;
  if (list.data === undefined) return <Loading what="Counting tokens" />;
  const shown = Math.min(budget ?? top, top);
  return (
    <>
      <section className="card stack" aria-label="Budget">
        <Figures list={list.data} />
        <Field
          label="Budget in characters"
          help={
            parts.limits.maxLength === undefined
              ? "This system sets none by itself."
              : `The system allows ${parts.limits.maxLength.toLocaleString("en")}.`
          }
        >
          {(control) => (
            <div className="row">
              <input
                {...control}
                className="grow"
                type="range"
                min={0}
                max={top}
                step={Math.max(1, Math.round(top / 200))}
                value={shown}
                onChange={(event) => setBudget(Number(event.target.value))}
              />
              <output className="prompt-value">{shown.toLocaleString("en")}</output>
            </div>
          )}
        </Field>
        <BudgetChart points={points} budget={shown} />
      </section>
      <Tabs
        label="What to show"
        value={tab}
        onChange={setTab}
        tabs={[
          { name: "cost", title: "Cost of each skill" },
          { name: "text", title: "What the model reads" },
        ]}
      >
        {tab === "cost" ? (
          <CostTable skills={list.data.skills} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
          <pre className="card prompt-text" tabIndex={0} aria-label="Text of the list">
            {list.data.text}
          </pre>
        )}
      </Tabs>
    </>
  );
}

function Figures({ list }: { readonly list: ListAnswer }) {
  const count = (state: string): number =>
    list.skills.filter((skill) => skill.state === state).length;
  const figures = [
    ["characters", list.characters],
    ["tokens", list.tokens],
    ["full", count("whole")],
    ["truncated", count("shortened")],
    ["dropped", count("cut")],
  ] as const;
  return (
    <dl className="prompt-figures">
      {figures.map(([words, value]) => (
        <div key={words}>
          <dd>{value.toLocaleString("en")}</dd>
          <dt>{words}</dt>
        </div>
      ))}
    </dl>
  );
}
