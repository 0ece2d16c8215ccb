import type { Diagnostic } from "../../../../src/skill/index.ts";
import type { SkillFile } from "./data.ts";
import { DockEvals } from "./dock-evals.tsx";
import { DockProblems } from "./dock-problems.tsx";
import { DockRun } from "./dock-run.tsx";
import { DockTrace } from "./dock-trace.tsx";
import type { DockTab } from "./dock.tsx";
import { History } from "./history.tsx";
import type { Draft } from "./use-draft.ts";
import type { StudioRun } from "./use-studio-run.ts";

export interface DockContentProps {
  readonly tab: DockTab;
  readonly name: string;
  readonly draft: Draft;
  readonly diagnostics: readonly Diagnostic[];
  readonly studio: StudioRun;
  readonly files: readonly SkillFile[];
  readonly isAsked: boolean;
  readonly onTaken: () => void;
  readonly onOpen: (diagnostic: Diagnostic) => void;
  readonly onFix: ((diagnostic: Diagnostic) => void) | undefined;
  readonly onFixAll: () => void;
  readonly onFile: (path: string) => void;
}

export function DockContent(props: DockContentProps) {
  const { tab, name, draft, diagnostics, studio, files } = props;
  switch (tab) {
    case "problems":
      return (
        <DockProblems
          diagnostics={diagnostics}
          onOpen={props.onOpen}
          onFix={props.onFix}
          onFixAll={draft.mayChange ? props.onFixAll : undefined}
        />
      );
    case "run":
      return <DockRun studio={studio} isAsked={props.isAsked} onTaken={props.onTaken} />;
    case "evals":
      return (
        <DockEvals
          name={name}
          text={draft.text}
          files={files}
          mayChange={draft.mayChange}
          model={studio.model}
          onFile={props.onFile}
        />
      );
    case "trace":
      return <DockTrace name={name} course={studio.course} />;
    case "history":
      return <History name={name} draft={draft} />;
  }
}
