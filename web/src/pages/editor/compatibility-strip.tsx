import { type KeyboardEvent, useRef, useState } from "react";
import { lettersOf } from "../../components/agent-letters.ts";
import { Message } from "../../components/diagnostic-list.tsx";
import { Status, type StatusShape } from "../../components/status.tsx";
import type { MatrixCell } from "../../engine/call.ts";
import { verdictWords } from "../portability/verdict.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface CompatibilityStripProps {
  readonly name: string;
  readonly cells: readonly MatrixCell[];
  readonly titleOf: (system: string) => string;
}

const SHAPES: { readonly [Verdict in MatrixCell["verdict"]]: StatusShape } = {
  works: "works",
  partial: "partial",
  refused: "rejected",
};

/** A tile for each system; arrows move between them, and the chosen one says why. */
export function CompatibilityStrip({ name, cells, titleOf }: CompatibilityStripProps) {
  const say = useTexts();
  const [focused, setFocused] = useState(0);
  const [chosen, choose] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const shown = cells.find(({ system }) => system === chosen);
  const listen = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 9, ArrowUp: -9 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(cells.length - 1, Math.max(0, focused + step));
    setFocused(next);
    box.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus, one at a time */}
      <div
        className="strip"
        role="toolbar"
        aria-label={say("editor.whereWorks", { name })}
        ref={box}
        onKeyDown={listen}
      >
        {cells.map(({ system, verdict, reasons }, index) => (
          <button
            key={system}
            type="button"
            className={`tile tile-${verdict}`}
            tabIndex={index === focused ? 0 : -1}
            aria-label={`${titleOf(system)}: ${verdictWords(verdict)}`}
            aria-pressed={system === chosen}
            title={[titleOf(system), reasons[0]?.message ?? "works"].join(": ")}
            data-letters={lettersOf(titleOf(system))}
            onFocus={() => setFocused(index)}
            onClick={() => choose(system === chosen ? undefined : system)}
          >
            <Status shape={SHAPES[verdict]} />
          </button>
        ))}
      </div>
      {shown === undefined ? null : (
        <p className="inspector-chosen" aria-live="polite">
          <strong>{titleOf(shown.system)}</strong> {verdictWords(shown.verdict)}.{" "}
          {shown.reasons.map(({ message, hint = "" }) => (
            <Message key={message} text={`${message} ${hint} `} />
          ))}
        </p>
      )}
    </>
  );
}
