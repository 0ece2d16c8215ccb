import { Link } from "@tanstack/react-router";
import type { Diagnostic } from "../../../../src/skill/index.ts";
import { sortByUse } from "../../components/agent-letters.ts";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { Status } from "../../components/status.tsx";
import type { MatrixCell } from "../../engine/call.ts";
import type { Checked } from "../../engine/check.ts";
import { systems } from "../../engine/queries.ts";
import { CompatibilityStrip } from "./compatibility-strip.tsx";
import { Cost } from "./prompt-cost.tsx";
import { SafetySection } from "./safety-section.tsx";
import type { Draft } from "./use-draft.ts";
import { useVerdicts } from "./use-verdicts.ts";
import { WillItLoad } from "./will-it-load.tsx";

export interface InspectorProps {
  readonly name: string;
  readonly draft: Draft;
  readonly checked: Checked | undefined;
  readonly dialect: string;
  readonly onFix: ((diagnostic: Diagnostic) => void) | undefined;
}

/** What is always beside the text: where it works, whether it loads, what it costs, whether it is safe. */
export function Inspector({ name, draft, checked, dialect, onFix }: InspectorProps) {
  const path = `${name}/SKILL.md`;
  const { text } = draft;
  return (
    <aside className="inspector" aria-label="Inspector">
      <Compatibility name={name} path={path} text={text} checked={checked} onFix={onFix} />
      <WillItLoad
        name={name}
        draft={draft}
        dialect={dialect}
        fixable={checked?.diagnostics.find(({ fix }) => fix?.safety === "safe")}
        onFix={onFix}
      />
      <Cost name={name} checked={checked} dialect={dialect} />
      <SafetySection name={name} saved={draft.base} />
    </aside>
  );
}

interface CompatibilityProps extends Pick<InspectorProps, "name" | "checked" | "onFix"> {
  readonly path: string;
  readonly text: string;
}

const MOST_REASONS = 5;

function Compatibility({ name, path, text, checked, onFix }: CompatibilityProps) {
  const matrix = useVerdicts(path, text);
  const titleOf = (id: string): string =>
    matrix?.systems.find((system) => system.id === id)?.title ?? id;
  const cells = sortByUse(matrix?.rows[0]?.cells ?? [], ({ system }) => titleOf(system));
  const worse = cells
    .filter(({ verdict }) => verdict !== "works")
    .toSorted((a, b) => Number(a.verdict === "partial") - Number(b.verdict === "partial"));
  const groups = groupReasons(worse);
  const fixable = checked?.diagnostics.find(({ fix }) => fix?.safety === "safe");
  return (
    <section className="inspector-part" aria-labelledby="inspector-compatibility">
      <div className="row row-between">
        <h2 id="inspector-compatibility">Compatibility</h2>
        <span className="muted" aria-live="polite">
          {matrix === undefined
            ? "Checking"
            : `${cells.length - worse.length} of ${cells.length} work`}
        </span>
      </div>
      <CompatibilityStrip name={name} cells={cells} titleOf={titleOf} />
      {worse.length === 0 ? null : (
        <ul className="inspector-reasons" aria-label="Where it does not work">
          {groups.slice(0, MOST_REASONS).map(({ verdict, systems: ids, message }) => (
            <li key={`${verdict} ${message}`}>
              <Status shape={verdict === "refused" ? "rejected" : "partial"} />
              <span className="inspector-reason">
                <strong>{sayNames(ids.map(titleOf))}</strong> {sayVerdict(verdict, ids.length)}{" "}
                <Message text={message} />
              </span>
              {fixable !== undefined && onFix !== undefined ? (
                <Button size="small" onClick={() => onFix(fixable)}>
                  Fix
                </Button>
              ) : (
                <Link
                  className="button button-small"
                  to="/skills/$name/convert"
                  params={{ name }}
                  search={{ to: systems.find(({ id }) => ids.includes(id))?.id }}
                >
                  Convert
                </Link>
              )}
            </li>
          ))}
          {groups.length > MOST_REASONS ? (
            <li className="muted">
              <Link to="/skills/$name/convert" params={{ name }}>
                {groups.length === MOST_REASONS + 1
                  ? "1 more reason"
                  : `${groups.length - MOST_REASONS} more reasons`}
              </Link>
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

interface ReasonGroup {
  readonly verdict: MatrixCell["verdict"];
  readonly systems: readonly string[];
  readonly message: string;
}

/** Systems that say the same stand together. */
function groupReasons(cells: readonly MatrixCell[]): readonly ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const { system, verdict, reasons } of cells) {
    const message = reasons[0]?.message ?? "";
    const key = `${verdict} ${message}`;
    const others = groups.get(key)?.systems ?? [];
    groups.set(key, { verdict, systems: [...others, system], message });
  }
  return [...groups.values()];
}

const MOST_NAMES = 2;

function sayNames(titles: readonly string[]): string {
  if (titles.length <= MOST_NAMES) return titles.join(" and ");
  return `${titles.slice(0, MOST_NAMES).join(", ")} and ${titles.length - MOST_NAMES} more`;
}

function sayVerdict(verdict: MatrixCell["verdict"], count: number): string {
  if (verdict === "refused") return count === 1 ? "rejects it:" : "reject it:";
  return count === 1 ? "takes part of it:" : "take part of it:";
}
