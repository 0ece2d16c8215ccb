import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, type Client } from "../../../src/client/index.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Failure, Loading, Notice } from "../components/states.tsx";
import { useClient } from "../data/workbench.ts";
import type { Passage } from "./course.ts";
import "./runs.css";
import { useTexts } from "../texts/use-texts.tsx";

type Placed = Awaited<ReturnType<Client["readPassage"]>>;

export interface SourceDialogProps {
  readonly passage: Passage;
  /** Its id, or its name. */
  readonly knowledgeBase: string;
  readonly fileName: string;
  readonly onClose: () => void;
}

/** How many passages around the wanted one are shown: at first, and with each wish for more. */
const AROUND = [1, 4, 20] as const;

/** A passage where it stands in its document. */
export function SourceDialog({ passage, knowledgeBase, fileName, onClose }: SourceDialogProps) {
  const say = useTexts();
  const [wish, setWish] = useState(0);
  const source = usePassage(passage, knowledgeBase, AROUND[wish] ?? AROUND[0]);
  const placed = source.data;
  const hasMore = placed !== undefined && wish < AROUND.length - 1 && isCut(placed);
  return (
    <Dialog title={placed?.filename ?? fileName} isOpen onClose={onClose} isWide>
      {placed === undefined ? null : <Place placed={placed} score={passage.score} />}
      {source.isPending ? <Loading what={say("runs.openingTheSource")} /> : null}
      {source.isError ? (
        isGone(source.error) ? (
          <Gone text={passage.text} />
        ) : (
          <Failure error={source.error} retry={() => void source.refetch()} />
        )
      ) : null}
      {placed === undefined ? null : <GateContext placed={placed} />}
      <div className="dialog-actions">
        {hasMore ? (
          <Button look="quiet" disabled={source.isFetching} onClick={() => setWish(wish + 1)}>
            {say("runs.showMoreAroundIt")}
          </Button>
        ) : null}
        {placed === undefined ? null : (
          <Link className="button" to="/playground/knowledge" search={{ base: placed.kb_id }}>
            {say("runs.openTheKnowledgeBase")}
          </Link>
        )}
        <Button onClick={onClose}>{say("common.close")}</Button>
      </div>
    </Dialog>
  );
}

function usePassage(
  { docId, chunkIndex }: Passage,
  knowledgeBase: string,
  around: number,
): UseQueryResult<Placed> {
  const client = useClient();
  return useQuery({
    queryKey: ["passage", knowledgeBase, docId, chunkIndex, around],
    queryFn: ({ signal }) =>
      client.readPassage({
        params: { kb: knowledgeBase, doc: docId, index: String(chunkIndex) },
        query: { around },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function firstOf({ before, chunk_index: own }: Placed): number {
  return before[0]?.chunk_index ?? own;
}

function lastOf({ after, chunk_index: own }: Placed): number {
  return after.at(-1)?.chunk_index ?? own;
}

function isCut(placed: Placed): boolean {
  return firstOf(placed) > 0 || lastOf(placed) < placed.chunk_count - 1;
}

function Place({ placed, score }: { readonly placed: Placed; readonly score: number }) {
  const say = useTexts();
  return (
    <p className="muted small">
      {say("runs.passageOfInThe", {
        a: placed.chunk_index + 1,
        chunk_count: placed.chunk_count,
        kb_name: placed.kb_name,
        d: score.toFixed(2),
      })}
    </p>
  );
}

/** The document, or the passage in it, was taken away since. */
function Gone({ text }: { readonly text: string }) {
  const say = useTexts();
  return (
    <>
      <Notice tone="warn">{say("runs.theSourceIsNo")}</Notice>
      <div className="source-text">
        <mark className="source-passage">{text}</mark>
      </div>
    </>
  );
}

function GateContext({ placed }: { readonly placed: Placed }) {
  const say = useTexts();
  const label = say("runs.thePassageWhereIt");
  const { before, after } = placed;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="source-text" tabIndex={0} role="group" aria-label={label}>
      {firstOf(placed) > 0 ? <p aria-hidden="true">…</p> : null}
      {before.map(({ chunk_index: index, text }) => (
        <p key={index}>{text}</p>
      ))}
      {/* Drawn anew where something was put before it, and so brought into sight again. */}
      <mark key={before.length} className="source-passage" ref={bringIntoSight}>
        {placed.text}
      </mark>
      {after.map(({ chunk_index: index, text }) => (
        <p key={index}>{text}</p>
      ))}
      {lastOf(placed) < placed.chunk_count - 1 ? <p aria-hidden="true">…</p> : null}
    </div>
  );
}

function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "start" });
}
