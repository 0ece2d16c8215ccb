import { useRef, useState } from "react";
import type { Diagnostic } from "../../../../src/skill/index.ts";
import { Icon } from "../../components/icon.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { CodeEditor } from "../../editor/code-editor.tsx";
import type { QuickFixPlace } from "../../editor/quick-fix.ts";
import { useSkillServer } from "../../editor/use-skill-server.ts";
import type { Checked } from "../../engine/check.ts";
import type { DocumentSettings } from "../../engine/language-server.ts";
import { MAIN_FILE } from "./file-tree.tsx";
import { FormView } from "./form-view.tsx";
import { Preview } from "./preview.tsx";
import { QuickFixMenu } from "./quick-fix-menu.tsx";
import type { Draft } from "./use-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const NO_DIAGNOSTICS: readonly Diagnostic[] = [];
export type View = "text" | "form" | "preview";

export interface MainFileProps {
  readonly name: string;
  readonly draft: Draft;
  /** The format whose fields are offered. */
  readonly dialect: string;
  /** What the language server is told of the file beside its text. */
  readonly settings: DocumentSettings;
  readonly onFile: (path: string) => void;
  readonly checked: Checked | undefined;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly goTo: { readonly offset: number } | undefined;
  readonly onFix: ((diagnostic: Diagnostic) => void) | undefined;
  readonly onFixAll: () => void;
  readonly onCursor: (line: number, column: number) => void;
}

/** The SKILL.md: as text, as a form, and as people read it. */
export function MainFile(props: MainFileProps) {
  const say = useTexts();
  const { name, draft, dialect, checked, view, onView, goTo, onFix, onFixAll, onCursor } = props;
  const language = useSkillServer(name, props.settings, props.onFile);
  const [place, setPlace] = useState<QuickFixPlace>();
  const pane = useRef<HTMLDivElement>(null);
  const path = `${name}/${MAIN_FILE}`;
  const diagnostics = checked?.diagnostics ?? NO_DIAGNOSTICS;
  return (
    <div className="editor-main">
      <span className="editor-opened">
        <Icon name="file" />
        {MAIN_FILE}
        {draft.isChanged ? <span className="editor-dot" aria-hidden="true" /> : null}
      </span>
      <Tabs
        label={say("editor.viewOfTheFile")}
        value={view}
        onChange={onView}
        tabs={[
          { name: "text", title: say("skills.text") },
          ...(draft.mayChange ? [{ name: "form" as const, title: say("studio.form") }] : []),
          { name: "preview", title: say("studio.preview") },
        ]}
      >
        {view === "form" ? (
          <FormView key={dialect} path={path} draft={draft} dialect={dialect} />
        ) : null}
        {view === "preview" ? <Preview checked={checked} /> : null}
        {view === "text" ? (
          <div className="editor-pane" ref={pane}>
            <CodeEditor
              label={say("editor.textOf", { name })}
              value={draft.text}
              {...(draft.mayChange ? { onChange: draft.setText } : {})}
              extensions={language}
              goTo={goTo}
              onQuickFix={onFix === undefined ? undefined : setPlace}
              onFixAll={onFixAll}
              onCursor={onCursor}
            />
          </div>
        ) : null}
      </Tabs>
      {place === undefined || onFix === undefined ? null : (
        <QuickFixMenu
          place={place}
          path={path}
          text={draft.text}
          diagnostics={diagnostics}
          onFix={onFix}
          onFixAll={onFixAll}
          onClose={() => setPlace(undefined)}
          getText={() =>
            pane.current?.firstElementChild?.shadowRoot?.querySelector<HTMLElement>(
              ".cm-content",
            ) ?? null
          }
        />
      )}
    </div>
  );
}
