import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Diagnostic } from "../../../../src/skill/index.ts";
import { useQueryValue } from "../../app/address.ts";
import { Notice } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { noteRecent } from "../../data/recent.ts";
import { formatError, useUser } from "../../data/workbench.ts";
import { applyFix } from "../../editor/fix.ts";
import { useSaveKey } from "../../editor/save-key.ts";
import { useEngine } from "../../engine/engine.ts";
import type { SystemInfo } from "../../engine/systems.ts";
import { ConflictDialog } from "./conflict.tsx";
import { type KeptText, useFileChange, useSkillFiles } from "./data.ts";
import { DockContent } from "./dock-content.tsx";
import { Dock, toDockTab, useDockHeight, useDockKey } from "./dock.tsx";
import { EditorHead } from "./editor-head.tsx";
import { FileTree, MAIN_FILE } from "./file-tree.tsx";
import { Inspector } from "./inspector.tsx";
import { MainFile, type View } from "./main-file.tsx";
import { OtherFile } from "./other-file.tsx";
import { type Pane, PaneChoice } from "./pane-choice.tsx";
import { StatusBar } from "./status-bar.tsx";
import { useCheck } from "./use-check.ts";
import { type Draft, useDraft } from "./use-draft.ts";
import { useRunKey } from "./use-run-key.ts";
import { useStudioRun } from "./use-studio-run.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const NO_DIAGNOSTICS: readonly Diagnostic[] = [];

export interface SkillEditorProps {
  readonly name: string;
  readonly kept: KeptText;
  readonly systems: readonly SystemInfo[];
  /** The file that is open. */
  readonly file: string;
  readonly onFile: (path: string) => void;
}

export function SkillEditor(props: SkillEditorProps) {
  const say = useTexts();
  const { name, systems, file, onFile } = props;
  const { folder } = props.kept;
  const navigate = useNavigate();
  const studio = useStudio(props);
  const { draft, files, checked, diagnostics, dialect, dock, place } = studio;
  return (
    <>
      <EditorHead
        name={name}
        version={checked?.version}
        draft={draft}
        systems={systems}
        dialect={dialect}
        onDialect={studio.setDialect}
        onRun={studio.run}
        onDeleted={() => void navigate({ to: "/skills" })}
      />
      <PaneChoice
        pane={place.pane}
        onChoose={(next) => {
          if (next === "run" || next === "evals") dock.open(next);
          place.setPane(next);
        }}
      />
      {folder?.problem === undefined ? null : (
        <Notice>{say("editor.filesBesideTheSkill", { problem: folder.problem })}</Notice>
      )}
      <div className={`editor editor-on-${place.pane}`}>
        <FileTree
          files={files.data ?? []}
          open={file}
          problems={diagnostics.filter(({ severity }) => severity !== "info").length}
          onOpen={place.openFile}
          {...(draft.mayChange && folder === undefined ? { onAdd: studio.addFile } : {})}
        />
        <OpenFile name={name} file={file} studio={studio} onFile={onFile} />
        <Inspector
          name={name}
          draft={draft}
          checked={checked}
          dialect={dialect}
          onFix={studio.fix}
        />
        {dock.tab === "none" ? null : (
          <Dock
            tab={dock.tab}
            isStored={folder === undefined}
            onTab={dock.open}
            count={diagnostics.length}
            height={dock.height}
            onHeight={dock.setHeight}
          >
            <DockContent
              tab={folder === undefined ? dock.tab : "problems"}
              name={name}
              draft={draft}
              diagnostics={diagnostics}
              studio={studio.runs}
              files={files.data ?? []}
              isAsked={studio.isAsked}
              onTaken={studio.onTaken}
              onOpen={place.open}
              onFix={studio.fix}
              onFixAll={studio.fixAll}
              onFile={place.openFile}
            />
          </Dock>
        )}
      </div>
      <StatusBar
        diagnostics={checked?.diagnostics}
        cursor={place.cursor}
        onProblems={() => dock.open("problems")}
      />
      {draft.theirs === undefined ? null : (
        <ConflictDialog
          theirs={draft.theirs.text}
          mine={draft.text}
          onSolved={draft.solve}
          onClose={draft.leaveConflict}
        />
      )}
    </>
  );
}

interface OpenFileProps extends Pick<SkillEditorProps, "name" | "file" | "onFile"> {
  readonly studio: ReturnType<typeof useStudio>;
}

function OpenFile({ name, file, studio, onFile }: OpenFileProps) {
  const { draft, checked, place } = studio;
  if (file !== MAIN_FILE)
    return (
      <OtherFile
        key={file}
        name={name}
        path={file}
        folder={draft.base.folder}
        mayChange={draft.mayChange && draft.base.folder === undefined}
        onGone={() => onFile(MAIN_FILE)}
      />
    );
  return (
    <MainFile
      name={name}
      draft={draft}
      dialect={studio.fields}
      settings={studio.settings}
      onFile={place.openFile}
      checked={checked}
      view={place.view}
      onView={place.setView}
      goTo={place.goTo}
      onFix={studio.fix}
      onFixAll={studio.fixAll}
      onCursor={place.setCursor}
    />
  );
}

/** What is written, what is known of it, and what can be done with it. */
function useStudio({ name, kept, systems, file, onFile }: SkillEditorProps) {
  const say = useSay();
  const draft = useDraft(name, kept);
  const hosted = systems.find(({ isHosted }) => isHosted)?.id ?? "";
  // Until somebody chooses, the format is the one that every command detects.
  const [chosen, setDialect] = useState("");
  const { folder } = kept;
  const files = useSkillFiles(name, folder);
  const paths = useMemo(() => files.data?.map(({ path }) => path), [files.data]);
  const checked = useCheck(name, draft.text, chosen, paths);
  const dialect = chosen === "" ? (checked?.dialect.id ?? hosted) : chosen;
  // A plain skill is taken by every system; the fields to add are those of the one that runs it here.
  const isPlain = systems.find(({ id }) => id === dialect)?.isOpenSpecification === true;
  const settings = useMemo(
    () => ({ dialect: chosen, hosted, ...(paths === undefined ? {} : { files: paths }) }),
    [chosen, hosted, paths],
  );
  const change = useFileChange(name, onFile);
  const runs = useStudioRun(name, draft, checked, hosted);
  const dock = useDock();
  const place = usePlace(draft.text, onFile);
  const [isAsked, setIsAsked] = useState(false);
  const onTaken = useCallback(() => setIsAsked(false), []);
  const run = (): void => {
    if (folder !== undefined) return;
    dock.open("run");
    place.setPane("run");
    setIsAsked(true);
  };
  useRecent(name);
  useSaveKey(() => void draft.save(), file === MAIN_FILE && draft.isChanged && !draft.isSaving);
  useRunKey(run);
  return {
    draft,
    files,
    checked,
    diagnostics: checked?.diagnostics ?? NO_DIAGNOSTICS,
    dialect,
    setDialect,
    fields: chosen === "" && isPlain ? hosted : dialect,
    settings,
    ...useFixes(name, draft, chosen),
    addFile: (path: string): void =>
      change.mutate({ path, text: "" }, { onError: (error) => say.bad(formatError(error)) }),
    runs,
    run,
    isAsked,
    onTaken,
    dock,
    place,
  };
}

/** What of the studio is in sight, and where in the text. */
function usePlace(text: string, onFile: (path: string) => void) {
  const [view, setView] = useState<View>("text");
  const [asked] = useQueryValue("line");
  // An address can name a line; where it is in the text is known once, before anybody writes.
  const [goTo, setGoTo] = useState(() => offsetOf(text, Number(asked)));
  const [cursor, setCursor] = useState<{ readonly line: number; readonly column: number }>();
  const [pane, setPane] = useState<Pane>("check");
  return {
    view,
    setView,
    goTo,
    cursor,
    setCursor: (line: number, column: number): void => setCursor({ line, column }),
    pane,
    setPane,
    open: ({ range }: Diagnostic): void => {
      onFile(MAIN_FILE);
      setView("text");
      setPane("files");
      if (range !== undefined) setGoTo({ offset: range.start.offset });
    },
    openFile: (path: string): void => {
      onFile(path);
      setPane("files");
    },
  };
}

function offsetOf(text: string, line: number): { readonly offset: number } | undefined {
  if (!(line > 0)) return undefined;
  const before = text.split("\n").slice(0, line - 1);
  return { offset: before.reduce((sum, one) => sum + one.length + 1, 0) };
}

/** The dock stands in the address, so that a view can be sent; its height belongs to the browser. */
function useDock() {
  const [wanted, want] = useQueryValue("dock");
  const [height, setHeight] = useDockHeight();
  const tab = toDockTab(wanted);
  const toggle = useCallback(() => want(tab === "none" ? "" : "none"), [want, tab]);
  useDockKey(toggle);
  return { tab, open: want, height, setHeight };
}

/** What the check can mend by itself; one by one only where the text may be changed. */
function useFixes(name: string, draft: Draft, dialect: string) {
  const engine = useEngine();
  const { text, setText } = draft;
  const skills = [{ path: `${name}/${MAIN_FILE}`, text }];
  const fixAll = async (): Promise<void> => {
    if (!draft.mayChange) return;
    const known = dialect === "" ? {} : { dialect };
    const { fixed } = await engine.call("lint", { skills, fix: true, ...known });
    setText(fixed?.[0]?.text ?? text);
  };
  return {
    fix: draft.mayChange
      ? (diagnostic: Diagnostic): void => setText(applyFix(text, diagnostic))
      : undefined,
    fixAll: () => void fixAll(),
  };
}

/** It stands among the skills that were opened last. */
function useRecent(name: string): void {
  const { id } = useUser();
  useEffect(() => noteRecent(id, name), [id, name]);
}
