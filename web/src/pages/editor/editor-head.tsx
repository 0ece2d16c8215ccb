import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { MoreMenu } from "../../components/more-menu.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Select } from "../../components/select.tsx";
import { shortPath } from "../../components/short-path.ts";
import { useSay } from "../../components/toasts.tsx";
import type { SkillRow } from "../../data/skill-source.ts";
import { formatError, useUser } from "../../data/workbench.ts";
import type { SystemInfo } from "../../engine/systems.ts";
import { KeepCopy } from "../../keeping/keep-copy.tsx";
import { ShareButton } from "../../sharing/share-button.tsx";
import { useDeleteSkill } from "./data.ts";
import type { Draft } from "./use-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface EditorHeadProps {
  readonly name: string;
  readonly version: string | undefined;
  readonly draft: Draft;
  readonly systems: readonly SystemInfo[];
  readonly dialect: string;
  readonly onDialect: (id: string) => void;
  readonly onRun: () => void;
  readonly onDeleted: () => void;
}

/** What the skill is, whether it is saved, and what can be done with it. */
export function EditorHead(props: EditorHeadProps) {
  const say = useTexts();
  const { name, version, draft, systems, dialect, onDialect, onRun, onDeleted } = props;
  const { id: me } = useUser();
  const { folder } = draft.base;
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <PageHead
        title={name}
        parent={{ title: say("nav.skills"), to: "/skills" }}
        views={
          <>
            <Select
              className="editor-dialect"
              label={say("studio.checkAs")}
              value={dialect}
              onChange={onDialect}
              options={systems.map(({ id, title }) => ({ value: id, title }))}
            />
            {version === undefined ? null : <span className="badge">{version}</span>}
            <SavedState draft={draft} />
          </>
        }
      >
        {folder !== undefined ? (
          <FolderActions draft={draft} row={folder.row} />
        ) : draft.mayChange ? (
          <>
            <ShareButton
              shared={{ kind: "skill", id: name }}
              isOwn={draft.base.ownerId === me}
              name={name}
              use="read and run it"
            />
            <MoreMenu
              label={say("studio.more")}
              actions={[
                {
                  title: say("studio.deleteSkill"),
                  icon: "trash",
                  isDanger: true,
                  onClick: () => setIsDeleting(true),
                },
              ]}
            />
            <Button disabled={!draft.isChanged || draft.isSaving} onClick={() => void draft.save()}>
              {say("common.save")}
            </Button>
          </>
        ) : null}
        <Link className="button" to="/skills/$name/convert" params={{ name }}>
          {say("studio.convert")}
        </Link>
        {draft.mayChange && folder === undefined ? (
          <Link className="button" to="/library/publish" search={{ skill: name }}>
            {say("studio.publish")}
          </Link>
        ) : null}
        {folder === undefined ? (
          <Button look="primary" icon="play" onClick={onRun}>
            {say("common.run")} <kbd aria-hidden="true">Ctrl ↵</kbd>
          </Button>
        ) : null}
      </PageHead>
      {isDeleting ? (
        <DeleteDialog name={name} onClose={() => setIsDeleting(false)} onDeleted={onDeleted} />
      ) : null}
    </>
  );
}

/** It is saved where agents read it; to run or share it, the server needs a copy. */
function FolderActions({ draft, row }: { readonly draft: Draft; readonly row: SkillRow }) {
  const say = useTexts();
  return (
    <>
      <KeepCopy row={row} then="/skills/$name" />
      {draft.mayChange ? (
        <Button
          look="primary"
          disabled={!draft.isChanged || draft.isSaving}
          onClick={() => void draft.save()}
        >
          {say("common.save")}
        </Button>
      ) : null}
    </>
  );
}

function SavedState({ draft }: { readonly draft: Draft }) {
  const say = useTexts();
  const { mayChange, isChanged, base } = draft;
  if (base.folder !== undefined && !isChanged)
    return (
      <span className="editor-saved clip" title={base.folder.closed ?? base.folder.path}>
        {base.folder.closed ?? shortPath(base.folder.path)}
      </span>
    );
  return (
    <span className="editor-saved" aria-live="polite">
      {isChanged ? <span className="editor-dot" aria-hidden="true" /> : null}
      {mayChange
        ? isChanged
          ? say("editor.notSaved")
          : say("editor.saved")
        : say("editor.sharedWithYouTo")}
    </span>
  );
}

interface DeleteDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteDialog({ name, onClose, onDeleted }: DeleteDialogProps) {
  const text = useTexts();
  const say = useSay();
  const removal = useDeleteSkill(name, () => {
    say.good(text("studio.deleted", { name }));
    onDeleted();
  });
  return (
    <Dialog title={text("common.delete3", { name })} isOpen onClose={onClose}>
      <p>{text("studio.deleteEffect")}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{text("common.cancel")}</Button>
        <Button
          look="danger"
          disabled={removal.isPending}
          onClick={() =>
            removal.mutate(undefined, { onError: (error) => say.bad(formatError(error)) })
          }
        >
          {text("common.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
