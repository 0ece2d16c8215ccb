import { useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { type Base, useBases } from "../../data/knowledge.ts";
import { useUser } from "../../data/workbench.ts";
import { BasePanel } from "./base-panel.tsx";
import "./knowledge.css";
import { NewBaseDialog } from "./new-base.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

/** Documents that skills, chats and workflows look things up in. */
export function Page() {
  const say = useTexts();
  const [isNew, setNew] = useState(false);
  const [chosen, choose] = useQueryValue("base");
  const bases = useBases();
  const all = bases.data ?? [];
  const base = all.find(({ id, name }) => id === chosen || name === chosen) ?? all[0];
  return (
    <>
      <PageHead title={say("nav.knowledge")} lead={say("knowledge.lead")}>
        <Button look="primary" icon="plus" onClick={() => setNew(true)}>
          {say("knowledge.new")}
        </Button>
      </PageHead>
      {bases.isPending ? <Loading what={say("knowledge.loading")} /> : null}
      {bases.error === null ? null : (
        <Failure error={bases.error} retry={() => void bases.refetch()} />
      )}
      {base === undefined ? (
        bases.isSuccess && <NoBase onNew={() => setNew(true)} />
      ) : (
        <div className="knowledge">
          <BaseList bases={all} current={base.id} onChoose={choose} />
          <BasePanel key={base.id} base={base} onGone={() => choose("")} />
        </div>
      )}
      {isNew ? (
        <NewBaseDialog
          onClose={() => setNew(false)}
          onMade={({ id }) => {
            setNew(false);
            choose(id);
          }}
        />
      ) : null}
    </>
  );
}

function NoBase({ onNew }: { readonly onNew: () => void }) {
  const text = useTexts();
  return (
    <div className="card">
      <EmptyState
        icon="book"
        title={text("knowledge.none")}
        actions={
          <Button icon="plus" onClick={onNew}>
            {text("knowledge.first")}
          </Button>
        }
      >
        A skill names one in <code>knowledge_base</code>, and its answers then say where they are
        from.
      </EmptyState>
    </div>
  );
}

interface BaseListProps {
  readonly bases: readonly Base[];
  readonly current: string;
  readonly onChoose: (id: string) => void;
}

function BaseList({ bases, current, onChoose }: BaseListProps) {
  const say = useTexts();
  const { id: me } = useUser();
  return (
    <nav aria-label={say("knowledge.bases")}>
      <ul className="knowledge-bases">
        {bases.map((base) => (
          <li key={base.id}>
            <button
              type="button"
              className="knowledge-base"
              aria-current={base.id === current ? "true" : undefined}
              onClick={() => onChoose(base.id)}
            >
              <span className="clip knowledge-base-name">{base.name}</span>
              {base.owner_id === me ? null : <span className="badge">{say("common.shared")}</span>}
              {base.description === "" ? null : (
                <span className="clip knowledge-base-about">{base.description}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
