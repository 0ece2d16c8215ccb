import { Link } from "@tanstack/react-router";
import { Status } from "../../components/status.tsx";
import { useModels } from "../../data/models.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const MOST = 4;

/** Whether a model answers here, and the way to connect one. */
export function ModelCard() {
  const say = useTexts();
  const models = useModels();
  const connected = models?.items ?? [];
  return (
    <section className="card card-flush" aria-label="Models">
      <div className="home-card-head">
        <h2>{say(connected.length === 0 ? "home.connect" : "home.models")}</h2>
        {connected.length === 0 ? <span className="badge">{say("home.optional")}</span> : null}
      </div>
      <div className="stack home-model">
        {connected.length === 0 ? (
          <p className="muted">{say("home.connectWhy")}</p>
        ) : (
          <ul className="stack-tight">
            {connected.slice(0, MOST).map(({ id }) => (
              <li key={id} className="row">
                <Status shape="tick" />
                <span className="mono clip">{id}</span>
              </li>
            ))}
            {connected.length > MOST ? (
              <li className="muted">{say("home.more", { count: connected.length - MOST })}</li>
            ) : null}
          </ul>
        )}
        <Link
          className={connected.length === 0 ? "button button-primary" : "button"}
          to="/settings"
          search={{ tab: "models" }}
        >
          {say(connected.length === 0 ? "home.connect" : "home.manage")}
        </Link>
      </div>
    </section>
  );
}
