import { Button } from "../../components/button.tsx";
import type { KnownHost } from "./data.ts";

export interface HostsLiveProps {
  readonly hosts: readonly KnownHost[];
  /** Puts what is known of a host into the form. */
  readonly onTry: (host: KnownHost) => void;
}

/** Hosts that are connected now, and those that left. */
export function HostsLive({ hosts, onTry }: HostsLiveProps) {
  return (
    <section className="stack-tight" aria-label="Connected hosts">
      <h2>Connected hosts</h2>
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
                <span
                  className={host.isConnected ? "light light-good" : "light light-bad"}
                  aria-hidden="true"
                />
                <span className="grow">
                  <strong>{host.id}</strong>{" "}
                  <span className="muted small">
                    {host.isConnected ? "connected" : "left"} · {host.role} · {host.os ?? "unknown"}
                    {bins.length === 0 ? "" : ` · ${bins.map(([name]) => name).join(", ")}`}
                  </span>
                </span>
                <Button size="small" aria-label={`Try as ${host.id}`} onClick={() => onTry(host)}>
                  Try
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
