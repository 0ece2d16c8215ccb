import type { Diagnostic } from "../../../../src/skill/index.ts";
import { Status } from "../../components/status.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface StatusBarProps {
  /** Undefined until it was checked. */
  readonly diagnostics: readonly Diagnostic[] | undefined;
  readonly cursor: { readonly line: number; readonly column: number } | undefined;
  readonly onProblems: () => void;
}

const KEYS = [
  ["Ctrl .", "studio.keyFix"],
  ["Ctrl S", "studio.keySave"],
  ["Ctrl ↵", "studio.keyRun"],
  ["Ctrl K", "studio.keyAll"],
] as const;

/** The line below everything: what is wrong, where the cursor is, and the keys. */
export function StatusBar({ diagnostics, cursor, onProblems }: StatusBarProps) {
  const say = useTexts();
  const errors = diagnostics?.filter(({ severity }) => severity === "error").length ?? 0;
  const others = (diagnostics?.length ?? 0) - errors;
  return (
    <footer className="statusbar">
      <button type="button" className="statusbar-problems" aria-live="polite" onClick={onProblems}>
        {diagnostics === undefined ? (
          say("common.checking")
        ) : (
          <>
            <span className="row">
              <Status shape={errors > 0 ? "error" : "tick"} />
              {errors === 0 ? say("editor.noErrors") : say("editor.errors", { count: errors })}
            </span>
            {others === 0 ? null : (
              <span className="row">
                <Status shape="warning" />
                {say("editor.remarks", { count: others })}
              </span>
            )}
          </>
        )}
      </button>
      {cursor === undefined ? null : (
        <span>{say("editor.lnCol", { line: cursor.line, column: cursor.column })}</span>
      )}
      <span className="statusbar-keys" aria-hidden="true">
        {KEYS.map(([keys, does]) => (
          <span key={keys}>
            <kbd>{keys}</kbd> {say(does)}
          </span>
        ))}
      </span>
    </footer>
  );
}
