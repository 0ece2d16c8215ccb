import { Popover } from "@base-ui/react/popover";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Diagnostic } from "../../../../src/skill/index.ts";
import { AgentMark } from "../../components/agent-mark.tsx";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { useSay } from "../../components/toasts.tsx";
import { formatError, useClient } from "../../data/workbench.ts";
import { applyFix } from "../../editor/fix.ts";
import type { MatrixCell } from "../../engine/call.ts";
import { type Engine, useEngine } from "../../engine/engine.ts";
import { rankOf } from "./here.ts";
import type { MatrixSource } from "./use-matrix.ts";
import { VerdictLight, verdictWords } from "./verdict.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

const MOST = 3;

export interface CellPopoverProps {
  readonly source: MatrixSource;
  readonly cell: MatrixCell;
  /** Of the system. */
  readonly title: string;
  readonly anchor: () => Element | null;
  readonly onConvert: () => void;
  readonly onClose: () => void;
}

/** Why a system makes that of a skill, where in its text, and what to do about it. */
export function CellPopover(props: CellPopoverProps) {
  const say = useTexts();
  const { source, cell, title, anchor, onConvert, onClose } = props;
  const isOwn = source.row.kind === "shelf";
  const fix = useFixFor(source, cell, isOwn && cell.verdict !== "works");
  const apply = useApply(source, onClose);
  const canFix = fix !== undefined && !apply.isPending;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "f" && canFix) apply.mutate(fix);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
  const line = cell.reasons.find(({ range }) => range !== undefined)?.range?.start.line;
  return (
    <Popover.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner className="select-list" anchor={anchor} side="bottom" sideOffset={6}>
          <Popover.Popup className="menu cell-popover">
            <div className="row">
              <AgentMark title={title} />
              <span className="grow">
                <Popover.Title>{say("portability.on", { name: source.name, title })}</Popover.Title>
              </span>
              <span className={`row verdict-${cell.verdict}`}>
                <VerdictLight verdict={cell.verdict} /> {verdictWords(cell.verdict)}
              </span>
            </div>
            <Reasons cell={cell} />
            <CodeLine text={source.text} line={line} />
            <div className="row row-wrap">
              {fix === undefined ? null : (
                <Button
                  look="primary"
                  size="small"
                  disabled={apply.isPending}
                  onClick={() => apply.mutate(fix)}
                >
                  <Message text={fix.title} /> <kbd aria-hidden="true">F</kbd>
                </Button>
              )}
              {isOwn ? (
                <Link
                  className="button button-small"
                  to="/skills/$name"
                  params={{ name: source.name }}
                  search={line === undefined ? {} : { line: String(line) }}
                >
                  {line === undefined ? say("home.open") : say("common.openAtLine", { line })}
                </Link>
              ) : (
                <Link
                  className="button button-small"
                  to="/skills/$name/explain"
                  params={{ name: source.name }}
                >
                  {say("home.remedy")}
                </Link>
              )}
              {cell.verdict === "works" ? null : (
                <Button size="small" onClick={onConvert}>
                  {say("studio.convert")}
                </Button>
              )}
            </div>
            <p className="muted small">
              {cell.confirmedBy === null
                ? say("portability.byItsDocumentation")
                : say("portability.confirmedByRunning", { confirmedBy: cell.confirmedBy })}
              {fix === undefined ? "" : ` With the fix, ${fix.works} of ${fix.of} work.`}
            </p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Reasons({ cell: { reasons } }: Pick<CellPopoverProps, "cell">) {
  const say = useTexts();
  if (reasons.length === 0) return <p>{say("common.everythingInItIs")}</p>;
  return (
    <ul className="stack-tight">
      {reasons.slice(0, MOST).map(({ message, hint }, index) => (
        <li key={`${message}-${index}`}>
          <Message text={hint === undefined ? message : `${message} ${hint}`} />
        </li>
      ))}
      {reasons.length > MOST ? (
        <li className="muted">{say("common.moreReasons", { a: reasons.length - MOST })}</li>
      ) : null}
    </ul>
  );
}

function CodeLine({ text, line }: { readonly text: string; readonly line: number | undefined }) {
  const shown = line === undefined ? undefined : text.split(/\r?\n/u)[line - 1];
  if (shown === undefined) return null;
  return (
    <pre className="cell-code">
      <span className="muted">{line}</span> {shown}
    </pre>
  );
}

interface FoundFix {
  readonly title: string;
  readonly text: string;
  /** On how many systems the skill works then. */
  readonly works: number;
  readonly of: number;
}

/** The first safe fix of the text with which the system takes more of it. */
function useFixFor(
  source: MatrixSource,
  cell: MatrixCell,
  isWanted: boolean,
): FoundFix | undefined {
  const engine = useEngine();
  const { path, text } = source;
  const { data } = useQuery({
    queryKey: ["engine", "cell-fix", path, text, cell.system],
    queryFn: () => findFix(engine, source, cell),
    enabled: isWanted,
    gcTime: 10_000,
  });
  return data ?? undefined;
}

async function findFix(
  engine: Engine,
  { path, text }: MatrixSource,
  cell: MatrixCell,
): Promise<FoundFix | null> {
  const { diagnostics } = await engine.ask("checkSource", { path, text });
  const fixable = diagnostics.filter(({ fix }: Diagnostic) => fix?.safety === "safe");
  for (const diagnostic of fixable) {
    const fixed = applyFix(text, diagnostic);
    const { rows } = await engine.call("matrix", { skills: [{ path, text: fixed }] });
    const cells = rows[0]?.cells ?? [];
    const then = cells.find(({ system }) => system === cell.system);
    if (then === undefined || rankOf(then) <= rankOf(cell)) continue;
    const works = cells.filter(({ verdict }) => verdict === "works").length;
    return { title: diagnostic.fix?.title ?? "Fix", text: fixed, works, of: cells.length };
  }
  return null;
}

function useApply({ name }: MatrixSource, onDone: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useSay();
  return useMutation({
    mutationFn: ({ text }: FoundFix) =>
      client.updateSkill({ params: { name }, body: { content: text } }),
    onSuccess: async (_, { works, of }) => {
      for (const key of ["source", "every-skill", "first-skills", "skill-text"])
        await queries.invalidateQueries({ queryKey: [key] });
      say.good(`Fixed ${name}: ${works} of ${of} work.`);
      onDone();
    },
    onError: (error) => say.bad(formatError(error)),
  });
}
