import { useState } from "react";
import { useFileNames } from "../data/knowledge.ts";
import type { Passage } from "./course.ts";
import { SourceDialog } from "./source-dialog.tsx";
import "./runs.css";
import { useTexts } from "../texts/use-texts.tsx";

export interface CitationsProps {
  readonly passages: readonly Passage[];
  readonly knowledgeBase: string;
}

/** The model is given the first of them; the others were found as well. */
const USED = 3;

/** Where an answer is from; each opens its source. */
export function Citations({ passages, knowledgeBase }: CitationsProps) {
  const say = useTexts();
  const [open, setOpen] = useState<Passage | undefined>();
  const names = useFileNames(knowledgeBase);
  return (
    <section className="stack-tight" aria-label={say("chat.sources")}>
      <h3 className="citations-title">{say("chat.sources")}</h3>
      <ol className="citations">
        {passages.map((passage, index) => (
          <li key={`${passage.docId} ${passage.chunkIndex}`}>
            <button type="button" className="citation" onClick={() => setOpen(passage)}>
              <span className="citation-number">{index + 1}</span>
              <span className="grow clip">
                <strong>{names.get(passage.docId) ?? say("common.document")}</strong>
                {passage.page === undefined ? "" : say("chat.page", { page: passage.page })}{" "}
                <span className="muted">{passage.text}</span>
              </span>
              <span className="citation-score" title={say("common.scoreOfTheSearch")}>
                {index < USED ? "" : `${say("chat.notSent")} · `}
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
          fileName={names.get(open.docId) ?? say("common.document")}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}
