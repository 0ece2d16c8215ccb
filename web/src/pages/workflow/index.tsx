import { useParam } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { useWorkflow } from "./data.ts";
import { WorkflowEditor } from "./editor.tsx";
import "./workflow.css";

/** One workflow: its picture, its nodes, its runs. */
export function Page() {
  const id = useParam("id");
  const { data, error, refetch } = useWorkflow(id);
  if (data !== undefined) return <WorkflowEditor key={id} loaded={data} />;
  return (
    <>
      <PageHead title="Workflow" />
      {error === null ? (
        <Loading what="Loading the workflow" />
      ) : (
        <Failure error={error} retry={() => void refetch()} />
      )}
    </>
  );
}
