import { useParam } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Failure, Loading } from "../../components/states.tsx";
import { useWorkflow } from "./data.ts";
import { WorkflowEditor } from "./editor.tsx";
import "./workflow.css";
import { useTexts } from "../../texts/use-texts.tsx";

/** One workflow: its picture, its nodes, its runs. */
export function Page() {
  const say = useTexts();
  const id = useParam("id");
  const { data, error, refetch } = useWorkflow(id);
  if (data !== undefined) return <WorkflowEditor key={id} loaded={data} />;
  return (
    <>
      <PageHead title={say("workflows.workflow")} />
      {error === null ? (
        <Loading what={say("workflow.loadingTheWorkflow")} />
      ) : (
        <Failure error={error} retry={() => void refetch()} />
      )}
    </>
  );
}
