import { Link } from "@tanstack/react-router";
import type { CellVerdict, Matrix } from "../../../../src/check/matrix/index.ts";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { useSystems } from "../../engine/queries.ts";
import { VerdictBadge } from "./verdict.tsx";

export interface SystemListProps {
  readonly name: string;
  readonly matrix: Matrix;
  readonly onConvert: (to: string) => void;
}

const ORDER: readonly CellVerdict[] = ["works", "partial", "refused"];

/** One skill: a line for every system, with each reason and what to do about it. */
export function SystemList({ name, matrix, onConvert }: SystemListProps) {
  const [row] = matrix.rows;
  const systems = useSystems();
  if (row === undefined) return null;
  const counts = ORDER.map(
    (verdict) => [verdict, row.cells.filter((cell) => cell.verdict === verdict).length] as const,
  );
  const own = systems.find(({ id }) => id === row.dialect)?.title ?? row.dialect;
  return (
    <section className="card card-flush" aria-label="Systems">
      <div className="row row-wrap portability-bar">
        <h2>
          <Link to="/skills/$name" params={{ name }}>
            {name}
          </Link>
        </h2>
        <span className="muted small">written for {own}</span>
        <span className="grow" />
        {counts.map(([verdict, count]) => (
          <span key={verdict} className="row small">
            <VerdictBadge verdict={verdict} /> {count}
          </span>
        ))}
      </div>
      <ScrollBox label="Verdicts">
        <table className="table">
          <thead>
            <tr>
              <th>System</th>
              <th>Verdict</th>
              <th>Why, and what would change it</th>
              <th>
                <span className="visually-hidden">Convert</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {row.cells.map((cell) => {
              const system = matrix.systems.find(({ id }) => id === cell.system);
              return (
                <tr key={cell.system}>
                  <td className="portability-system">{system?.title ?? cell.system}</td>
                  <td>
                    <VerdictBadge verdict={cell.verdict} />
                  </td>
                  <td>
                    <ul className="stack-tight">
                      {cell.reasons.map((reason, index) => (
                        <li key={`${reason.message}-${index}`}>
                          <Message text={reason.message} />
                          {reason.hint === undefined ? null : (
                            <span className="muted">
                              {" "}
                              <Message text={reason.hint} />
                            </span>
                          )}
                        </li>
                      ))}
                    </ul>
                  </td>
                  <td>
                    {system?.kind === "dialect" && system.id !== row.dialect ? (
                      <Button
                        size="small"
                        aria-label={`Convert to ${system.title}`}
                        onClick={() => onConvert(cell.system)}
                      >
                        Convert
                      </Button>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}
