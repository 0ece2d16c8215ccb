import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Failure, Loading, Notice } from "../components/states.tsx";
import { useClient } from "../data/workbench.ts";
import type { Passage } from "./course.ts";
import "./runs.css";

export interface CitationsProps {
  readonly passages: readonly Passage[];
  readonly knowledgeBase: string;
}

/** The model is given the first of them; the others were found as well. */
const USED = 3;

/** Where an answer is from; each opens its source. */
export function Citations({ passages, knowledgeBase }: CitationsProps) {
  const [open, setOpen] = useState<Passage | undefined>();
  const names = useFileNames(knowledgeBase);
  return (
    <section className="stack-tight" aria-label="Sources">
      <h3 className="citations-title">Sources</h3>
      <ol className="citations">
        {passages.map((passage, index) => (
          <li key={`${passage.docId} ${passage.chunkIndex}`}>
            <button type="button" className="citation" onClick={() => setOpen(passage)}>
              <span className="citation-number">{index + 1}</span>
              <span className="grow clip">
                <strong>{names.get(passage.docId) ?? "Document"}</strong>{" "}
                <span className="muted">{passage.text}</span>
              </span>
              <span className="citation-score" title="Score of the search">
                {index < USED ? "" : "not sent · "}
                {passage.score.toFixed(2)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {open === undefined ? null : (
        <SourceDialog
          passage={open}
          knowledgeBase={knowledgeBase}
          fileName={names.get(open.docId) ?? "Document"}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

function useFileNames(knowledgeBase: string): ReadonlyMap<string, string> {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["documents", knowledgeBase],
    queryFn: ({ signal }) => client.listDocuments({ params: { kb: knowledgeBase }, signal }),
    enabled: knowledgeBase !== "",
  });
  return new Map((data?.items ?? []).map(({ id, filename }) => [id, filename]));
}

interface SourceDialogProps {
  readonly passage: Passage;
  readonly knowledgeBase: string;
  readonly fileName: string;
  readonly onClose: () => void;
}

function SourceDialog({ passage, knowledgeBase, fileName, onClose }: SourceDialogProps) {
  const whole = useWholePassage(passage, knowledgeBase);
  return (
    <Dialog title={fileName} isOpen onClose={onClose} isWide>
      <p className="muted small">
        Passage {passage.chunkIndex + 1} of the document, in the knowledge base {knowledgeBase} ·
        score {passage.score.toFixed(3)}
      </p>
      {whole.isPending ? <Loading what="Opening the source" /> : null}
      {whole.isError ? <Failure error={whole.error} retry={() => void whole.refetch()} /> : null}
      {whole.data?.isWhole === false ? (
        <Notice tone="warn">The passage is no longer there as it was. This is how it began.</Notice>
      ) : null}
      {whole.data === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        <pre className="citation-text" tabIndex={0} aria-label="Text of the passage">
          {whole.data.text}
        </pre>
      )}
      <div className="dialog-actions">
        <Link className="button" to="/knowledge" search={{ base: knowledgeBase }}>
          Open the knowledge base
        </Link>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

/** An event carries the beginning of a passage; a search for that beginning finds all of it. */
function useWholePassage({ docId, chunkIndex, text }: Passage, knowledgeBase: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["passage", knowledgeBase, docId, chunkIndex],
    queryFn: async ({ signal }) => {
      const { results } = await client.searchKnowledgeBase({
        params: { kb: knowledgeBase },
        query: { query: text.replace(/\.{3}$/u, ""), top_k: 20 },
        signal,
      });
      const found = results.find(
        ({ metadata }) => metadata.doc_id === docId && metadata.chunk_index === chunkIndex,
      );
      return { text: found?.text ?? text, isWhole: found !== undefined };
    },
  });
}
