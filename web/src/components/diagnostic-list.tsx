import type { Diagnostic } from "../../../src/skill/index.ts";
import { Button } from "./button.tsx";
import { useTexts } from "../texts/use-texts.tsx";

export interface DiagnosticListProps {
  readonly diagnostics: readonly Diagnostic[];
  /** Goes to the place of a finding. */
  readonly onOpen?: (diagnostic: Diagnostic) => void;
  /** Applies the fix that a finding brings. */
  readonly onFix?: (diagnostic: Diagnostic) => void;
}

const TONES = { error: "bad", warning: "warn", info: "info", hint: "info" } as const;

/** The findings of a check, the same wherever they are shown. */
export function DiagnosticList({ diagnostics, onOpen, onFix }: DiagnosticListProps) {
  const say = useTexts();
  return (
    <ul>
      {diagnostics.map((diagnostic, index) => (
        // The same finding may stand twice; its place in the list is what tells them apart.
        <li key={`${diagnostic.code}-${index}`} className="finding">
          <span className={`badge badge-${TONES[diagnostic.severity]}`}>{diagnostic.severity}</span>
          <div className="finding-body">
            <Message text={diagnostic.message} />{" "}
            <span className="muted mono">{diagnostic.code}</span>
          </div>
          <div className="row">
            {onFix === undefined || diagnostic.fix === undefined ? null : (
              <Button size="small" onClick={() => onFix(diagnostic)}>
                {say("studio.fix")}
              </Button>
            )}
            {diagnostic.range === undefined ? null : onOpen === undefined ? (
              <span className="finding-place">
                {say("components.line", { line: diagnostic.range.start.line })}
              </span>
            ) : (
              <Button size="small" look="quiet" onClick={() => onOpen(diagnostic)}>
                {say("components.line", { line: diagnostic.range.start.line })}
              </Button>
            )}
          </div>
          {diagnostic.hint === undefined ? null : (
            <p className="finding-hint">
              <Message text={diagnostic.hint} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A sentence in which values stand in backticks. */
export function Message({ text }: { readonly text: string }) {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
