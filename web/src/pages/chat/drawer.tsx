import { useState } from "react";
import { Tabs } from "../../components/tabs.tsx";
import { useFileNames } from "../../data/knowledge.ts";
import type { Course, Passage } from "../../runs/course.ts";
import { Figures } from "../../runs/figures.tsx";
import { SourceDialog } from "../../runs/source-dialog.tsx";
import { Timeline } from "../../runs/timeline.tsx";

/** The model is given the first of them; the others were found as well. */
const USED = 3;

export type DrawerTab = "sources" | "steps" | "cost";

export interface DrawerProps {
  /** Of the answer that it tells about. */
  readonly course: Course | undefined;
  readonly tab: DrawerTab;
  readonly onTab: (tab: DrawerTab) => void;
}

/** Beside a chat: where an answer is from, which tools and steps it took, and what it cost. */
export function Drawer({ course, tab, onTab }: DrawerProps) {
  const sources = course?.passages.length ?? 0;
  const steps = course?.steps.length ?? 0;
  return (
    <aside className="chat-drawer" aria-label="About the answer">
      <Tabs
        label="About the answer"
        value={tab}
        onChange={onTab}
        tabs={[
          { name: "sources", title: <Counted title="Sources" count={sources} /> },
          { name: "steps", title: <Counted title="Tools and steps" count={steps} /> },
          { name: "cost", title: "Cost" },
        ]}
      >
        <div className="chat-drawer-body">
          {course === undefined ? (
            <p className="muted">The sources and steps of an answer stand here.</p>
          ) : tab === "sources" ? (
            <Sources course={course} />
          ) : tab === "steps" ? (
            <Timeline steps={course.steps} />
          ) : course.state === "running" ? (
            <p className="muted">Known when the answer is complete.</p>
          ) : (
            <Figures requestId={course.requestId} />
          )}
        </div>
      </Tabs>
    </aside>
  );
}

function Counted({ title, count }: { readonly title: string; readonly count: number }) {
  return (
    <>
      {title} {count === 0 ? null : <span className="tab-count">{count}</span>}
    </>
  );
}

function Sources({ course: { passages, knowledgeBase } }: { readonly course: Course }) {
  const [open, setOpen] = useState<Passage | undefined>();
  const names = useFileNames(knowledgeBase);
  if (passages.length === 0)
    return <p className="muted">This answer used no knowledge base. Choose one below the text.</p>;
  return (
    <>
      <ol className="chat-sources">
        {passages.map((passage, index) => {
          const name = names.get(passage.docId) ?? "Document";
          return (
            <li key={`${passage.docId} ${passage.chunkIndex}`} className="chat-source">
              <div className="row">
                <span className="citation-number">{index + 1}</span>
                <strong className="grow clip">
                  {name}
                  {passage.page === undefined ? "" : `, page ${passage.page}`}
                </strong>
                <span className="muted" title="Score of the search">
                  {passage.score.toFixed(2)}
                </span>
              </div>
              <p className="chat-source-text">{passage.text}</p>
              <div className="row row-between small">
                <button type="button" className="link" onClick={() => setOpen(passage)}>
                  Open {name}
                </button>
                <span className="muted">
                  {index < USED ? "sent to the model" : "found, not sent"}
                </span>
              </div>
            </li>
          );
        })}
      </ol>
      {open === undefined ? null : (
        <SourceDialog
          passage={open}
          knowledgeBase={knowledgeBase}
          fileName={names.get(open.docId) ?? "Document"}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
