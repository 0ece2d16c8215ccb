import { type KeyboardEvent, useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { MOST_SCANNED, type Scan, type ScannedRow, useScans } from "../../data/scans.ts";
import type { SkillRow } from "../../data/skill-source.ts";
import { formatError } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { type Done, Evidence } from "./evidence.tsx";
import type { TextKey } from "../../texts/en.ts";

type Use = Scan["uses"][number];

const COLUMNS: readonly {
  readonly title: TextKey;
  readonly isIn: (use: Use) => boolean;
}[] = [
  { title: "home.reads", isIn: ({ domain, isWriting }) => domain === "filesystem" && !isWriting },
  { title: "common.writes", isIn: ({ domain, isWriting }) => domain === "filesystem" && isWriting },
  { title: "common.connectsTo", isIn: ({ domain }) => domain === "network" },
  { title: "safety.runs", isIn: ({ domain }) => domain === "shell" },
  { title: "common.secrets", isIn: ({ domain }) => domain === "env" },
];

const GROUPS = [
  ["skills.blocked", (scan: Scan) => scan.verdict === "block"],
  ["common.toReview", (scan: Scan) => scan.verdict === "review"],
  ["common.doesMoreThanItDeclares", (scan: Scan) => scan.uses.some(isUndeclared)],
  ["common.asDeclaredOrNothingTo", () => true],
] as const;

function isUndeclared({ isDeclared }: Use): boolean {
  return isDeclared === false;
}

function groupOf(scan: Scan): number {
  return GROUPS.findIndex(([, isIn]) => isIn(scan));
}

/** What each skill can do, the worst first, and what speaks against one of them. */
export function SafetyView({ rows }: { readonly rows: readonly SkillRow[] | undefined }) {
  const say = useTexts();
  const [count, setCount] = useState(MOST_SCANNED);
  const [chosen, choose] = useQueryValue("skill");
  const asked = rows?.slice(0, count) ?? [];
  const scanned = useScans(asked);
  if (rows === undefined) return <Loading what={say("home.loading")} />;
  if (rows.length === 0)
    return (
      <div className="card">
        <EmptyState icon="shield" title={say("common.thereIsNoSkill")} />
      </div>
    );
  const done = scanned.filter((item): item is Done => item.scan !== undefined);
  const pending = scanned.filter(({ scan, error }) => scan === undefined && error === null);
  const waiting = pending.length;
  const failed = scanned.filter(({ error }) => error !== null);
  const risky = done.filter(({ scan }) => scan.verdict !== "allow").length;
  const worst = done.toSorted((a, b) => groupOf(a.scan) - groupOf(b.scan))[0];
  const shown =
    done.find(({ row }) => keyOf(row) === chosen) ??
    (worst !== undefined && worst.scan.verdict !== "allow" ? worst : undefined);
  return (
    <>
      <p className="skills-answer" aria-live="polite">
        {waiting > 0 ? (
          <>
            <Status shape="running" />{" "}
            {say("safety.scanning", { done: scanned.length - waiting, count: scanned.length })}{" "}
          </>
        ) : null}
        {done.length === 0
          ? null
          : risky === 0
            ? say("safety.fine", { count: done.length })
            : say("safety.risky", { count: risky, total: done.length })}
      </p>
      <div className={shown === undefined ? undefined : "safety-two"}>
        <SafetyTable
          done={done}
          pending={pending}
          chosen={shown === undefined ? "" : keyOf(shown.row)}
          onChoose={choose}
        />
        {shown === undefined ? null : <Evidence item={shown} />}
      </div>
      {failed.map(({ row, error }) => (
        <p key={keyOf(row)} className="row small muted">
          <Status shape="error" /> {row.name}: {formatError(error)}
        </p>
      ))}
      <footer className="skills-foot muted small">
        <span className="row row-wrap">
          <Status shape="warning" /> seen, not declared
          {rows.length > count ? (
            <Button size="small" onClick={() => setCount(count + MOST_SCANNED)}>
              {say("skills.scanMore", { a: Math.min(MOST_SCANNED, rows.length - count) })}
            </Button>
          ) : null}
        </span>
        <span>{say("safety.foot", { done: done.length, count: rows.length })}</span>
      </footer>
    </>
  );
}

function keyOf({ kind, path, name }: SkillRow): string {
  return kind === "folder" ? (path ?? name) : name;
}

interface SafetyTableProps {
  readonly done: readonly Done[];
  /** Still at the scanner. */
  readonly pending: readonly ScannedRow[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

function SafetyTable({ done, pending, chosen, onChoose }: SafetyTableProps) {
  const say = useTexts();
  const groups = Map.groupBy(done, ({ scan }) => groupOf(scan));
  return (
    <div className="card card-flush scroll-x safety-card">
      <table className="table safety-table" aria-label={say("skills.safetyOfSkills")}>
        <thead>
          <tr>
            <th scope="col">{say("skills.skill")}</th>
            {COLUMNS.map(({ title }) => (
              <th key={title} scope="col">
                {say(title)}
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
                  {say(title)} <span className="muted">{items.length}</span>
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
        {pending.length === 0 ? null : (
          <tbody>
            <tr className="safety-group">
              <th scope="rowgroup" colSpan={COLUMNS.length + 1}>
                {say("safety.pending")} <span className="muted">{pending.length}</span>
              </th>
            </tr>
            {pending.map(({ row }) => (
              <tr key={keyOf(row)}>
                <th scope="row" colSpan={COLUMNS.length + 1}>
                  <span className="safety-name muted">
                    <Status shape="running" />
                    <span className="clip">{row.name}</span>
                  </span>
                </th>
              </tr>
            ))}
          </tbody>
        )}
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
  const say = useTexts();
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
              label={scan.verdict === "block" ? "blocked" : say("skills.toReview")}
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
  const say = useTexts();
  const subjects = uses.flatMap((use) => use.subjects);
  // Somewhere in the code, where the scan cannot say what.
  const text = uses.length > 0 && subjects.length === 0 ? "yes" : subjects.join(", ");
  return (
    <td className="muted" title={text}>
      <span className="row clip">
        {uses.some(isUndeclared) ? (
          <Status shape="warning" label={say("common.notDeclared")} />
        ) : null}
        <span className="clip">{text}</span>
      </span>
    </td>
  );
}
