import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { useSay } from "../../components/toasts.tsx";
import { formatError, useUser } from "../../data/workbench.ts";
import { type Base, useDocumentNews, useDocuments } from "../../data/knowledge.ts";
import { ShareButton } from "../../sharing/share-button.tsx";
import { useDeleteBase } from "./data.ts";
import { DocumentTable } from "./document-table.tsx";
import { DropZone } from "./drop-zone.tsx";
import { Playground } from "./playground.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface BasePanelProps {
  readonly base: Base;
  readonly onGone: () => void;
}

/** One base: its documents, and what it answers. */
export function BasePanel({ base, onGone }: BasePanelProps) {
  const say = useTexts();
  const { id: me, role } = useUser();
  const mayChange = base.owner_id === me || role === "admin";
  const documents = useDocuments(base.id);
  useDocumentNews(base.id);
  const list = documents.data ?? [];
  const uploads = useUploads(base, new Set(list.map(({ filename }) => filename)));
  return (
    <div className="stack-wide">
      <section className="stack" aria-label={say("knowledge.documents")}>
        <div className="row row-between row-wrap">
          <div className="stack-tight knowledge-title">
            <h2 className="clip">{base.name}</h2>
            <p className="small muted">{summary(list)}</p>
          </div>
          <span className="grow" />
          {list.length === 0 ? null : (
            <Link className="button button-small" to="/playground/chat" search={{ base: base.id }}>
              <Icon name="chat" />
              {say("knowledge.ask")}
            </Link>
          )}
          {mayChange ? (
            <div className="row row-wrap">
              <ShareButton
                shared={{ kind: "knowledge-base", id: base.id }}
                isOwn={base.owner_id === me}
                name={base.name}
                use="search it, and use it in their chats and skills"
                size="small"
              />
              <DeleteBase base={base} onGone={onGone} />
            </div>
          ) : (
            <span className="badge">{say("knowledge.shared")}</span>
          )}
        </div>
        {mayChange ? (
          <DropZone
            onFiles={uploads.add}
            isSmall={list.length > 0}
            maxBytes={base.max_document_bytes}
          />
        ) : null}
        <UploadList uploads={uploads.all} onRetry={uploads.retry} onRemove={uploads.remove} />
        {documents.isPending ? <Loading what={say("knowledge.loadingDocuments")} /> : null}
        {documents.error === null ? null : (
          <Failure error={documents.error} retry={() => void documents.refetch()} />
        )}
        {list.length === 0 ? null : (
          <DocumentTable base={base.id} documents={list} mayChange={mayChange} />
        )}
      </section>
      <Playground base={base.id} isEmpty={documents.isSuccess && list.length === 0} />
    </div>
  );
}

function summary(documents: readonly { readonly chunk_count: number }[]): string {
  const passages = documents.reduce((sum, { chunk_count: count }) => sum + count, 0);
  return `${counted(documents.length, "document")}, ${counted(passages, "passage")}`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function DeleteBase({ base, onGone }: BasePanelProps) {
  const text = useTexts();
  const [isAsked, setAsked] = useState(false);
  const say = useSay();
  const { mutate, isPending } = useDeleteBase(() => {
    say.good(`${base.name} is gone.`);
    onGone();
  });
  return (
    <>
      <Button look="danger" size="small" icon="trash" onClick={() => setAsked(true)}>
        {text("knowledge.delete")}
      </Button>
      <Dialog
        title={text("common.delete3", { name: base.name })}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
      >
        <p className="small">{text("knowledge.allOfItsDocuments")}</p>
        <div className="dialog-actions">
          <Button onClick={() => setAsked(false)}>{text("common.keepIt")}</Button>
          <Button
            look="danger"
            disabled={isPending}
            onClick={() => mutate(base, { onError: (error) => say.bad(formatError(error)) })}
          >
            {text("knowledge.deleteForGood")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
