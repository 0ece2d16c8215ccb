import { Button } from "../../components/button.tsx";
import { Status } from "../../components/status.tsx";
import type { KnownHost } from "./data.ts";
import { useTexts } from "../../texts/use-texts.tsx";

export interface HostsLiveProps {
  readonly hosts: readonly KnownHost[];
  /** Puts what is known of a host into the form. */
  readonly onTry: (host: KnownHost) => void;
}

/** Hosts that are connected now, and those that left. */
export function HostsLive({ hosts, onTry }: HostsLiveProps) {
  const say = useTexts();
  return (
    <section className="stack-tight" aria-label={say("explain.connectedHosts")}>
      <h2>{say("explain.connectedHosts")}</h2>
      {hosts.length === 0 ? (
        <p className="small muted">
          No host has connected. <code>skillwright node</code> makes a machine one.
        </p>
      ) : (
        <ul className="stack-tight">
          {hosts.map((host) => {
            const bins = Object.entries(host.bins).filter(([, isThere]) => isThere);
            return (
              <li key={host.id} className="explain-known">
                <Status shape={host.isConnected ? "works" : "absent"} />
                <span className="grow">
                  <strong>{host.id}</strong>{" "}
                  <span className="muted small">
                    {host.isConnected ? "connected" : "left"} · {host.role} · {host.os ?? "unknown"}
                    {bins.length === 0 ? "" : ` · ${bins.map(([name]) => name).join(", ")}`}
                  </span>
                </span>
                <Button
                  size="small"
                  aria-label={say("explain.tryAs", { id: host.id })}
                  onClick={() => onTry(host)}
                >
                  {say("explain.try")}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
