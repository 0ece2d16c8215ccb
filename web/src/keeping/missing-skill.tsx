import { Link } from "@tanstack/react-router";
import { ApiError } from "../../../src/client/index.ts";
import { Failure, Notice } from "../components/states.tsx";
import { useEverySkill } from "../data/skill-source.ts";
import { KeepCopy, type KeepCopyProps } from "./keep-copy.tsx";
import { useTexts } from "../texts/use-texts.tsx";

export interface MissingSkillProps {
  readonly name: string;
  readonly error: unknown;
  readonly retry: () => void;
  readonly then: KeepCopyProps["then"];
}

/** Stands where a skill would that the server does not keep: it may lie in a folder, or have another name. */
export function MissingSkill({ name, error, retry, then }: MissingSkillProps) {
  const say = useTexts();
  const isAbsent = error instanceof ApiError && error.status === 404;
  const rows = useEverySkill(isAbsent);
  if (!isAbsent) return <Failure error={error} retry={retry} />;
  const row = rows.data?.find((one) => one.kind === "folder" && one.name === name);
  return (
    <>
      {row === undefined ? (
        <Failure error={error} />
      ) : (
        <Notice>
          <p>
            {name} lies in a folder of the server, where agents read it: <code>{row.path}</code>. A
            copy on the server can be changed and run here, and leaves the folder as it is.
          </p>
        </Notice>
      )}
      <div className="row row-wrap">
        {row === undefined ? null : <KeepCopy row={row} then={then} />}
        {row === undefined ? null : (
          <Link className="button" to="/skills/$name/explain" params={{ name }}>
            {say("common.explain")}
          </Link>
        )}
        <Link className="button" to="/skills">
          {say("keeping.toAllSkills")}
        </Link>
      </div>
    </>
  );
}
