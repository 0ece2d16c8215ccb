import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { SkillPicker } from "../../components/skill-picker.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { type SkillRow, useEverySkill, useSources } from "../../data/skill-source.ts";
import { useEngine } from "../../engine/engine.ts";
import { ConvertPanel } from "./convert-panel.tsx";
import { MatrixTable } from "./matrix-table.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import "./portability.css";
import { SystemList } from "./system-list.tsx";

/** Rows that are judged at once. */
const MOST = 60;
const NONE: readonly SkillRow[] = [];

/** On which systems skills work, why not on the others, and the same skill in another dialect. */
export function Page() {
  const rows = useEverySkill();
  const [skill, choose] = useQueryValue("skill");
  const [file, setFile] = useQueryValue("file");
  const [pasted, setPasted] = useState<string>();
  const [isPasting, setIsPasting] = useState(false);
  const all = rows.data ?? NONE;
  const named = all.filter(({ name }) => name === skill);
  const exact = named.find(({ path }) => path === file) ?? named[0];
  const asked = exact !== undefined ? [exact] : all.filter(({ name }) => name.includes(skill));
  const { sources, isPending } = useSources(pasted === undefined ? asked.slice(0, MOST) : NONE);
  const texts =
    pasted === undefined
      ? sources.map(({ path, text, name, row }) => ({ path, text, name, file: row.path ?? "" }))
      : [{ path: "SKILL.md", text: pasted, name: "Pasted text", file: "" }];
  const [one, ...others] = texts;
  return (
    <>
      <PageHead
        title="Portability"
        lead="Where a skill works, works in part, or is refused, and what would change that."
      >
        {pasted === undefined ? (
          <SkillPicker names={all.map(({ name }) => name)} value={skill} onChange={choose} />
        ) : (
          <Button icon="close" onClick={() => setPasted(undefined)}>
            Back to my skills
          </Button>
        )}
        <Button onClick={() => setIsPasting(true)}>Paste a skill</Button>
      </PageHead>
      {rows.isError ? <Failure error={rows.error} /> : null}
      {rows.isPending || (pasted === undefined && isPending) ? <Loading what="Reading" /> : null}
      {rows.data !== undefined && texts.length === 0 && !isPending ? (
        <NoSkill
          hasAny={all.length > 0}
          onAll={() => choose("")}
          onPaste={() => setIsPasting(true)}
        />
      ) : null}
      {one === undefined ? null : others.length === 0 ? (
        <Single source={one} />
      ) : (
        <Matrix
          sources={texts}
          total={asked.length}
          onOpen={(source) => {
            choose(source.name);
            setFile(source.file);
          }}
        />
      )}
      {isPasting ? (
        <PasteDialog
          onClose={() => setIsPasting(false)}
          onDone={(text) => {
            setPasted(text);
            setIsPasting(false);
          }}
        />
      ) : null}
    </>
  );
}

interface NoSkillProps {
  readonly hasAny: boolean;
  readonly onAll: () => void;
  readonly onPaste: () => void;
}

function NoSkill({ hasAny, onAll, onPaste }: NoSkillProps) {
  return (
    <div className="card">
      <EmptyState
        icon="grid"
        title={hasAny ? "There is no such skill" : "There is no skill yet"}
        actions={
          <>
            {hasAny ? (
              <Button onClick={onAll}>Show all skills</Button>
            ) : (
              <Link className="button button-primary" to="/skills">
                Write a skill
              </Link>
            )}
            <Button onClick={onPaste}>Paste the text of one</Button>
          </>
        }
      >
        {hasAny
          ? "None of yours is called like that."
          : "Write one, or paste the text of any SKILL.md to see where it works."}
      </EmptyState>
    </div>
  );
}

interface NamedText {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** Where it lies, for a folder: names of skills may be the same. */
  readonly file: string;
}

function useMatrix(sources: readonly NamedText[]) {
  const engine = useEngine();
  const given = sources.map(({ path, text }) => ({ path, text }));
  return useQuery({
    queryKey: ["engine", "matrix", given],
    queryFn: () => engine.call("matrix", { skills: given }),
    gcTime: 30_000,
    placeholderData: (last) => last,
  });
}

function Single({ source }: { readonly source: NamedText }) {
  const matrix = useMatrix([source]);
  const [target, setTarget] = useState<{ readonly to: string; readonly count: number }>();
  if (matrix.data === undefined) return <Loading what="Judging" />;
  return (
    <>
      <SystemList
        name={source.name}
        matrix={matrix.data}
        onConvert={(to) => setTarget({ to, count: (target?.count ?? 0) + 1 })}
      />
      {target === undefined ? null : (
        <ConvertPanel
          key={target.count}
          source={source}
          to={target.to}
          onTo={(to) => setTarget({ ...target, to })}
        />
      )}
    </>
  );
}

interface MatrixProps {
  readonly sources: readonly NamedText[];
  readonly total: number;
  readonly onOpen: (source: NamedText) => void;
}

function Matrix({ sources, total, onOpen }: MatrixProps) {
  const matrix = useMatrix(sources);
  if (matrix.data === undefined) return <Loading what="Judging" />;
  const known = new Map(sources.map((source) => [source.path, source]));
  return (
    <>
      {total > sources.length ? (
        <p className="muted small">
          The first {sources.length} of {total.toLocaleString("en")}; type a name to see others.
        </p>
      ) : null}
      <MatrixTable matrix={matrix.data} sources={known} onOpen={onOpen} />
    </>
  );
}
