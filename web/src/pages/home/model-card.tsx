import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { useModels } from "../../data/models.ts";
import { useUser } from "../../data/workbench.ts";
import { useTexts } from "../../texts/use-texts.tsx";

const ConnectModel = lazy(async () => ({
  default: (await import("../settings/connect-model.tsx")).ConnectModel,
}));

const MOST = 4;

/** Whether a model answers here, and the form that connects one. */
export function ModelCard() {
  const say = useTexts();
  const { role } = useUser();
  const models = useModels();
  if (models === undefined) return <div className="card" aria-hidden="true" />;
  const connected = models.items;
  if (connected.length === 0 && role === "admin")
    return (
      <Suspense fallback={<Loading what={say("models.loading")} />}>
        <ConnectModel isSmall />
      </Suspense>
    );
  return (
    <section className="card card-flush" aria-label={say("home.models")}>
      <div className="home-card-head">
        <h2>{say("home.models")}</h2>
        <Link to="/settings" search={{ tab: "models" }}>
          {say("home.manage")}
        </Link>
      </div>
      {connected.length === 0 ? (
        <div className="stack home-model">
          <p className="muted">{say("home.connectWhy")}</p>
          <p>{say("models.askAdmin")}</p>
        </div>
      ) : (
        <ul>
          {connected.slice(0, MOST).map(({ id, name, provider }) => (
            <li key={id} className="home-skill">
              <Status shape="tick" />
              <span className="clip grow">{name}</span>
              <span className="muted small">
                {id === models.default_model ? say("models.first") : provider}
              </span>
            </li>
          ))}
          {connected.length > MOST ? (
            <li className="home-skill muted">
              {say("home.more", { count: connected.length - MOST })}
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}
