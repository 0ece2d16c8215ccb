import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { SourceDialog } from "../../runs/source-dialog.tsx";
import { type Asked, type Passage, useSearch } from "./data.ts";
import { highlight } from "./highlight.ts";
import { Select } from "../../components/select.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

const COUNTS = [3, 5, 10, 20];

export interface PlaygroundProps {
  readonly base: string;
  readonly isEmpty: boolean;
}

/** Asks the base what a skill would ask it, and shows what it would be given. */
export function Playground({ base, isEmpty }: PlaygroundProps) {
  const say = useTexts();
  const [asked, setAsked] = useState<Asked | undefined>();
  const found = useSearch(base, asked);
  return (
    <section className="stack" aria-label={say("knowledge.search")}>
      <div className="stack-tight">
        <h2>{say("knowledge.try")}</h2>
        <p className="small muted">
          {isEmpty ? say("knowledge.onceThereIsA") : say("knowledge.theseAreThePassages")}
        </p>
      </div>
      <QuestionForm
        isEmpty={isEmpty}
        onAsk={(next) => {
          if (asked?.query === next.query && asked.count === next.count) void found.refetch();
          else setAsked(next);
        }}
      />
      {asked === undefined ? null : found.isPending ? (
        <Loading what={say("knowledge.searching")} />
      ) : null}
      {found.error === null ? null : <Failure error={found.error} />}
      {found.data === undefined ? null : (
        <Hits base={base} passages={found.data.results} query={found.data.query} />
      )}
    </section>
  );
}

interface QuestionFormProps {
  readonly isEmpty: boolean;
  readonly onAsk: (asked: Asked) => void;
}

function QuestionForm({ isEmpty, onAsk }: QuestionFormProps) {
  const say = useTexts();
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(5);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (query.trim() !== "") onAsk({ query, count });
  };
  return (
    <form className="row row-wrap" role="search" onSubmit={submit}>
      <input
        className="input knowledge-query"
        type="search"
        data-search
        aria-label={say("knowledge.question")}
        placeholder={say("knowledge.example")}
        maxLength={4000}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <Select
        className="knowledge-count"
        label={say("knowledge.many")}
        value={String(count)}
        onChange={(chosen) => setCount(Number(chosen))}
        options={COUNTS.map((one) => ({ value: String(one), title: `${one} passages` }))}
      />
      <Button type="submit" icon="search" look="primary" disabled={isEmpty}>
        {say("knowledge.search")}
      </Button>
    </form>
  );
}

interface HitsProps {
  readonly base: string;
  readonly passages: readonly Passage[];
  readonly query: string;
}

function Hits({ base, passages, query }: HitsProps) {
  const say = useTexts();
  const [open, setOpen] = useState<Passage | undefined>();
  if (passages.length === 0)
    return (
      <p className="card muted small" role="status">
        {say("knowledge.nothing")}
      </p>
    );
  return (
    <>
      <ol className="stack" aria-label={say("knowledge.passages")}>
        {passages.map((passage, index) => (
          <HitCard
            key={passage.metadata.chunk_id}
            passage={passage}
            rank={index + 1}
            query={query}
            onOpen={() => setOpen(passage)}
          />
        ))}
      </ol>
      {open === undefined ? null : (
        <SourceDialog
          passage={{
            docId: open.metadata.doc_id,
            chunkIndex: open.metadata.chunk_index,
            score: open.score,
            text: open.text,
          }}
          knowledgeBase={base}
          fileName={open.metadata.filename}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface HitCardProps {
  readonly passage: Passage;
  readonly rank: number;
  readonly query: string;
  readonly onOpen: () => void;
}

function HitCard({ passage: { text, score, metadata }, rank, query, onOpen }: HitCardProps) {
  const say = useTexts();
  return (
    <li className="card knowledge-hit">
      <div className="row row-between">
        <span className="clip">
          <span className="muted">{rank}.</span>{" "}
          <button
            type="button"
            className="knowledge-source"
            aria-label={say("knowledge.passageOfWhereIt", {
              a: metadata.chunk_index + 1,
              filename: metadata.filename,
            })}
            onClick={onOpen}
          >
            {metadata.filename}
          </button>{" "}
          <span className="muted small">
            {metadata.page === undefined ? null : <>page {metadata.page}, </>}
            passage {metadata.chunk_index + 1}
          </span>
        </span>
        <Score value={score} />
      </div>
      <p className="knowledge-passage">
        {highlight(text, query).map((piece, at) =>
          piece.isHit ? <mark key={at}>{piece.text}</mark> : piece.text,
        )}
      </p>
    </li>
  );
}

function Score({ value }: { readonly value: number }) {
  const text = useTexts();
  return (
    <span className="row knowledge-score" title={text("knowledge.howHighItStands")}>
      <meter
        min={0}
        max={1}
        value={value}
        aria-label={text("knowledge.score", { a: value.toFixed(2) })}
      />
      {value.toFixed(2)}
    </span>
  );
}
