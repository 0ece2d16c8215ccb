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

/** All workflows of the user. */
export function Page() {
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const open = (id: string): void =>
    void navigate({ to: "/playground/workflows/$id", params: { id } });
  const { data, isPending, error, refetch } = useWorkflows();
  return (
    <>
      <PageHead
        title="Workflows"
        lead="Models, skills, knowledge and conditions, wired into one run that survives a restart."
      >
        <ImportButton onMade={open} />
        <Button look="primary" icon="plus" onClick={() => setNew(true)}>
          New workflow
        </Button>
      </PageHead>
      {isPending ? <Loading what="Loading workflows" /> : null}
      {error === null ? null : <Failure error={error} retry={() => void refetch()} />}
      {data === undefined ? null : data.length === 0 ? (
        <div className="card">
          <EmptyState
            icon="flow"
            title="There is no workflow yet"
            actions={
              <Button icon="plus" onClick={() => setNew(true)}>
                Draw the first one
              </Button>
            }
          >
            It begins with a start node; models, skills and conditions follow.
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
  const { id: me } = useUser();
  return (
    <ScrollBox label="Workflows" className="card card-flush">
      <table className="table">
        <thead>
          <tr>
            <th>Workflow</th>
            <th>State</th>
            <th className="workflows-nodes">Nodes</th>
            <th>Changed</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="workflows-name">
                <Link to="/playground/workflows/$id" params={{ id: row.id }}>
                  {row.name}
                </Link>{" "}
                {row.ownerId === me ? null : <span className="badge">shared</span>}
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
  const reason = errors[0] ?? warnings[0];
  if (reason === undefined) return <span className="badge badge-good">Can run</span>;
  return (
    <>
      <span className="badge badge-warn">
        {errors.length > 0 ? "Not finished" : "Runs in part"}
      </span>
      <p className="small muted workflows-reason">
        <Message text={reason} />
      </p>
    </>
  );
}
