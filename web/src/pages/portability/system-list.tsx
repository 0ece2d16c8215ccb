import { Link } from "@tanstack/react-router";
import type { CellVerdict } from "../../../../src/check/matrix/index.ts";
import type { Matrix, MatrixCell } from "../../engine/call.ts";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { systems } from "../../engine/queries.ts";
import { VerdictBadge } from "./verdict.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface SystemListProps {
  readonly name: string;
  readonly matrix: Matrix;
  readonly onConvert: (to: string) => void;
}

const ORDER: readonly CellVerdict[] = ["works", "partial", "refused"];

/** One skill: a line for every system, with each reason and what to do about it. */
export function SystemList({ name, matrix, onConvert }: SystemListProps) {
  const say = useTexts();
  const [row] = matrix.rows;
  if (row === undefined) return null;
  const own = systems.find(({ id }) => id === row.dialect)?.title ?? row.dialect;
  return (
    <section className="card card-flush" aria-label={say("common.systems")}>
      <div className="row row-wrap portability-bar">
        <h2>
          <Link to="/skills/$name" params={{ name }}>
            {name}
          </Link>
        </h2>
        <span className="muted small">{say("portability.writtenFor", { own })}</span>
        <span className="grow" />
        <Counts cells={row.cells} />
      </div>
      <ScrollBox label={say("portability.verdicts")}>
        <table className="table">
          <thead>
            <tr>
              <th>{say("common.system")}</th>
              <th>{say("common.verdict")}</th>
              <th>{say("common.whyAndWhatWould")}</th>
              <th>
                <span className="visually-hidden">{say("studio.convertShort")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {row.cells.map((cell) => (
              <SystemRow
                key={cell.system}
                cell={cell}
                system={matrix.systems.find(({ id }) => id === cell.system)}
                own={row.dialect}
                onConvert={onConvert}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function Counts({ cells }: { readonly cells: readonly MatrixCell[] }) {
  return ORDER.map((verdict) => (
    <span key={verdict} className="row small">
      <VerdictBadge verdict={verdict} /> {cells.filter((cell) => cell.verdict === verdict).length}
    </span>
  ));
}

interface SystemRowProps {
  readonly cell: MatrixCell;
  readonly system: Matrix["systems"][number] | undefined;
  /** The dialect that the skill is written in. */
  readonly own: string;
  readonly onConvert: (to: string) => void;
}

function isCheckedStrictly(system: string): boolean {
  return systems.some(({ id, isOpenSpecification }) => id === system && isOpenSpecification);
}

function SystemRow({ cell, system, own, onConvert }: SystemRowProps) {
  const say = useTexts();
  return (
    <tr>
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
        {cell.verdict === "refused" && isCheckedStrictly(cell.system) ? (
          <p className="small muted">{say("portability.thisIsWhatIts")}</p>
        ) : null}
      </td>
      <td>
        {system?.kind === "dialect" && system.id !== own ? (
          <Button
            size="small"
            aria-label={say("portability.convertTo2", { title: system.title })}
            onClick={() => onConvert(cell.system)}
          >
            {say("studio.convertShort")}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}
