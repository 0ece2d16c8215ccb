import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { MoreMenu } from "../../components/more-menu.tsx";
import { saveFile } from "../../components/save-file.ts";
import { useSay } from "../../components/toasts.tsx";
import { formatError, useClient, useUser } from "../../data/workbench.ts";
import { ShareButton } from "../../sharing/share-button.tsx";
import type { Workflow } from "./data.ts";
import type { Draft } from "./use-draft.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface EditorHeadProps {
  readonly workflow: Workflow;
  readonly draft: Draft;
  readonly mayChange: boolean;
  /** Goes to where a run is started. */
  readonly onRun: () => void;
}

/** The name of a workflow, and what can be done with all of it. */
export function EditorHead({ workflow, draft, mayChange, onRun }: EditorHeadProps) {
  const texts = useTexts();
  const { name, isChanged } = draft;
  const say = useSay();
  const client = useClient();
  const [isDeleting, setDeleting] = useState(false);
  useEffect(() => {
    document.title = `${name} · Skillwright`;
  }, [name]);
  const exportIt = async (): Promise<void> => {
    try {
      const text = await client.exportWorkflow({ params: { id: workflow.id } });
      saveFile(`${name}.json`, JSON.stringify(text, undefined, 2), "application/json");
    } catch (error) {
      say.bad(formatError(error));
    }
  };
  return (
    <header className="flow-head">
      <span className="page-parent">
        <Link to="/playground/chat">{texts("nav.playground")}</Link>{" "}
        <span aria-hidden="true">/</span>{" "}
        <Link to="/playground/workflows" aria-label={texts("workflow.allWorkflows")}>
          {texts("nav.workflows")}
        </Link>{" "}
        <span aria-hidden="true">/</span>
      </span>
      <h1 className="visually-hidden">{name}</h1>
      <input
        className="input flow-name"
        aria-label={texts("workflow.nameOfTheWorkflow")}
        value={name}
        maxLength={255}
        readOnly={!mayChange}
        onChange={(event) => draft.setName(event.target.value)}
      />
      <span className="small muted" role="status">
        {mayChange ? sayState(draft) : texts("workflow.sharedWithYouRun")}
      </span>
      <div className="row row-wrap flow-actions">
        {mayChange ? <DrawActions draft={draft} /> : null}
        <MoreMenu
          label={texts("studio.more")}
          actions={[
            {
              title: isChanged ? "Export (save it first)" : "Export",
              icon: "download",
              disabled: isChanged,
              onClick: () => void exportIt(),
            },
            ...(mayChange
              ? [
                  {
                    title: "Delete workflow…",
                    icon: "trash" as const,
                    isDanger: true,
                    onClick: () => setDeleting(true),
                  },
                ]
              : []),
          ]}
        />
        {mayChange ? <OwnerActions workflow={workflow} draft={draft} /> : null}
        <Button look="primary" icon="play" onClick={onRun}>
          Run… <kbd aria-hidden="true">Ctrl ↵</kbd>
        </Button>
      </div>
      {isDeleting ? <DeleteDialog workflow={workflow} onClose={() => setDeleting(false)} /> : null}
    </header>
  );
}

function DrawActions({ draft }: { readonly draft: Draft }) {
  const say = useTexts();
  return (
    <>
      <Button
        look="quiet"
        icon="undo"
        aria-label={say("workflow.undo")}
        disabled={!draft.canUndo}
        onClick={draft.undo}
      />
      <Button
        look="quiet"
        icon="redo"
        aria-label={say("workflow.redo")}
        disabled={!draft.canRedo}
        onClick={draft.redo}
      />
    </>
  );
}

function OwnerActions({ workflow, draft }: Pick<EditorHeadProps, "workflow" | "draft">) {
  const say = useTexts();
  const { id: me } = useUser();
  return (
    <>
      <ShareButton
        shared={{ kind: "workflow", id: workflow.id }}
        isOwn={workflow.user_id === me}
        name={draft.name}
        use="open and run it"
      />
      <Button disabled={!draft.isChanged || draft.isSaving} onClick={() => void draft.save()}>
        {say("common.save")}
      </Button>
    </>
  );
}

function sayState({ isSaving, isChanged }: Draft): string {
  if (isSaving) return "Saving…";
  return isChanged ? "Not saved" : "Saved";
}

interface DeleteDialogProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

function DeleteDialog({ workflow, onClose }: DeleteDialogProps) {
  const text = useTexts();
  const client = useClient();
  const navigate = useNavigate();
  const say = useSay();
  const deleteIt = async (): Promise<void> => {
    try {
      await client.deleteWorkflow({ params: { id: workflow.id } });
      await navigate({ to: "/workflows", ignoreBlocker: true });
    } catch (error) {
      say.bad(formatError(error));
    }
  };
  return (
    <Dialog title={text("common.delete3", { name: workflow.name })} isOpen onClose={onClose}>
      <p className="small">{text("workflow.allOfItsRuns")}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{text("common.cancel")}</Button>
        <Button look="danger" onClick={() => void deleteIt()}>
          {text("workflow.deleteWorkflow")}
        </Button>
      </div>
    </Dialog>
  );
}
