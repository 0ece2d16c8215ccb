import { useState } from "react";
import { Tabs } from "../../components/tabs.tsx";
import { useFileNames } from "../../data/knowledge.ts";
import type { Course, Passage } from "../../runs/course.ts";
import { Figures } from "../../runs/figures.tsx";
import { SourceDialog } from "../../runs/source-dialog.tsx";
import { Timeline } from "../../runs/timeline.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

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
  const say = useTexts();
  const sources = course?.passages.length ?? 0;
  const steps = course?.steps.length ?? 0;
  return (
    <aside className="chat-drawer" aria-label={say("chat.about")}>
      <Tabs
        label={say("chat.about")}
        value={tab}
        onChange={onTab}
        tabs={[
          { name: "sources", title: <Counted title={say("chat.sources")} count={sources} /> },
          { name: "steps", title: <Counted title={say("chat.steps")} count={steps} /> },
          { name: "cost", title: say("run.cost") },
        ]}
      >
        <div className="chat-drawer-body">
          {course === undefined ? (
            <p className="muted">{say("chat.theSourcesAndSteps")}</p>
          ) : tab === "sources" ? (
            <Sources course={course} />
          ) : tab === "steps" ? (
            <Timeline steps={course.steps} />
          ) : course.state === "running" ? (
            <p className="muted">{say("chat.whenComplete")}</p>
          ) : (
            <Figures requestId={course.requestId} />
          )}
        </div>
      </Tabs>
    </aside>
  );
}

/** A passage in a line or two: without the marks of its headings. */
function plainOf(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/^#{1,6} /u, ""))
    .join("\n");
}

function Counted({ title, count }: { readonly title: string; readonly count: number }) {
  return (
    <>
      {title} {count === 0 ? null : <span className="tab-count">{count}</span>}
    </>
  );
}

function Sources({ course: { passages, knowledgeBase } }: { readonly course: Course }) {
  const say = useTexts();
  const [open, setOpen] = useState<Passage | undefined>();
  const names = useFileNames(knowledgeBase);
  if (passages.length === 0) return <p className="muted">{say("chat.noBase")}</p>;
  return (
    <>
      <ol className="chat-sources">
        {passages.map((passage, index) => {
          const name = names.get(passage.docId) ?? say("common.document");
          return (
            <li key={`${passage.docId} ${passage.chunkIndex}`} className="chat-source">
              <div className="row">
                <span className="citation-number">{index + 1}</span>
                <strong className="grow clip">
                  {name}
                  {passage.page === undefined ? "" : say("chat.page", { page: passage.page })}
                </strong>
                <span className="muted" title={say("common.scoreOfTheSearch")}>
                  {passage.score.toFixed(2)}
                </span>
              </div>
              <p className="chat-source-text">{plainOf(passage.text)}</p>
              <div className="row row-between small">
                <button type="button" className="link" onClick={() => setOpen(passage)}>
                  {say("chat.open", { name })}
                </button>
                <span className="muted">
                  {index < USED ? say("chat.sentToTheModel") : say("chat.foundNotSent")}
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
          fileName={names.get(open.docId) ?? say("common.document")}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
