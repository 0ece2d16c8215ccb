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
import type { Say } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface InspectorProps {
  readonly name: string;
  readonly draft: Draft;
  readonly checked: Checked | undefined;
  readonly dialect: string;
  readonly onFix: ((diagnostic: Diagnostic) => void) | undefined;
}

/** What is always beside the text: where it works, whether it loads, what it costs, whether it is safe. */
export function Inspector({ name, draft, checked, dialect, onFix }: InspectorProps) {
  const say = useTexts();
  const path = `${name}/SKILL.md`;
  const { text } = draft;
  return (
    <aside className="inspector" aria-label={say("studio.inspector")}>
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
  const say = useTexts();
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
        <h2 id="inspector-compatibility">{say("studio.compatibility")}</h2>
        <span className="muted" aria-live="polite">
          {matrix === undefined
            ? say("common.checking")
            : say("editor.ofWork", { count: cells.length - worse.length, count2: cells.length })}
        </span>
      </div>
      <CompatibilityStrip name={name} cells={cells} titleOf={titleOf} />
      {worse.length === 0 ? null : (
        <ul className="inspector-reasons" aria-label={say("studio.reasons")}>
          {groups.slice(0, MOST_REASONS).map(({ verdict, systems: ids, message }) => (
            <li key={`${verdict} ${message}`}>
              <Status shape={verdict === "refused" ? "rejected" : "partial"} />
              <span className="inspector-reason">
                <strong>{sayNames(say, ids.map(titleOf))}</strong>{" "}
                {sayVerdict(say, verdict, ids.length)} <Message text={message} />
              </span>
              {fixable !== undefined && onFix !== undefined ? (
                <Button size="small" onClick={() => onFix(fixable)}>
                  {say("studio.fix")}
                </Button>
              ) : (
                <Link
                  className="button button-small"
                  to="/skills/$name/convert"
                  params={{ name }}
                  search={{ to: systems.find(({ id }) => ids.includes(id))?.id }}
                >
                  {say("studio.convertShort")}
                </Link>
              )}
            </li>
          ))}
          {groups.length > MOST_REASONS ? (
            <li className="muted">
              <Link to="/skills/$name/convert" params={{ name }}>
                {groups.length === MOST_REASONS + 1
                  ? say("editor.1MoreReason")
                  : say("common.moreReasons", { a: groups.length - MOST_REASONS })}
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

/** Names of the first, and how many others there are. */
function sayNames(say: Say, titles: readonly string[]): string {
  const [a = "", b] = titles;
  if (b === undefined) return a;
  if (titles.length <= MOST_NAMES) return say("studio.and", { a, b });
  const names = titles.slice(0, MOST_NAMES).join(", ");
  return say("studio.andMore", { names, count: titles.length - MOST_NAMES });
}

function sayVerdict(say: Say, verdict: MatrixCell["verdict"], count: number): string {
  return say(verdict === "refused" ? "studio.rejects" : "studio.takesPart", { count });
}
