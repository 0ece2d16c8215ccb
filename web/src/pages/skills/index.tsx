import { useQuery } from "@tanstack/react-query";
import { PageHead } from "../../components/page-head.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { useClient } from "../../data/workbench.ts";

export function Page() {
  const client = useClient();
  const skills = useQuery({
    queryKey: ["skills"],
    queryFn: ({ signal }) => client.listSkills({ query: { shared: "true" }, signal }),
  });
  return (
    <>
      <PageHead title="Skills" lead="Every skill that you can use here." />
      {skills.isPending ? <Loading what="Loading skills" /> : null}
      {skills.isError ? <Failure error={skills.error} retry={() => void skills.refetch()} /> : null}
      {skills.data?.total === 0 ? <EmptyState icon="list" title="There is no skill yet" /> : null}
      <ul>
        {skills.data?.skills.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
}
