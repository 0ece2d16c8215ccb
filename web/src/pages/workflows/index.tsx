import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/diagnostic-list.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { useUser } from "../../data/workbench.ts";
import { useWorkflows, type WorkflowRow } from "./data.ts";
import { ImportButton } from "./import-button.tsx";
import { NewWorkflowDialog } from "./new-workflow.tsx";
import "./workflows.css";
import { useTexts } from "../../texts/use-texts.tsx";

/** All workflows of the user. */
export function Page() {
  const say = useTexts();
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const open = (id: string): void =>
    void navigate({ to: "/playground/workflows/$id", params: { id } });
  const { data, isPending, error, refetch } = useWorkflows();
  return (
    <>
      <PageHead title={say("nav.workflows")} lead={say("workflows.lead")}>
        <ImportButton onMade={open} />
        <Button look="primary" icon="plus" onClick={() => setNew(true)}>
          {say("workflows.new")}
        </Button>
      </PageHead>
      {isPending ? <Loading what={say("workflows.loading")} /> : null}
      {error === null ? null : <Failure error={error} retry={() => void refetch()} />}
      {data === undefined ? null : data.length === 0 ? (
        <div className="card">
          <EmptyState
            icon="flow"
            title={say("workflows.none")}
            actions={
              <Button icon="plus" onClick={() => setNew(true)}>
                {say("workflows.first")}
              </Button>
            }
          >
            {say("workflows.itBeginsWithA")}
          </EmptyState>
        </div>
      ) : (
        <WorkflowTable rows={data} />
      )}
      {isNew ? <NewWorkflowDialog onClose={() => setNew(false)} onMade={open} /> : null}
    </>
  );
}

function WorkflowTable({ rows }: { readonly rows: readonly WorkflowRow[] }) {
  const say = useTexts();
  const { id: me } = useUser();
  return (
    <ScrollBox label={say("nav.workflows")} className="card card-flush">
      <table className="table">
        <thead>
          <tr>
            <th>{say("workflows.workflow")}</th>
            <th>{say("workflows.state")}</th>
            <th className="workflows-nodes">{say("workflows.nodes")}</th>
            <th>{say("skills.changed")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="workflows-name">
                <Link to="/playground/workflows/$id" params={{ id: row.id }}>
                  {row.name}
                </Link>{" "}
                {row.ownerId === me ? null : <span className="badge">{say("common.shared")}</span>}
                {row.description === null ? null : <p className="small muted">{row.description}</p>}
              </td>
              <td>
                <State row={row} />
              </td>
              <td className="workflows-nodes">{row.nodeCount}</td>
              <td className="muted workflows-moment">
                {new Date(row.updatedAt).toLocaleString("en", {
                  dateStyle: "medium",
                  timeStyle: "short",
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function State({ row: { errors, warnings } }: { readonly row: WorkflowRow }) {
  const say = useTexts();
  const reason = errors[0] ?? warnings[0];
  if (reason === undefined)
    return <span className="badge badge-good">{say("workflows.canRun")}</span>;
  return (
    <>
      <span className="badge badge-warn">
        {errors.length > 0 ? say("workflows.notFinished") : say("workflows.runsInPart")}
      </span>
      <p className="small muted workflows-reason">
        <Message text={reason} />
      </p>
    </>
  );
}
