import { Link } from "@tanstack/react-router";
import { Status } from "../../components/status.tsx";
import { useModels } from "../../data/models.ts";

const MOST = 4;

/** Whether a model answers here, and the way to connect one. */
export function ModelCard() {
  const models = useModels();
  const connected = models?.items ?? [];
  return (
    <section className="card card-flush" aria-label="Models">
      <div className="home-card-head">
        <h2>{connected.length === 0 ? "Connect a model" : "Models"}</h2>
        {connected.length === 0 ? <span className="badge">Optional</span> : null}
      </div>
      <div className="stack home-model">
        {connected.length === 0 ? (
          <p className="muted">
            Needed for runs, chat and model evals. Everything else works without one.
          </p>
        ) : (
          <ul className="stack-tight">
            {connected.slice(0, MOST).map(({ id }) => (
              <li key={id} className="row">
                <Status shape="tick" />
                <span className="mono clip">{id}</span>
              </li>
            ))}
            {connected.length > MOST ? (
              <li className="muted">{connected.length - MOST} more</li>
            ) : null}
          </ul>
        )}
        <Link
          className={connected.length === 0 ? "button button-primary" : "button"}
          to="/settings"
          search={{ tab: "models" }}
        >
          {connected.length === 0 ? "Connect a model" : "Manage models"}
        </Link>
      </div>
    </section>
  );
}
