import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { Diagnostic } from "../../../../src/skill/index.ts";
import { Tabs } from "../../components/tabs.tsx";
import { useSay } from "../../components/toasts.tsx";
import { noteRecent } from "../../data/recent.ts";
import { sayError, useUser } from "../../data/workbench.ts";
import { CodeEditor } from "../../editor/code-editor.tsx";
import { applyFix } from "../../editor/fix.ts";
import { useSaveKey } from "../../editor/save-key.ts";
import { skillLanguage } from "../../editor/skill-language.ts";
import { useEngine } from "../../engine/engine.ts";
import { useLoadFields } from "../../engine/queries.ts";
import type { SystemInfo } from "../../engine/systems.ts";
import { ConflictDialog } from "./conflict.tsx";
import { type KeptText, useFileChange, useSkillFiles } from "./data.ts";
import { EditorHead } from "./editor-head.tsx";
import { FileTree, MAIN_FILE } from "./file-tree.tsx";
import { FormView } from "./form-view.tsx";
import { Inspector } from "./inspector.tsx";
import { OtherFile } from "./other-file.tsx";
import { SidePanel } from "./side-panel.tsx";
import { useCheck } from "./use-check.ts";
import { type Draft, useDraft } from "./use-draft.ts";

const NO_DIAGNOSTICS: readonly Diagnostic[] = [];
type View = "text" | "form";

export interface SkillEditorProps {
  readonly name: string;
  readonly kept: KeptText;
  readonly systems: readonly SystemInfo[];
  /** The file that is open. */
  readonly file: string;
  readonly onFile: (path: string) => void;
}

export function SkillEditor({ name, kept, systems, file, onFile }: SkillEditorProps) {
  const engine = useEngine();
  const navigate = useNavigate();
  const say = useSay();
  const draft = useDraft(name, kept);
  const { text, setText } = draft;
  const hosted = systems.find(({ isHosted }) => isHosted)?.id ?? "";
  // Until somebody chooses, the format is the one that every command detects.
  const [chosen, setDialect] = useState("");
  const [view, setView] = useState<View>("text");
  const [goTo, setGoTo] = useState<{ readonly offset: number }>();
  const files = useSkillFiles(name);
  const paths = useMemo(() => files.data?.map(({ path }) => path), [files.data]);
  const checked = useCheck(name, text, chosen, paths);
  const dialect = chosen === "" ? (checked?.dialect.id ?? hosted) : chosen;
  // A plain skill is taken by every system; the fields to add are those of the one that runs it here.
  const isPlain = systems.find(({ id }) => id === dialect)?.isOpenSpecification === true;
  const fields = chosen === "" && isPlain ? hosted : dialect;
  const addFile = useFileChange(name, onFile);
  const path = `${name}/${MAIN_FILE}`;
  useRecent(name);
  useSaveKey(() => draft.save(), file === MAIN_FILE && draft.isChanged && !draft.isSaving);
  const open = ({ range }: Diagnostic): void => {
    setView("text");
    if (range !== undefined) setGoTo({ offset: range.start.offset });
  };
  const fix = draft.mayChange
    ? (diagnostic: Diagnostic): void => setText(applyFix(text, diagnostic))
    : undefined;
  const fixAll = async (): Promise<void> => {
    const known = chosen === "" ? {} : { dialect: chosen };
    const { fixed } = await engine.call("lint", { skills: [{ path, text }], fix: true, ...known });
    setText(fixed?.[0]?.text ?? text);
  };
  const add = (added: string): void => {
    addFile.mutate({ path: added, text: "" }, { onError: (error) => say.bad(sayError(error)) });
  };
  return (
    <>
      <EditorHead
        name={name}
        draft={draft}
        checked={checked}
        systems={systems}
        dialect={dialect}
        onDialect={setDialect}
        onFixAll={() => void fixAll()}
        onDeleted={() => void navigate({ to: "/skills" })}
      />
      <div className="editor">
        <FileTree
          files={files.data ?? []}
          open={file}
          onOpen={onFile}
          {...(draft.mayChange ? { onAdd: add } : {})}
        />
        {file === MAIN_FILE ? (
          <>
            <MainFile
              name={name}
              draft={draft}
              dialect={fields}
              view={view}
              onView={setView}
              diagnostics={checked?.diagnostics ?? NO_DIAGNOSTICS}
              goTo={goTo}
            />
            <Inspector name={name} draft={draft} checked={checked} dialect={dialect} onFix={fix} />
            <SidePanel
              name={name}
              draft={draft}
              checked={checked}
              onOpen={open}
              {...(fix === undefined ? {} : { onFix: fix })}
            />
          </>
        ) : (
          <OtherFile
            key={file}
            name={name}
            path={file}
            mayChange={draft.mayChange}
            onGone={() => onFile(MAIN_FILE)}
          />
        )}
      </div>
      {draft.theirs === undefined ? null : (
        <ConflictDialog
          theirs={draft.theirs.text}
          mine={text}
          onSolved={draft.solve}
          onClose={draft.leaveConflict}
        />
      )}
    </>
  );
}

interface MainFileProps {
  readonly name: string;
  readonly draft: Draft;
  readonly dialect: string;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly diagnostics: readonly Diagnostic[];
  readonly goTo: { readonly offset: number } | undefined;
}

/** The SKILL.md, as text or as a form. */
function MainFile({ name, draft, dialect, view, onView, diagnostics, goTo }: MainFileProps) {
  const loadFields = useLoadFields(dialect);
  const language = useMemo(() => skillLanguage(loadFields), [loadFields]);
  return (
    <div className="editor-main">
      <Tabs
        label="View of the file"
        value={view}
        onChange={onView}
        tabs={[
          { name: "text", title: "Text" },
          ...(draft.mayChange ? [{ name: "form" as const, title: "Form" }] : []),
        ]}
      >
        {view === "form" ? (
          <FormView key={dialect} path={`${name}/${MAIN_FILE}`} draft={draft} dialect={dialect} />
        ) : (
          <div className="editor-pane">
            <CodeEditor
              label={`Text of ${name}`}
              value={draft.text}
              {...(draft.mayChange ? { onChange: draft.setText } : {})}
              diagnostics={diagnostics}
              extensions={language}
              goTo={goTo}
            />
          </div>
        )}
      </Tabs>
    </div>
  );
}

/** It stands among the skills that were opened last. */
function useRecent(name: string): void {
  const { id } = useUser();
  useEffect(() => noteRecent(id, name), [id, name]);
}
