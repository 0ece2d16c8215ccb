import type { Diagnostic } from "../../../../src/skill/index.ts";
import { Status } from "../../components/status.tsx";

export interface StatusBarProps {
  /** Undefined until it was checked. */
  readonly diagnostics: readonly Diagnostic[] | undefined;
  readonly cursor: { readonly line: number; readonly column: number } | undefined;
  readonly onProblems: () => void;
}

const KEYS = [
  ["Ctrl .", "quick fix"],
  ["Ctrl S", "save"],
  ["Ctrl ↵", "run"],
  ["Ctrl K", "all actions"],
] as const;

/** The line below everything: what is wrong, where the cursor is, and the keys. */
export function StatusBar({ diagnostics, cursor, onProblems }: StatusBarProps) {
  const errors = diagnostics?.filter(({ severity }) => severity === "error").length ?? 0;
  const others = (diagnostics?.length ?? 0) - errors;
  return (
    <footer className="statusbar">
      <button type="button" className="statusbar-problems" aria-live="polite" onClick={onProblems}>
        {diagnostics === undefined ? (
          "Checking"
        ) : (
          <>
            <span className="row">
              <Status shape={errors > 0 ? "error" : "tick"} />
              {errors === 0 ? "No errors" : errors === 1 ? "1 error" : `${errors} errors`}
            </span>
            {others === 0 ? null : (
              <span className="row">
                <Status shape="warning" />
                {others === 1 ? "1 remark" : `${others} remarks`}
              </span>
            )}
          </>
        )}
      </button>
      {cursor === undefined ? null : (
        <span>
          Ln {cursor.line}, Col {cursor.column}
        </span>
      )}
      <span className="statusbar-keys" aria-hidden="true">
        {KEYS.map(([keys, does]) => (
          <span key={keys}>
            <kbd>{keys}</kbd> {does}
          </span>
        ))}
      </span>
    </footer>
  );
}
