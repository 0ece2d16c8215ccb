import { useState } from "react";
import type { Matrix, MatrixCell, MatrixRow } from "../../engine/call.ts";
import { Button } from "../../components/button.tsx";
import { AgentMark } from "../../components/agent-mark.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { VerdictBadge, VerdictLight, verdictWords } from "./verdict.tsx";

interface NamedSource {
  readonly name: string;
  readonly file: string;
}

export interface MatrixTableProps<Source extends NamedSource> {
  readonly matrix: Matrix;
  /** By path, what the rows were made of, as the list of skills calls it. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly onOpen: (source: Source) => void;
}

/** Many skills: a light for each system, and the reasons of the one that was chosen. */
export function MatrixTable<Source extends NamedSource>({
  matrix,
  sources,
  onOpen,
}: MatrixTableProps<Source>) {
  const [chosen, choose] = useState<{ readonly row: MatrixRow; readonly cell: MatrixCell }>();
  const titleOf = (id: string): string =>
    matrix.systems.find((system) => system.id === id)?.title ?? id;
  return (
    <>
      <p className="row small muted">
        {(["works", "partial", "refused"] as const).map((verdict) => (
          <span key={verdict} className="row">
            <VerdictLight verdict={verdict} /> {verdictWords(verdict)}
          </span>
        ))}
      </p>
      <div className="card card-flush scroll-x portability-matrix">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Skill</th>
              {matrix.systems.map(({ id, title }) => (
                <th key={id} scope="col" className="portability-column">
                  <AgentMark title={title} />
                  <span>{title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map((judged) => {
              const source = sources.get(judged.path);
              const row = source === undefined ? judged : { ...judged, name: source.name };
              return (
                <SkillRow
                  key={row.path}
                  row={row}
                  file={source?.file ?? ""}
                  chosen={chosen?.cell}
                  titleOf={titleOf}
                  onOpen={() => source !== undefined && onOpen(source)}
                  onChoose={(cell) => choose({ row, cell })}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {chosen === undefined ? null : <Reasons {...chosen} title={titleOf(chosen.cell.system)} />}
    </>
  );
}

interface SkillRowProps {
  readonly row: MatrixRow;
  readonly file: string;
  readonly chosen: MatrixCell | undefined;
  readonly titleOf: (system: string) => string;
  readonly onOpen: () => void;
  readonly onChoose: (cell: MatrixCell) => void;
}

function SkillRow({ row, file, chosen, titleOf, onOpen, onChoose }: SkillRowProps) {
  return (
    <tr>
      <th scope="row">
        <Button look="quiet" size="small" title={file} onClick={onOpen}>
          {row.name}
        </Button>
      </th>
      {row.cells.map((cell) => (
        <td key={cell.system}>
          <button
            type="button"
            className="portability-cell"
            aria-label={`${row.name} on ${titleOf(cell.system)}: ${verdictWords(cell.verdict)}`}
            aria-pressed={chosen === cell}
            title={cell.reasons[0]?.message ?? "Works."}
            onClick={() => onChoose(cell)}
          >
            <VerdictLight verdict={cell.verdict} />
          </button>
        </td>
      ))}
    </tr>
  );
}

interface ReasonsProps {
  readonly row: MatrixRow;
  readonly cell: MatrixCell;
  /** Of the system. */
  readonly title: string;
}

function Reasons({ row, cell, title }: ReasonsProps) {
  return (
    <section className="card stack portability-reasons" aria-live="polite" aria-label="Reasons">
      <div className="row">
        <h2>
          {row.name} on {title}
        </h2>
        <VerdictBadge verdict={cell.verdict} />
      </div>
      {cell.reasons.length === 0 ? <p>Everything in it is read there.</p> : null}
      <ul className="stack-tight small">
        {cell.reasons.map(({ message, hint }, index) => (
          <li key={`${message}-${index}`}>
            <Message text={hint === undefined ? message : `${message} ${hint}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
