import { useState } from "react";
import type { Diagnostic } from "../../../../src/skill/index.ts";
import { DiagnosticList } from "../../components/diagnostic-list.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { DiffView } from "../../editor/diff-view.tsx";
import type { Checked } from "../../engine/check.ts";
import { History } from "./history.tsx";
import { Preview } from "./preview.tsx";
import type { Draft } from "./use-draft.ts";

export interface SidePanelProps {
  readonly name: string;
  readonly draft: Draft;
  readonly checked: Checked | undefined;
  readonly onOpen: (diagnostic: Diagnostic) => void;
  readonly onFix?: (diagnostic: Diagnostic) => void;
}

/** What stands beside the text: how it reads, what is wrong with it, what was changed. */
export function SidePanel({ name, draft, checked, onOpen, onFix }: SidePanelProps) {
  const [tab, setTab] = useState<"preview" | "problems" | "changes" | "history">("preview");
  const count = checked?.diagnostics.length ?? 0;
  return (
    <section className="editor-side" aria-label="About the text">
      <Tabs
        label="About the text"
        value={tab}
        onChange={setTab}
        tabs={[
          { name: "preview", title: "Preview" },
          { name: "problems", title: count === 0 ? "Problems" : `Problems (${count})` },
          { name: "changes", title: "Changes" },
          { name: "history", title: "History" },
        ]}
      >
        {tab === "preview" ? <Preview checked={checked} /> : null}
        {tab === "problems" ? (
          count === 0 ? (
            <EmptyState icon="check" title="Nothing is wrong" />
          ) : (
            <DiagnosticList
              diagnostics={checked?.diagnostics ?? []}
              onOpen={onOpen}
              {...(onFix === undefined ? {} : { onFix })}
            />
          )
        ) : null}
        {tab === "changes" ? <Changes draft={draft} /> : null}
        {tab === "history" ? <History name={name} draft={draft} /> : null}
      </Tabs>
    </section>
  );
}

function Changes({ draft }: { readonly draft: Draft }) {
  if (!draft.isChanged)
    return <EmptyState icon="history" title="Nothing has changed since it was saved" />;
  return (
    <div className="editor-changes">
      <DiffView
        before={draft.base.text}
        after={draft.text}
        beforeLabel="As it was saved"
        afterLabel="As it is now"
      />
    </div>
  );
}
