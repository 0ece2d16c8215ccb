import { Link } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { useLibraryChanges } from "../../data/library.ts";
import type { ListAnswer } from "../../engine/list.ts";
import { CostTable } from "./cost-table.tsx";
import { type ListChoice, type ListParts, useChoices, useList, useListParts } from "./data.ts";
import "./prompt.css";
import { Select } from "../../components/select.tsx";
import type { Say } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** What the model is told of skills, what each of them costs, and what is cut at which budget. */
export function BudgetView() {
  const say = useTexts();
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
          label={say("skills.list")}
          value={choice?.key ?? ""}
          onChange={choose}
          options={choices.map(({ key: value, title }) => ({ value, title }))}
        />
        <span className="muted small">{say("prompt.whatTheModelIs")}</span>
      </div>
      {isPending || parts.isPending ? <Loading what={say("prompt.writingTheList")} /> : null}
      {parts.isError ? <Failure error={parts.error} retry={() => void parts.refetch()} /> : null}
      {parts.data !== undefined && choice !== undefined ? (
        (parts.data.entries ?? parts.data.skills).length === 0 ? (
          <div className="card">
            <EmptyState
              icon="text"
              title={say("prompt.theListIsEmpty")}
              actions={
                <>
                  <Link className="button" to="/skills" search={{ state: "bad" }}>
                    {say("prompt.showWhatDoesNot")}
                  </Link>
                  <Link className="button" to="/skills">
                    {say("common.backToSkills")}
                  </Link>
                </>
              }
            >
              {say("prompt.noSkillIsOffered")}
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
  const say = useTexts();
  const [budget, setBudget] = useState(parts.limits.maxLength);
  const [selected, select] = useQueryValue("skill");
  const deferred = useDeferredValue(budget);
  const request = useMemo(
    () =>
      parts.entries ?? {
        dialect: choice.dialect,
        skills: parts.skills,
        limits: { ...parts.limits, ...(deferred === undefined ? {} : { maxLength: deferred }) },
      },
    [choice, parts, deferred],
  );
  const list = useList(request);
  if (list.isError) return <Failure error={list.error} />;
  if (list.data === undefined) return <Loading what={say("prompt.countingTokens")} />;
  const most =
    parts.entries === undefined
      ? Math.max(
          1000,
          Math.round(list.data.whole * 1.25),
          Math.min(parts.limits.maxLength ?? 0, list.data.whole * 4),
        )
      : list.data.whole;
  const shown = Math.min(budget ?? most, most);
  return (
    <div className="prompt-columns">
      <div className="stack">
        <section className="card stack" aria-label={say("models.budget")}>
          <div className="row row-wrap">
            <Figures list={list.data} />
            <span className="grow" />
            {budget === parts.limits.maxLength ? null : (
              <Button size="small" onClick={() => setBudget(parts.limits.maxLength)}>
                {say("prompt.backToTheAgent")}
              </Button>
            )}
          </div>
          <BudgetBar list={list.data} most={most} selected={selected} />
          {parts.entries === undefined ? (
            <Field
              label={say("prompt.budgetInCharacters")}
              help={sayLimit(say, parts.limits.maxLength, list.data)}
            >
              {(control) => (
                <div className="row">
                  <input
                    {...control}
                    className="grow"
                    type="range"
                    min={0}
                    max={most}
                    step={Math.max(1, Math.round(most / 200))}
                    value={shown}
                    onChange={(event) => setBudget(Number(event.target.value))}
                  />
                  <output className="prompt-value">{say("common.number", { n: shown })}</output>
                </div>
              )}
            </Field>
          ) : (
            <p className="small muted">{say("prompt.asTheAgentCuts", { title: choice.title })}</p>
          )}
        </section>
        <CostTable skills={list.data.skills} selected={selected} onSelect={select} />
      </div>
      <ModelText list={list.data} selected={selected} />
    </div>
  );
}

/** The limit, and how much more would fit. */
function sayLimit(say: Say, limit: number | undefined, { skills, characters }: ListAnswer): string {
  if (limit === undefined) return say("prompt.noLimit");
  const said = say("prompt.allows", { limit });
  const listed = skills.filter(({ state }) => state === "whole").length;
  const room = listed === 0 ? 0 : Math.floor((limit - characters) / (characters / listed));
  return room < 1 ? said : `${said} ${say("prompt.room", { count: room })}`;
}

function Figures({ list }: { readonly list: ListAnswer }) {
  const say = useTexts();
  const count = (state: string): number =>
    list.skills.filter((skill) => skill.state === state).length;
  const figures = [
    [say("prompt.tokensInEvery"), list.tokens],
    [say("prompt.charactersShort"), list.characters],
    [say("prompt.full"), count("whole")],
    [say("prompt.truncated"), count("shortened")],
    [say("prompt.dropped"), count("cut")],
  ] as const;
  return (
    <dl className="prompt-figures">
      {figures.map(([words, value]) => (
        <div key={words}>
          <dd>{say("common.number", { n: value })}</dd>
          <dt>{words}</dt>
        </div>
      ))}
    </dl>
  );
}

interface SelectionProps {
  readonly list: ListAnswer;
  /** The name of a skill; empty: none. */
  readonly selected: string;
}

/** What each skill takes of the room up to `most` characters; the table below says the same in words. */
function BudgetBar({ list, most, selected }: SelectionProps & { readonly most: number }) {
  const say = useTexts();
  const listed = list.skills.filter(({ characters }) => characters > 0);
  return (
    <div className="prompt-room" aria-hidden="true">
      {listed.map(({ name, state, characters }, index) => (
        <span
          key={`${name}-${index}`}
          className={`prompt-part prompt-${state}${name === selected ? " prompt-selected" : ""}`}
          style={{ width: `${(100 * characters) / most}%` }}
          title={say("prompt.characters", { name, characters })}
        />
      ))}
    </div>
  );
}

function showMark(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: "nearest" });
}

/** A list of many thousands is shown in one colour, so that it is shown at once. */
const MOST_TAGGED = 100_000;
const TAG = /(<\/?[a-z_]{1,40}>)/u;

/** Tags stand apart from what skills say. */
function Tagged({ text }: { readonly text: string }) {
  if (text.length > MOST_TAGGED) return text;
  return text.split(TAG).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <span key={index} className="prompt-tag">
        {piece}
      </span>
    ),
  );
}

/** The very text, with the entry of the chosen skill marked and in sight. */
function ModelText({ list, selected }: SelectionProps) {
  const say = useTexts();
  const skill = list.skills.find(({ name }) => name === selected);
  const { at } = skill ?? {};
  return (
    <section className="card card-flush prompt-side" aria-labelledby="prompt-side-title">
      <h2 id="prompt-side-title" className="prompt-side-head">
        {say("prompt.whatTheModelReads")}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <pre className="prompt-text" tabIndex={0} aria-label={say("prompt.textOfTheList")}>
        {skill === undefined || at === undefined ? (
          <Tagged text={list.text} />
        ) : (
          <>
            <Tagged text={list.text.slice(0, at)} />
            <mark key={at} ref={showMark} className="prompt-mark">
              <Tagged text={list.text.slice(at, at + skill.characters)} />
            </mark>
            <Tagged text={list.text.slice(at + skill.characters)} />
          </>
        )}
      </pre>
      {skill !== undefined && at === undefined ? (
        <p className="small muted prompt-side-foot">
          {say("prompt.isNotInThe", { name: skill.name, b: skill.why ?? "" })}
        </p>
      ) : null}
    </section>
  );
}
