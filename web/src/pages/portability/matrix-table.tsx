import { Fragment, type KeyboardEvent, useMemo, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { sortByUse } from "../../components/agent-letters.ts";
import { AgentMark } from "../../components/agent-mark.tsx";
import { Button } from "../../components/button.tsx";
import { programsOf } from "../../data/skill-states.ts";
import { systemOf } from "../../data/system-of.ts";
import type { Matrix, MatrixCell } from "../../engine/call.ts";
import { CellPopover } from "./cell-popover.tsx";
import { cellHere, rankOf } from "./here.ts";
import type { MatrixSource } from "./use-matrix.ts";
import { VerdictLight, verdictWords } from "./verdict.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface MatrixTableProps {
  readonly matrix: Matrix;
  /** By path, what the rows were made of. */
  readonly sources: ReadonlyMap<string, MatrixSource>;
  readonly isProblemsFirst: boolean;
  readonly onOpen: (source: MatrixSource) => void;
  readonly onConvert: (source: MatrixSource, system: string) => void;
}

interface Line {
  readonly source: MatrixSource;
  readonly cells: readonly MatrixCell[];
}

/** Every skill against every system; a cell opens its reason and what to do about it. */
export function MatrixTable(props: MatrixTableProps) {
  const say = useTexts();
  const { matrix, sources, isProblemsFirst, onOpen, onConvert } = props;
  const [at, setAt] = useQueryValue("cell");
  const [focused, setFocused] = useState("");
  const { columns, here } = useMemo(() => columnsOf(matrix, sources), [matrix, sources]);
  const lines = useMemo(
    () => linesOf(matrix, sources, columns, isProblemsFirst),
    [matrix, sources, columns, isProblemsFirst],
  );
  const [openName, openSystem] = splitCell(at);
  const open = lines.find(({ source }) => source.name === openName);
  const cell = open?.cells.find(({ system }) => system === openSystem);
  const title = columns.find(({ id }) => id === openSystem)?.title ?? openSystem;
  const first = lines[0] === undefined ? "" : keyOf(lines[0], columns[0]?.id ?? "");
  const listen = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key];
    const place = (event.target as HTMLElement).dataset["cell"];
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "c") {
      const [name, system] = splitCell(place);
      const line = lines.find(({ source }) => source.name === name);
      if (line !== undefined) onConvert(line.source, system);
    }
    if (step === undefined) return;
    event.preventDefault();
    moveFrom(event.currentTarget, event.target as HTMLElement, step);
  };
  const label = say("portability.skillsAndSystems");
  return (
    <>
      <Legend lines={lines} />
      <div className="card card-flush scroll-x portability-matrix">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells take the focus, one at a time */}
        <table className="table" role="grid" aria-label={label} onKeyDown={listen}>
          <Head columns={columns} here={here} lines={lines} />
          <tbody>
            {lines.map((line) => (
              <SkillLine
                key={line.source.path}
                line={line}
                columns={columns}
                here={here}
                at={at}
                focused={focused === "" ? first : focused}
                onFocus={setFocused}
                onCell={setAt}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        </table>
      </div>
      {open === undefined || cell === undefined ? null : (
        <CellPopover
          key={at}
          source={open.source}
          cell={cell}
          title={title}
          anchor={() => document.querySelector(`[data-cell="${CSS.escape(at)}"]`)}
          onConvert={() => onConvert(open.source, openSystem)}
          onClose={() => setAt("")}
        />
      )}
      <Keys />
    </>
  );
}

interface HeadProps {
  readonly columns: Matrix["systems"];
  /** How many of the columns are agents of this machine. */
  readonly here: number;
  readonly lines: readonly Line[];
}

/** Fewer columns have no room for more than a word. */
const MOST_NARROW = 3;

function Head({ columns, here, lines }: HeadProps) {
  const say = useTexts();
  const heading = (
    <th scope="col" rowSpan={here === 0 ? 1 : 2} className="portability-first">
      Skill
      <span>{say("portability.worksOf", { count: lines.length })}</span>
    </th>
  );
  return (
    <thead>
      {here === 0 ? null : (
        <tr>
          {heading}
          <th scope="colgroup" colSpan={here} className="portability-band">
            {here < MOST_NARROW ? say("portability.here") : say("portability.onThisMachine")}
          </th>
          <th scope="colgroup" colSpan={columns.length - here} className="portability-band">
            {say("portability.alsoChecked")}
          </th>
        </tr>
      )}
      <tr>
        {here === 0 ? heading : null}
        {columns.map(({ id, title }, index) => (
          <th key={id} scope="col" className={classOf("portability-column", index, here)}>
            <AgentMark title={title} />
            <span>{breakable(title)}</span>
            <span className="portability-count">{countWorks(lines, id)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Names of two words in one may break between them, in columns as narrow as these. */
function breakable(title: string) {
  return title.split(/(?<=[a-z])(?=[A-Z])/u).map((part, at) => (
    <Fragment key={part}>
      {at === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}

interface SkillLineProps extends Pick<HeadProps, "columns" | "here"> {
  readonly line: Line;
  /** The cell that is open, and the one that the Tab key comes to. */
  readonly at: string;
  readonly focused: string;
  readonly onFocus: (key: string) => void;
  readonly onCell: (key: string) => void;
  readonly onOpen: MatrixTableProps["onOpen"];
}

function SkillLine(props: SkillLineProps) {
  const say = useTexts();
  const { line, columns, here, at, focused, onFocus, onCell, onOpen } = props;
  const { source, cells } = line;
  return (
    <tr>
      <th scope="row">
        <Button
          look="quiet"
          size="small"
          className="clip"
          title={source.row.path ?? source.name}
          onClick={() => onOpen(source)}
        >
          {source.name}
        </Button>
      </th>
      {cells.map(({ system, verdict, reasons }, index) => {
        const key = keyOf(line, system);
        const title = columns[index]?.title ?? system;
        return (
          <td key={system} className={classOf("", index, here)}>
            <button
              type="button"
              className="portability-cell"
              data-cell={key}
              tabIndex={key === focused ? 0 : -1}
              aria-label={`${source.name} on ${title}: ${verdictWords(verdict)}`}
              aria-pressed={key === at}
              title={reasons[0]?.message ?? say("portability.works")}
              onFocus={() => onFocus(key)}
              onClick={() => onCell(key === at ? "" : key)}
            >
              <VerdictLight verdict={verdict} />
            </button>
          </td>
        );
      })}
    </tr>
  );
}

function Keys() {
  return (
    <footer className="skills-foot muted small">
      <span className="skills-keys" aria-hidden="true">
        <span>
          <kbd>←</kbd> <kbd>↑</kbd> <kbd>↓</kbd> <kbd>→</kbd> move by cell
        </span>
        <span>
          <kbd>Enter</kbd> reason
        </span>
        <span>
          <kbd>F</kbd> apply fix
        </span>
        <span>
          <kbd>C</kbd> convert and save
        </span>
      </span>
    </footer>
  );
}

function keyOf({ source }: Line, system: string): string {
  return `${source.name}:${system}`;
}

/** Names of skills have no colon; ids of systems have none either. */
function splitCell(key: string): readonly [name: string, system: string] {
  const end = key.lastIndexOf(":");
  return [key.slice(0, Math.max(0, end)), key.slice(end + 1)];
}

function classOf(name: string, index: number, here: number): string {
  return here > 0 && (index === 0 || index === here) ? `${name} portability-edge` : name;
}

/** Agents of this machine first, then those that people use most. */
function columnsOf(matrix: Matrix, sources: MatrixTableProps["sources"]) {
  const served = new Set(
    [...sources.values()].flatMap(({ row }) => programsOf(row)).map((one) => systemOf(one.dialect)),
  );
  const sorted = sortByUse(matrix.systems, ({ title }) => title);
  const here = sorted.filter(({ id }) => served.has(id));
  return {
    columns: [...here, ...sorted.filter(({ id }) => !served.has(id))],
    here: here.length,
  };
}

function linesOf(
  matrix: Matrix,
  sources: MatrixTableProps["sources"],
  columns: Matrix["systems"],
  isProblemsFirst: boolean,
): readonly Line[] {
  const lines = matrix.rows.flatMap(({ path, cells }): readonly Line[] => {
    const source = sources.get(path);
    if (source === undefined) return [];
    const known = new Map(cells.map((cell) => [cell.system, cellHere(cell, source.row)]));
    return [{ source, cells: columns.flatMap(({ id }) => known.get(id) ?? []) }];
  });
  if (!isProblemsFirst) return lines.toSorted((a, b) => a.source.name.localeCompare(b.source.name));
  const score = ({ cells }: Line): number => cells.reduce((sum, cell) => sum + rankOf(cell), 0);
  return lines.toSorted((a, b) => score(a) - score(b));
}

function countWorks(lines: readonly Line[], system: string): number {
  return lines.filter(({ cells }) =>
    cells.some((cell) => cell.system === system && cell.verdict === "works"),
  ).length;
}

const VERDICTS = ["works", "partial", "refused"] as const;

function Legend({ lines }: { readonly lines: readonly Line[] }) {
  const cells = lines.flatMap((line) => line.cells);
  return (
    <p className="row small muted portability-legend">
      {VERDICTS.map((verdict) => (
        <span key={verdict} className="row">
          <VerdictLight verdict={verdict} /> {verdictWords(verdict)}{" "}
          <strong>
            {cells.filter((cell) => cell.verdict === verdict).length.toLocaleString("en")}
          </strong>
        </span>
      ))}
    </p>
  );
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

function moveFrom(table: HTMLElement, from: HTMLElement, [down, right]: readonly [number, number]) {
  const rows = [...table.querySelectorAll("tbody tr")].map((row) => [
    ...row.querySelectorAll<HTMLElement>("[data-cell]"),
  ]);
  const row = rows.findIndex((cells) => cells.includes(from));
  const column = rows[row]?.indexOf(from) ?? 0;
  rows[row + down]?.[column + right]?.focus();
}
