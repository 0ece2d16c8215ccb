import { ScrollBox } from "../../components/scroll-box.tsx";
import { EmptyState, Loading } from "../../components/states.tsx";
import { useModels } from "../../data/models.ts";
import { useUser } from "../../data/workbench.ts";
import { ModelProviders } from "./model-providers.tsx";

/** Which models answer; administrators connect them here. */
export function ModelSection() {
  const user = useUser();
  return (
    <div className="stack">
      {user.role === "admin" ? <ModelProviders /> : null}
      <ModelList isAdmin={user.role === "admin"} />
    </div>
  );
}

function ModelList({ isAdmin }: { readonly isAdmin: boolean }) {
  const models = useModels();
  if (models === undefined) return <Loading what="Loading models" />;
  if (models.total === 0)
    return (
      <div className="card">
        <EmptyState icon="gauge" title="No model connected">
          {isAdmin
            ? "Connect one above. Until then, skills can be checked and tried in a dry run."
            : "An administrator can connect one in Settings. Until then, skills can be checked and tried in a dry run."}
        </EmptyState>
      </div>
    );
  return (
    <ScrollBox label="Models" className="card card-flush">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Provider</th>
            <th scope="col">Context</th>
            <th scope="col">
              <span className="visually-hidden">Default</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {models.items.map(({ id, provider, context_window: window }) => (
            <tr key={id}>
              <td className="mono">{id}</td>
              <td>{provider}</td>
              <td>{window === null ? "not known" : `${window.toLocaleString("en")} tokens`}</td>
              <td>
                {id === models.default_model ? (
                  <span className="badge badge-good">default</span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
