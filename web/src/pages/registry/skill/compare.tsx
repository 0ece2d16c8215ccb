import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Select } from "../../../components/select.tsx";
import { EmptyState, Failure, Loading } from "../../../components/states.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import {
  newestFirst,
  type SkillDetail,
  useVersion,
  useVersionText,
  type VersionDetail,
} from "./data.ts";

const DiffView = lazy(async () => ({
  default: (await import("../../../editor/diff-view.tsx")).DiffView,
}));

export interface CompareProps {
  readonly skill: SkillDetail;
  /** The later of the two, to begin with. */
  readonly version: string;
  /** The one it is compared with. */
  readonly since: string;
  readonly onChoose: (since: string, version: string) => void;
  readonly onClose: () => void;
}

/** What differs between two versions, file by file. */
export function Compare({ skill, version, since, onChoose, onClose }: CompareProps) {
  const say = useTexts();
  const options = newestFirst(skill).map((one) => ({ value: one.version, title: one.version }));
  const before = useVersion(skill.full_name, since);
  const after = useVersion(skill.full_name, version);
  const error = before.error ?? after.error;
  return (
    <section className="card card-flush" aria-label={say("versions.comparison")}>
      <div className="registry-bar row row-wrap">
        <h2>{say("versions.compare")}</h2>
        <Select
          className="registry-version"
          label={say("versions.earlier")}
          value={since}
          onChange={(one) => onChoose(one, version)}
          options={options}
        />
        <span aria-hidden="true">→</span>
        <Select
          className="registry-version"
          label={say("versions.later")}
          value={version}
          onChange={(one) => onChoose(since, one)}
          options={options}
        />
        <span className="grow" />
        <Button look="quiet" size="small" icon="close" onClick={onClose}>
          {say("common.close")}
        </Button>
      </div>
      {error === null ? null : <Failure error={error} />}
      {before.data === undefined || after.data === undefined ? (
        error === null ? (
          <Loading what={say("versions.reading")} />
        ) : null
      ) : (
        <Changes key={`${since} ${version}`} before={before.data} after={after.data} />
      )}
    </section>
  );
}

interface Change {
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
}

function changesBetween(before: VersionDetail, after: VersionDetail): readonly Change[] {
  const old = new Map(before.files.map(({ path, sha256 }) => [path, sha256]));
  const now = new Map(after.files.map(({ path, sha256 }) => [path, sha256]));
  const paths = [...new Set([...now.keys(), ...old.keys()])];
  return paths
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .flatMap((path): readonly Change[] => {
      if (!old.has(path)) return [{ path, kind: "added" }];
      if (!now.has(path)) return [{ path, kind: "removed" }];
      return old.get(path) === now.get(path) ? [] : [{ path, kind: "changed" }];
    });
}

/** What people read comes first, what follows from it last. */
function rankOf(path: string): number {
  return path === "SKILL.md" ? 0 : path === "SIGNATURE.json" ? 2 : 1;
}

const TONES = { added: "good", removed: "bad", changed: "info" } as const;

interface ChangesProps {
  readonly before: VersionDetail;
  readonly after: VersionDetail;
}

function Changes({ before, after }: ChangesProps) {
  const say = useTexts();
  const changes = changesBetween(before, after);
  const [chosen, choose] = useState(changes[0]?.path ?? "");
  const change = changes.find(({ path }) => path === chosen);
  if (change === undefined) return <EmptyState icon="check" title={say("versions.same")} />;
  return (
    <>
      <ul className="registry-changes" aria-label={say("versions.files")}>
        {changes.map(({ path, kind }) => (
          <li key={path}>
            <button type="button" aria-pressed={path === chosen} onClick={() => choose(path)}>
              <span className="mono clip grow">{path}</span>
              <span className={`badge badge-${TONES[kind]}`}>{say(`versions.${kind}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <FileChange key={chosen} before={before} after={after} change={change} />
    </>
  );
}

function FileChange({ before, after, change }: ChangesProps & { readonly change: Change }) {
  const say = useTexts();
  const { path, kind } = change;
  const old = useVersionText(before.full_name, before.version, kind === "added" ? "" : path);
  const now = useVersionText(after.full_name, after.version, kind === "removed" ? "" : path);
  const error = old.error ?? now.error;
  if (error !== null) return <Failure error={error} />;
  const left = kind === "added" ? "" : old.data;
  const right = kind === "removed" ? "" : now.data;
  if (left === undefined || right === undefined) return <Loading what={say("versions.reading")} />;
  return (
    <Suspense fallback={<Loading what={say("versions.reading")} />}>
      <DiffView
        before={left}
        after={right}
        beforeLabel={`${path} ${before.version}`}
        afterLabel={`${path} ${after.version}`}
      />
    </Suspense>
  );
}
