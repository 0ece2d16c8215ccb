import { Link } from "@tanstack/react-router";
import { useParam, useQueryValue } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { SkillFacets } from "../../components/skill-facets.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { useEverySkill, useSources } from "../../data/skill-source.ts";
import "./portability.css";
import { Single } from "./single.tsx";

/** Where one skill works, and the same skill in another format. */
export function Page() {
  const name = useParam("name");
  const [file] = useQueryValue("file");
  const rows = useEverySkill();
  const named = rows.data?.filter((row) => row.name === name) ?? [];
  const row = named.find(({ path }) => path === file) ?? named[0];
  const { sources } = useSources(row === undefined ? [] : [row]);
  const [source] = sources;
  return (
    <>
      <PageHead
        title={name}
        parent={{ title: "Skills", to: "/skills" }}
        lead="Where it works, what would change that, and the same skill in another format."
        views={<SkillFacets name={name} current="convert" />}
      />
      {rows.isError ? <Failure error={rows.error} retry={() => void rows.refetch()} /> : null}
      {rows.data !== undefined && row === undefined ? (
        <div className="card">
          <EmptyState
            icon="grid"
            title="No matching skills"
            actions={
              <Link className="button" to="/skills" search={{ view: "matrix" }}>
                Back to skills
              </Link>
            }
          >
            None of yours is called <code>{name}</code>.
          </EmptyState>
        </div>
      ) : source === undefined ? (
        <Loading what="Reading" />
      ) : (
        <Single source={{ ...source, ...(source.row.kind === "shelf" ? { owner: name } : {}) }} />
      )}
    </>
  );
}
