import { Link } from "@tanstack/react-router";
import { useParam, useQueryValue } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { SkillFacets } from "../../components/skill-facets.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { useEverySkill, useSources } from "../../data/skill-source.ts";
import "./portability.css";
import { Single } from "./single.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

/** Where one skill works, and the same skill in another format. */
export function Page() {
  const say = useTexts();
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
        lead={say("portability.whereItWorksWhat")}
        views={<SkillFacets name={name} current="convert" />}
      />
      {rows.isError ? <Failure error={rows.error} retry={() => void rows.refetch()} /> : null}
      {rows.data !== undefined && row === undefined ? (
        <div className="card">
          <EmptyState
            icon="grid"
            title={say("skills.noMatch")}
            actions={
              <Link className="button" to="/skills" search={{ view: "matrix" }}>
                {say("common.backToSkills")}
              </Link>
            }
          >
            None of yours is called <code>{name}</code>.
          </EmptyState>
        </div>
      ) : source === undefined ? (
        <Loading what={say("common.reading")} />
      ) : (
        <Single source={{ ...source, ...(source.row.kind === "shelf" ? { owner: name } : {}) }} />
      )}
    </>
  );
}
