import type { Diagnostic } from "../../../../src/skill/index.ts";
import { Button } from "../../components/button.tsx";
import { DiagnosticList } from "../../components/diagnostic-list.tsx";
import { EmptyState } from "../../components/states.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

export interface DockProblemsProps {
  readonly diagnostics: readonly Diagnostic[];
  readonly onOpen: (diagnostic: Diagnostic) => void;
  /** Absent where the text may not be changed. */
  readonly onFix?: ((diagnostic: Diagnostic) => void) | undefined;
  readonly onFixAll?: (() => void) | undefined;
}

export function DockProblems({ diagnostics, onOpen, onFix, onFixAll }: DockProblemsProps) {
  const say = useTexts();
  const fixes = diagnostics.filter(({ fix }) => fix?.safety === "safe").length;
  if (diagnostics.length === 0)
    return (
      <EmptyState icon="check" title={say("studio.noProblems")}>
        {say("studio.checkedLive")}
      </EmptyState>
    );
  return (
    <>
      <DiagnosticList
        diagnostics={diagnostics}
        onOpen={onOpen}
        {...(onFix === undefined ? {} : { onFix })}
      />
      {onFixAll === undefined || fixes === 0 ? null : (
        <p className="dock-foot">
          <Button size="small" onClick={onFixAll}>
            {say("studio.fixAll")}
          </Button>
          <span className="muted small">{say("editor.canBeFixedSafely", { count: fixes })}</span>
        </p>
      )}
    </>
  );
}
