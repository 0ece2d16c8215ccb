import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { SkillPicker } from "../../components/skill-picker.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { type SkillRow, useEverySkill, useSources } from "../../data/skill-source.ts";
import { MatrixTable } from "./matrix-table.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import "./portability.css";
import { Single } from "./single.tsx";
import { type NamedText, useMatrix } from "./use-matrix.ts";

/** Rows that are judged at once. */
const MOST = 60;
const NONE: readonly SkillRow[] = [];

/** Every skill against every system, and the reason of each cell. */
export function MatrixView() {
  const rows = useEverySkill();
  const navigate = useNavigate();
  const [words, setWords] = useQueryValue("skill");
  const [pasted, setPasted] = useState<string>();
  const [isPasting, setIsPasting] = useState(false);
  const all = rows.data ?? NONE;
  const asked = all.filter(({ name }) => name.includes(words));
  const { sources, isPending } = useSources(pasted === undefined ? asked.slice(0, MOST) : NONE);
  const texts = sources.map(({ path, text, name, row }) => ({
    path,
    text,
    name,
    file: row.path ?? "",
  }));
  return (
    <>
      <div className="row row-wrap">
        {pasted === undefined ? (
          <SkillPicker names={all.map(({ name }) => name)} value={words} onChange={setWords} />
        ) : (
          <Button icon="close" onClick={() => setPasted(undefined)}>
            Back to my skills
          </Button>
        )}
        <Button onClick={() => setIsPasting(true)}>Paste a skill</Button>
      </div>
      {rows.isError ? <Failure error={rows.error} /> : null}
      {rows.isPending || (pasted === undefined && isPending) ? <Loading what="Reading" /> : null}
      {rows.data !== undefined && pasted === undefined && texts.length === 0 && !isPending ? (
        <NoSkill
          hasAny={all.length > 0}
          onAll={() => setWords("")}
          onPaste={() => setIsPasting(true)}
        />
      ) : null}
      {pasted !== undefined ? (
        <Single source={{ path: "SKILL.md", text: pasted, name: "Pasted text" }} />
      ) : texts.length === 0 ? null : (
        <Matrix
          sources={texts}
          total={asked.length}
          onOpen={({ name, file }) =>
            void navigate({
              to: "/skills/$name/convert",
              params: { name },
              search: file === "" ? {} : { file },
            })
          }
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
        title={hasAny ? "No matching skills" : "There is no skill yet"}
        actions={
          <>
            {hasAny ? (
              <Button onClick={onAll}>Clear filters</Button>
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

/** Where it lies, for a folder: names of skills may be the same. */
interface NamedFile extends NamedText {
  readonly file: string;
}

interface MatrixProps {
  readonly sources: readonly NamedFile[];
  readonly total: number;
  readonly onOpen: (source: NamedFile) => void;
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
