import type { Client } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { Failure, Loading, Notice } from "../../components/states.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { sayBytes } from "../registry/words.tsx";
import { useSetting } from "./data.ts";

type Health = Awaited<ReturnType<Client["readServerHealth"]>>;

/** Somebody has to look at these where there are any. */
const WORRIES: ReadonlySet<string> = new Set(["documents-failed", "webhooks-failing"]);

/** How the server is: whether it can answer, what waits, and what fills its disk. */
export function HealthSection() {
  const say = useTexts();
  const health = useSetting("health", (client, signal) => client.readServerHealth({ signal }));
  if (health.isError) return <Failure error={health.error} retry={() => void health.refetch()} />;
  if (health.data === undefined) return <Loading what={say("health.loading")} />;
  const { problem, version, database, free_bytes: free } = health.data;
  return (
    <div className="stack">
      <Notice tone={problem === undefined ? "good" : "bad"}>
        {problem === undefined ? say("health.ready") : `${problem}.`}
      </Notice>
      <p className="row small muted">
        <span>
          {[
            `Skillwright ${version}`,
            database === "postgres" ? "PostgreSQL" : "SQLite",
            ...(free === undefined ? [] : [say("health.free", { size: sayBytes(free) })]),
          ].join(" · ")}
        </span>
        <Button size="small" disabled={health.isFetching} onClick={() => void health.refetch()}>
          {say("health.again")}
        </Button>
      </p>
      <div className="settings-columns">
        <Work work={health.data.work} />
        <Storage storage={health.data.storage} />
      </div>
    </div>
  );
}

function Work({ work }: Pick<Health, "work">) {
  const say = useTexts();
  return (
    <section className="card card-flush" aria-labelledby="health-work">
      <h3 id="health-work" className="settings-bar">
        {say("health.work")}
      </h3>
      <table className="table">
        <tbody>
          {work.map(({ kind, count }) => (
            <tr key={kind}>
              <th scope="row">{say(`health.${kind}`)}</th>
              <td className="settings-figure">
                {count > 0 && WORRIES.has(kind) ? (
                  <span className="badge badge-bad">{count.toLocaleString("en")}</span>
                ) : (
                  count.toLocaleString("en")
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Storage({ storage }: Pick<Health, "storage">) {
  const say = useTexts();
  const most = Math.max(1, ...storage.map(({ bytes }) => bytes));
  return (
    <section className="card card-flush" aria-labelledby="health-storage">
      <h3 id="health-storage" className="settings-bar">
        {say("health.storage")}
      </h3>
      <table className="table">
        <tbody>
          {storage.map(({ kind, count, bytes }) => (
            <tr key={kind}>
              <th scope="row">{say(`health.${kind}`)}</th>
              <td className="settings-figure">{count.toLocaleString("en")}</td>
              <td className="settings-share" aria-hidden="true">
                <span
                  className="settings-share-bar"
                  style={{ width: `${(100 * bytes) / most}%` }}
                />
              </td>
              <td className="settings-figure">{sayBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
