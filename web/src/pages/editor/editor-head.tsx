import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { useSay } from "../../components/toasts.tsx";
import { sayError, useUser } from "../../data/workbench.ts";
import type { Checked } from "../../engine/check.ts";
import type { SystemInfo } from "../../engine/systems.ts";
import { ShareButton } from "../../sharing/share-button.tsx";
import { useDeleteSkill } from "./data.ts";
import type { Draft } from "./use-draft.ts";
import { SkillFacets } from "../../components/skill-facets.tsx";
import { Select } from "../../components/select.tsx";

export interface EditorHeadProps {
  readonly name: string;
  readonly draft: Draft;
  readonly checked: Checked | undefined;
  readonly systems: readonly SystemInfo[];
  readonly dialect: string;
  readonly onDialect: (id: string) => void;
  readonly onFixAll: () => void;
  readonly onDeleted: () => void;
}

export function EditorHead(props: EditorHeadProps) {
  const { name, draft, checked, systems, dialect, onDialect, onFixAll, onDeleted } = props;
  const { id: me } = useUser();
  const [isDeleting, setIsDeleting] = useState(false);
  const hasFix = checked?.diagnostics.some(({ fix }) => fix?.safety === "safe") === true;
  return (
    <>
      <PageHead
        title={name}
        parent={{ title: "Skills", to: "/skills" }}
        views={
          <>
            <SkillFacets name={name} current="editor" />
            <Lead draft={draft} checked={checked} />
          </>
        }
      >
        <Select
          className="editor-dialect"
          label="Check as a skill of"
          value={dialect}
          onChange={onDialect}
          options={systems.map(({ id, title }) => ({ value: id, title }))}
        />
        {draft.mayChange ? (
          <Button disabled={!hasFix} onClick={onFixAll}>
            Fix all
          </Button>
        ) : null}
        {draft.mayChange ? (
          <>
            <ShareButton
              shared={{ kind: "skill", id: name }}
              isOwn={draft.base.ownerId === me}
              name={name}
              use="read and run it"
            />
            <Link className="button" to="/library/publish" search={{ skill: name }}>
              Publish
            </Link>
            <Button icon="trash" aria-label="Delete skill" onClick={() => setIsDeleting(true)} />
            <Button
              look="primary"
              disabled={!draft.isChanged || draft.isSaving}
              onClick={() => draft.save()}
            >
              Save
            </Button>
          </>
        ) : null}
      </PageHead>
      {isDeleting ? (
        <DeleteDialog name={name} onClose={() => setIsDeleting(false)} onDeleted={onDeleted} />
      ) : null}
    </>
  );
}

function Lead({ draft, checked }: Pick<EditorHeadProps, "draft" | "checked">) {
  const errors = checked?.diagnostics.filter(({ severity }) => severity === "error").length ?? 0;
  const others = (checked?.diagnostics.length ?? 0) - errors;
  return (
    <span className="row row-wrap" aria-live="polite">
      <span className={draft.isChanged ? "badge badge-warn" : "badge"}>
        {draft.mayChange
          ? draft.isChanged
            ? "Not saved"
            : "Saved"
          : "Shared with you, to read and run"}
      </span>
      {checked === undefined ? null : (
        <>
          <span className={errors > 0 ? "badge badge-bad" : "badge badge-good"}>
            {errors === 0 ? "No errors" : errors === 1 ? "1 error" : `${errors} errors`}
          </span>
          {others === 0 ? null : (
            <span className="badge">{others === 1 ? "1 remark" : `${others} remarks`}</span>
          )}
        </>
      )}
    </span>
  );
}

interface DeleteDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteDialog({ name, onClose, onDeleted }: DeleteDialogProps) {
  const say = useSay();
  const removal = useDeleteSkill(name, () => {
    say.good(`Deleted ${name}.`);
    onDeleted();
  });
  return (
    <Dialog title={`Delete ${name}?`} isOpen onClose={onClose}>
      <p>The skill goes away with all of its files. This cannot be undone.</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          disabled={removal.isPending}
          onClick={() =>
            removal.mutate(undefined, { onError: (error) => say.bad(sayError(error)) })
          }
        >
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
