import { type KeyboardEvent, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { type Scan, useScans } from "../../data/scans.ts";
import type { SkillRow } from "../../data/skill-source.ts";
import { sayError } from "../../data/workbench.ts";
import { type Done, Evidence } from "./evidence.tsx";

/** The server scans a limited number of skills a minute for each user; ten of them are one request. */
const STEP = 100;

type Use = Scan["uses"][number];

const COLUMNS: readonly {
  readonly title: string;
  readonly isIn: (use: Use) => boolean;
}[] = [
  { title: "Reads", isIn: ({ domain, isWriting }) => domain === "filesystem" && !isWriting },
  { title: "Writes", isIn: ({ domain, isWriting }) => domain === "filesystem" && isWriting },
  { title: "Connects to", isIn: ({ domain }) => domain === "network" },
  { title: "Runs", isIn: ({ domain }) => domain === "shell" },
  { title: "Secrets", isIn: ({ domain }) => domain === "env" },
];

const GROUPS = [
  ["Blocked", (scan: Scan) => scan.verdict === "block"],
  ["To review", (scan: Scan) => scan.verdict === "review"],
  ["Does more than it declares", (scan: Scan) => scan.uses.some(isUndeclared)],
  ["As declared, or nothing to declare", () => true],
] as const;

function isUndeclared({ isDeclared }: Use): boolean {
  return isDeclared === false;
}

function groupOf(scan: Scan): number {
  return GROUPS.findIndex(([, isIn]) => isIn(scan));
}

/** What each skill can do, the worst first, and what speaks against one of them. */
export function SafetyView({ rows }: { readonly rows: readonly SkillRow[] | undefined }) {
  const [count, setCount] = useState(STEP);
  const [chosen, choose] = useQueryValue("skill");
  const asked = rows?.slice(0, count) ?? [];
  const scanned = useScans(asked);
  if (rows === undefined) return <Loading what="Loading skills" />;
  if (rows.length === 0)
    return (
      <div className="card">
        <EmptyState icon="shield" title="There is no skill yet" />
      </div>
    );
  const done = scanned.filter((item): item is Done => item.scan !== undefined);
  const waiting = scanned.filter(({ scan, error }) => scan === undefined && error === null).length;
  const failed = scanned.filter(({ error }) => error !== null);
  const risky = done.filter(({ scan }) => scan.verdict !== "allow").length;
  const worst = done.toSorted((a, b) => groupOf(a.scan) - groupOf(b.scan))[0];
  const shown =
    done.find(({ row }) => keyOf(row) === chosen) ??
    (worst !== undefined && worst.scan.verdict !== "allow" ? worst : undefined);
  return (
    <>
      <p className="skills-answer" aria-live="polite">
        {waiting > 0 ? `Scanning ${waiting} of ${scanned.length}… ` : null}
        <strong>{risky === 0 ? "None" : risky}</strong> of {done.length} scanned{" "}
        {risky === 1 ? "needs" : "need"} a look.
      </p>
      <div className={shown === undefined ? undefined : "safety-two"}>
        <SafetyTable
          done={done}
          chosen={shown === undefined ? "" : keyOf(shown.row)}
          onChoose={choose}
        />
        {shown === undefined ? null : <Evidence item={shown} />}
      </div>
      {failed.map(({ row, error }) => (
        <p key={keyOf(row)} className="row small muted">
          <Status shape="error" /> {row.name}: {sayError(error)}
        </p>
      ))}
      <footer className="skills-foot muted small">
        <span className="row row-wrap">
          <Status shape="warning" /> seen, not declared
          {rows.length > count ? (
            <Button size="small" onClick={() => setCount(count + STEP)}>
              Scan {Math.min(STEP, rows.length - count)} more
            </Button>
          ) : null}
        </span>
        <span>
          {Math.min(count, rows.length)} of {rows.length.toLocaleString("en")} scanned, nothing was
          run
        </span>
      </footer>
    </>
  );
}

function keyOf({ kind, path, name }: SkillRow): string {
  return kind === "folder" ? (path ?? name) : name;
}

interface SafetyTableProps {
  readonly done: readonly Done[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

function SafetyTable({ done, chosen, onChoose }: SafetyTableProps) {
  const groups = Map.groupBy(done, ({ scan }) => groupOf(scan));
  return (
    <div className="card card-flush scroll-x safety-card">
      <table className="table safety-table" aria-label="Safety of skills">
        <thead>
          <tr>
            <th scope="col">Skill</th>
            {COLUMNS.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {GROUPS.map(([title], index) => {
          const items = groups.get(index) ?? [];
          return items.length === 0 ? null : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons take the focus
            <tbody key={title} onKeyDown={moveByKey}>
              <tr className="safety-group">
                <th scope="rowgroup" colSpan={COLUMNS.length + 1}>
                  {title} <span className="muted">{items.length}</span>
                </th>
              </tr>
              {items.map((item) => (
                <SafetyRow
                  key={keyOf(item.row)}
                  item={item}
                  isChosen={keyOf(item.row) === chosen}
                  onChoose={() => onChoose(keyOf(item.row))}
                />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

/** J and K go from skill to skill, as in the list. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const table = event.currentTarget.closest("table");
  const names = [...(table?.querySelectorAll<HTMLElement>(".safety-name") ?? [])];
  event.preventDefault();
  names[names.indexOf(event.target as HTMLElement) + step]?.focus();
}

interface SafetyRowProps {
  readonly item: Done;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function SafetyRow({ item: { row, scan }, isChosen, onChoose }: SafetyRowProps) {
  return (
    <tr className={isChosen ? "safety-chosen" : undefined}>
      <th scope="row">
        <button
          type="button"
          className="safety-name"
          title={row.name}
          aria-pressed={isChosen}
          onClick={onChoose}
        >
          {scan.verdict === "allow" ? (
            <span className="safety-blank" />
          ) : (
            <Status
              shape={scan.verdict === "block" ? "blocked" : "review"}
              label={scan.verdict === "block" ? "blocked" : "to review"}
            />
          )}
          <span className="clip">{row.name}</span>
        </button>
      </th>
      {COLUMNS.map(({ title, isIn }) => (
        <UseCell key={title} uses={scan.uses.filter(isIn)} />
      ))}
    </tr>
  );
}

function UseCell({ uses }: { readonly uses: readonly Use[] }) {
  const subjects = uses.flatMap((use) => use.subjects);
  // Somewhere in the code, where the scan cannot say what.
  const text = uses.length > 0 && subjects.length === 0 ? "yes" : subjects.join(", ");
  return (
    <td className="muted" title={text}>
      <span className="row clip">
        {uses.some(isUndeclared) ? <Status shape="warning" label="not declared" /> : null}
        <span className="clip">{text}</span>
      </span>
    </td>
  );
}
