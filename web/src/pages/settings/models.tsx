import { ScrollBox } from "../../components/scroll-box.tsx";
import { EmptyState, Loading } from "../../components/states.tsx";
import { useModels } from "../../data/models.ts";

/** Which models answer. Keys of providers stay in the settings of the server. */
export function ModelList() {
  const models = useModels();
  if (models === undefined) return <Loading what="Loading models" />;
  if (models.total === 0)
    return (
      <div className="card">
        <EmptyState icon="gauge" title="No model is configured">
          Skills can be checked and tried in a dry run. To run them, start the server with{" "}
          <code>OPENAI_API_KEY</code>, <code>ANTHROPIC_API_KEY</code> or <code>OLLAMA_HOST</code>,
          and <code>SKILLWRIGHT_MODEL</code>, or with a file of settings.
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
