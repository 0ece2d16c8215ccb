import { ScrollBox } from "../../components/scroll-box.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { useModels } from "../../data/models.ts";
import { useUser } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ConnectModel } from "./connect-model.tsx";
import { useProviders } from "./data.ts";
import { ModelBudget } from "./model-budget.tsx";
import { ModelTable } from "./model-table.tsx";

/** Which models answer; administrators connect them here. */
export function ModelSection() {
  return useUser().role === "admin" ? <AllModels /> : <OwnModels />;
}

function AllModels() {
  const say = useTexts();
  const providers = useProviders();
  if (providers.isError)
    return <Failure error={providers.error} retry={() => void providers.refetch()} />;
  if (providers.data === undefined) return <Loading what={say("models.loading")} />;
  const isEmpty = providers.data.providers.length === 0;
  return (
    <div className="stack models">
      <p className="muted">{say(isEmpty ? "models.none" : "models.order")}</p>
      {isEmpty ? null : <ModelTable data={providers.data} />}
      <ConnectModel />
      {isEmpty ? null : <ModelBudget rules={providers.data.rules} />}
    </div>
  );
}

/** Those that a user may use. */
function OwnModels() {
  const say = useTexts();
  const models = useModels();
  if (models === undefined) return <Loading what={say("models.loading")} />;
  if (models.total === 0)
    return (
      <div className="card">
        <EmptyState icon="gauge" title={say("models.noneTitle")}>
          {say("models.askAdmin")}
        </EmptyState>
      </div>
    );
  return (
    <ScrollBox label={say("settings.models")} className="card card-flush">
      <table className="table table-middle">
        <thead>
          <tr>
            <th scope="col">{say("models.model")}</th>
            <th scope="col" className="number">
              {say("models.context")}
            </th>
            <th scope="col">{say("models.turn")}</th>
          </tr>
        </thead>
        <tbody>
          {models.items.map(({ id, name, provider, context_window: window }) => (
            <tr key={id}>
              <td>
                <span className="models-name">
                  <strong>{name}</strong>
                  <small>{provider}</small>
                </span>
              </td>
              <td className="number muted">
                {window === null ? "–" : say("models.tokens", { count: window })}
              </td>
              <td>
                {id === models.default_model ? (
                  <span className="badge">{say("models.first")}</span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
