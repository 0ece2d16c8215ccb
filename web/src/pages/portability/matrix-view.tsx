import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { type SkillRow, useEverySkill, useSources } from "../../data/skill-source.ts";
import { MatrixTable, type MatrixTableProps } from "./matrix-table.tsx";
import { systems } from "../../engine/queries.ts";
import { PasteDialog } from "./paste-dialog.tsx";
import "./portability.css";
import { Single } from "./single.tsx";
import { type MatrixSource, useMatrix } from "./use-matrix.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** Rows that are judged at once. */
const MOST = 60;
const NONE: readonly SkillRow[] = [];

/** Every skill against every system, and the reason of each cell. */
export function MatrixView() {
  const say = useTexts();
  const rows = useEverySkill();
  const navigate = useNavigate();
  const [words, setWords] = useQueryValue("skill");
  const [pasted, setPasted] = useState<string>();
  const [isPasting, setIsPasting] = useState(false);
  const all = rows.data ?? NONE;
  const asked = all.filter(({ name }) => name.includes(words));
  const { sources, isPending } = useSources(pasted === undefined ? asked.slice(0, MOST) : NONE);
  const [order, setOrder] = useQueryValue("order");
  const isProblemsFirst = order !== "name";
  const convert = ({ name, row }: MatrixSource, to?: string): void => {
    const search = {
      ...(row.path === undefined ? {} : { file: row.path }),
      ...(isFormat(to) ? { to } : {}),
    };
    void navigate({ to: "/skills/$name/convert", params: { name }, search });
  };
  return (
    <>
      <div className="row row-wrap">
        {pasted === undefined ? (
          <>
            <button
              type="button"
              className="chip"
              aria-pressed={isProblemsFirst}
              onClick={() => setOrder(isProblemsFirst ? "name" : "")}
            >
              {say("portability.problemsFirst")}
            </button>
            <span className="grow" />
            <div className="skills-search">
              <Icon name="search" />
              <input
                className="input"
                type="search"
                aria-label={say("common.searchSkills")}
                placeholder={say("portability.filterByName")}
                data-search
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
              <kbd aria-hidden="true">/</kbd>
            </div>
          </>
        ) : (
          <Button icon="close" onClick={() => setPasted(undefined)}>
            {say("portability.backToMySkills")}
          </Button>
        )}
        <Button onClick={() => setIsPasting(true)}>{say("portability.pasteASkill")}</Button>
      </div>
      {rows.isError ? <Failure error={rows.error} /> : null}
      {rows.isPending || (pasted === undefined && isPending) ? (
        <Loading what={say("common.reading")} />
      ) : null}
      {rows.data !== undefined && pasted === undefined && sources.length === 0 && !isPending ? (
        <NoSkill
          hasAny={all.length > 0}
          onAll={() => setWords("")}
          onPaste={() => setIsPasting(true)}
        />
      ) : null}
      {pasted !== undefined ? (
        <Single source={{ path: "SKILL.md", text: pasted, name: "Pasted text" }} />
      ) : sources.length === 0 ? null : (
        <Matrix
          sources={sources}
          total={asked.length}
          isProblemsFirst={isProblemsFirst}
          onOpen={convert}
          onConvert={convert}
        />
      )}
      {isPasting ? (
        <PasteDialog
          onClose={() => setIsPasting(false)}
          onDone={(text) => {
            setPasted(text);
            setIsPasting(false);
          }}
        />
      ) : null}
    </>
  );
}

/** Clients read a format of somebody else: there is nothing to convert to. */
function isFormat(system: string | undefined): boolean {
  return systems.some(({ id }) => id === system);
}

interface NoSkillProps {
  readonly hasAny: boolean;
  readonly onAll: () => void;
  readonly onPaste: () => void;
}

function NoSkill({ hasAny, onAll, onPaste }: NoSkillProps) {
  const say = useTexts();
  return (
    <div className="card">
      <EmptyState
        icon="grid"
        title={hasAny ? say("skills.noMatch") : say("common.thereIsNoSkill")}
        actions={
          <>
            {hasAny ? (
              <Button onClick={onAll}>{say("library.clear")}</Button>
            ) : (
              <Link className="button button-primary" to="/skills">
                {say("common.writeASkill")}
              </Link>
            )}
            <Button onClick={onPaste}>{say("portability.pasteTheTextOf")}</Button>
          </>
        }
      >
        {hasAny ? say("portability.noneOfYoursIs") : say("portability.writeOneOrPaste")}
      </EmptyState>
    </div>
  );
}

interface MatrixProps extends Pick<MatrixTableProps, "isProblemsFirst" | "onOpen" | "onConvert"> {
  readonly sources: readonly MatrixSource[];
  readonly total: number;
}

function Matrix({ sources, total, ...rest }: MatrixProps) {
  const say = useTexts();
  const matrix = useMatrix(sources);
  if (matrix.data === undefined) return <Loading what={say("common.judging")} />;
  const known = new Map(sources.map((source) => [source.path, source]));
  return (
    <>
      {total > MOST ? (
        <p className="muted small">{say("portability.theFirstOfType", { MOST, total })}</p>
      ) : null}
      <MatrixTable matrix={matrix.data} sources={known} {...rest} />
    </>
  );
}
