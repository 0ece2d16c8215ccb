import { useState } from "react";
import type { Matrix, MatrixCell, MatrixRow } from "../../../../src/check/matrix/index.ts";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { VerdictBadge, VerdictLight, verdictWords } from "./verdict.tsx";

export interface MatrixTableProps {
  readonly matrix: Matrix;
  readonly onOpen: (path: string) => void;
}

/** Many skills: a light for each system, and the reasons of the one that was chosen. */
export function MatrixTable({ matrix, onOpen }: MatrixTableProps) {
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
                  <span>{title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map((row) => (
              <SkillRow
                key={row.path}
                row={row}
                chosen={chosen?.cell}
                titleOf={titleOf}
                onOpen={() => onOpen(row.path)}
                onChoose={(cell) => choose({ row, cell })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {chosen === undefined ? null : <Reasons {...chosen} title={titleOf(chosen.cell.system)} />}
    </>
  );
}

interface SkillRowProps {
  readonly row: MatrixRow;
  readonly chosen: MatrixCell | undefined;
  readonly titleOf: (system: string) => string;
  readonly onOpen: () => void;
  readonly onChoose: (cell: MatrixCell) => void;
}

function SkillRow({ row, chosen, titleOf, onOpen, onChoose }: SkillRowProps) {
  return (
    <tr>
      <th scope="row">
        <Button look="quiet" size="small" onClick={onOpen}>
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
    <section className="card stack" aria-live="polite" aria-label="Reasons">
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
