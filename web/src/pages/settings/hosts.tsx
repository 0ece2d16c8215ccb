import { Link } from "@tanstack/react-router";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { useLibraryChanges } from "../../data/library.ts";
import { useWorkbench } from "../../data/workbench.ts";
import { useSetting } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** The machines that are connected to the server. */
export function Hosts() {
  const say = useTexts();
  useLibraryChanges("settings");
  const { url } = useWorkbench();
  const gateway = new URL("/", url).href.replace(/^http/u, "ws").replace(/\/$/u, "");
  const hosts = useSetting(
    "hosts",
    async (client, signal) => (await client.listHosts({ signal })).hosts,
  );
  if (hosts.isError) return <Failure error={hosts.error} retry={() => void hosts.refetch()} />;
  if (hosts.data === undefined) return <Loading what={say("settings.loadingHosts")} />;
  if (hosts.data.length === 0)
    return (
      <div className="card">
        <EmptyState icon="route" title={say("settings.noHostHasConnected")}>
          A host is a machine whose programs skills can need. On that machine, run{" "}
          <code>skillwright node --gateway {gateway} --name laptop</code> with the token for hosts
          in <code>SKILLWRIGHT_HOST_TOKEN</code>, the same as where the server runs.
        </EmptyState>
      </div>
    );
  return (
    <ul className="card card-flush">
      {hosts.data.map(({ id, role, os, isConnected, bins, env }) => (
        <li key={id} className="settings-host">
          <Status shape={isConnected ? "works" : "absent"} />
          <div className="grow">
            <strong>{id}</strong>{" "}
            <span className="small muted">
              {isConnected ? "connected" : "left"} · {role} · {os ?? say("settings.unknownSystem")}
            </span>
            <p className="small">
              {Object.keys(bins)
                .filter((name) => bins[name] === true)
                .join(", ") || say("settings.noProgramIsKnown")}
              {env.length === 0 ? "" : ` · variables ${env.join(", ")}`}
            </p>
          </div>
          <Link className="button button-small" to="/skills">
            {say("common.explain")}
          </Link>
        </li>
      ))}
    </ul>
  );
}
