import { useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { SkillPicker } from "../../components/skill-picker.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useLibraryChanges } from "../../data/library.ts";
import { type SkillRow, useEverySkill } from "../../data/skill-source.ts";
import { useUser } from "../../data/workbench.ts";
import { type KnownHost, useHosts } from "./data.ts";
import "./explain.css";
import { type DescribedHost, firstHost, HostForm } from "./host-form.tsx";
import { HostsLive } from "./hosts-live.tsx";
import { ServerWay } from "./server-way.tsx";
import { SimulatedWay } from "./simulated-way.tsx";

const NONE: readonly SkillRow[] = [];

/** Why a skill is loaded, or is not: its way through roots, gates, hosts and budget. */
export function Page() {
  useLibraryChanges("hosts", "explanation", "every-skill");
  const rows = useEverySkill();
  const all = rows.data ?? NONE;
  const [skill, choose] = useQueryValue("skill");
  const [system] = useQueryValue("system");
  const [agent] = useQueryValue("agent");
  const row = findRow(all, skill, system, agent);
  const [view, setView] = useState<"server" | "simulated">("server");
  const isServed = row?.kind === "folder";
  const shown = isServed ? view : "simulated";
  const [host, setHost] = useState<DescribedHost>(firstHost);
  return (
    <>
      <PageHead title="Explain" lead="Why a skill is loaded, or is not, and what would change it.">
        <SkillPicker
          names={all.map(({ name }) => name)}
          value={skill}
          onChange={choose}
          all="Choose a skill"
        />
      </PageHead>
      {rows.isPending ? <Loading /> : null}
      {rows.isError ? <Failure error={rows.error} /> : null}
      {rows.data !== undefined && row === undefined ? (
        <div className="card">
          <EmptyState
            icon="route"
            title={skill === "" ? "Choose a skill" : "There is no such skill"}
            actions={all.slice(0, 4).map(({ name }, index) => (
              <Button key={`${name}-${index}`} onClick={() => choose(name)}>
                {name}
              </Button>
            ))}
          >
            Its way is shown from where it lies to what the model is told.
          </EmptyState>
        </div>
      ) : null}
      {row === undefined ? null : (
        <div className="explain">
          <div className="stack explain-main">
            {isServed ? (
              <Tabs
                label="Whose view"
                value={view}
                onChange={setView}
                tabs={[
                  { name: "server", title: "As this server sees it" },
                  { name: "simulated", title: "On a host to try" },
                ]}
              >
                {shown === "server" ? (
                  <ServerWay row={row} />
                ) : (
                  <SimulatedWay row={row} host={host} />
                )}
              </Tabs>
            ) : (
              <SimulatedWay row={row} host={host} />
            )}
          </div>
          <aside className="stack explain-side">
            <Live
              onTry={(known) => {
                setHost(toDescribed(known));
                setView("simulated");
              }}
            />
            <section className="card stack" aria-label="Simulate a host">
              <h2>Simulate a host</h2>
              <HostForm
                host={host}
                onChange={(next) => {
                  setHost(next);
                  setView("simulated");
                }}
              />
            </section>
          </aside>
        </div>
      )}
    </>
  );
}

function Live({ onTry }: { readonly onTry: (host: KnownHost) => void }) {
  const hosts = useHosts();
  const { role } = useUser();
  if (role !== "admin") return null;
  return (
    <div className="card">
      <HostsLive hosts={hosts.data ?? []} onTry={onTry} />
    </div>
  );
}

/** The row that the address names; of several with the name, the one that counts. */
function findRow(
  rows: readonly SkillRow[],
  name: string,
  system: string,
  agent: string,
): SkillRow | undefined {
  const named = rows.filter((row) => row.name === name);
  const meant = named.filter(
    (row) =>
      (system === "" || row.dialect === system) && (agent === "" || (row.agent ?? "") === agent),
  );
  return meant.find(({ shadowed_by: winner }) => winner === undefined) ?? meant[0] ?? named[0];
}

function toDescribed(host: KnownHost): DescribedHost {
  return {
    id: host.id,
    os: host.platform ?? (host.os === "windows" ? "win32" : (host.os ?? "linux")),
    role: host.role,
    capabilities: host.capabilities,
    env: host.env.join(", "),
    bins: Object.entries(host.bins)
      .filter(([, isThere]) => isThere)
      .map(([name]) => name)
      .join(", "),
    isConnected: host.isConnected,
  };
}
