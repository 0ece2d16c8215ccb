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

/** Rows that are judged at once. */
const MOST = 60;
const NONE: readonly SkillRow[] = [];

/** Every skill against every system, and the reason of each cell. */
export function MatrixView() {
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
              Problems first
            </button>
            <span className="grow" />
            <div className="skills-search">
              <Icon name="search" />
              <input
                className="input"
                type="search"
                aria-label="Search skills"
                placeholder="Filter by name"
                data-search
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
              <kbd aria-hidden="true">/</kbd>
            </div>
          </>
        ) : (
          <Button icon="close" onClick={() => setPasted(undefined)}>
            Back to my skills
          </Button>
        )}
        <Button onClick={() => setIsPasting(true)}>Paste a skill</Button>
      </div>
      {rows.isError ? <Failure error={rows.error} /> : null}
      {rows.isPending || (pasted === undefined && isPending) ? <Loading what="Reading" /> : null}
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
  return (
    <div className="card">
      <EmptyState
        icon="grid"
        title={hasAny ? "No matching skills" : "There is no skill yet"}
        actions={
          <>
            {hasAny ? (
              <Button onClick={onAll}>Clear filters</Button>
            ) : (
              <Link className="button button-primary" to="/skills">
                Write a skill
              </Link>
            )}
            <Button onClick={onPaste}>Paste the text of one</Button>
          </>
        }
      >
        {hasAny
          ? "None of yours is called like that."
          : "Write one, or paste the text of any SKILL.md to see where it works."}
      </EmptyState>
    </div>
  );
}

interface MatrixProps extends Pick<MatrixTableProps, "isProblemsFirst" | "onOpen" | "onConvert"> {
  readonly sources: readonly MatrixSource[];
  readonly total: number;
}

function Matrix({ sources, total, ...rest }: MatrixProps) {
  const matrix = useMatrix(sources);
  if (matrix.data === undefined) return <Loading what="Judging" />;
  const known = new Map(sources.map((source) => [source.path, source]));
  return (
    <>
      {total > MOST ? (
        <p className="muted small">
          The first {MOST} of {total.toLocaleString("en")}; type a name to see others.
        </p>
      ) : null}
      <MatrixTable matrix={matrix.data} sources={known} {...rest} />
    </>
  );
}
