import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useParam, useQueryValue } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { SkillFacets } from "../../components/skill-facets.tsx";
import { EmptyState, Failure, Loading } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useLibraryChanges } from "../../data/library.ts";
import { type SkillRow, useEverySkill } from "../../data/skill-source.ts";
import { programsOf } from "../../data/skill-states.ts";
import { useUser } from "../../data/workbench.ts";
import { KeepCopy } from "../../keeping/keep-copy.tsx";
import { type KnownHost, useHosts } from "./data.ts";
import "./explain.css";
import { type DescribedHost, firstHost, HostForm } from "./host-form.tsx";
import { HostsLive } from "./hosts-live.tsx";
import { type Place, ServerWay } from "./server-way.tsx";
import { SimulatedWay } from "./simulated-way.tsx";
import { useTexts } from "../../texts/use-texts.tsx";

const NONE: readonly SkillRow[] = [];

/** Why a skill is loaded, or is not: its way through roots, gates, hosts and budget. */
export function Page() {
  const say = useTexts();
  useLibraryChanges("hosts", "explanation", "every-skill");
  const rows = useEverySkill();
  const all = rows.data ?? NONE;
  const skill = useParam("name");
  const [system, setSystem] = useQueryValue("system");
  const [agent, setAgent] = useQueryValue("agent");
  const row = findRow(all, skill, system, agent);
  const place = row === undefined ? undefined : placeIn(row, system, agent);
  const [view, setView] = useState<"server" | "simulated">("server");
  const shown = place === undefined ? "simulated" : view;
  const [host, setHost] = useState<DescribedHost>(firstHost);
  return (
    <>
      <PageHead
        title={skill}
        parent={{ title: "Skills", to: "/skills" }}
        lead={say("explain.whyAgentsLoadThe")}
        views={<SkillFacets name={skill} current="explain" />}
      >
        {row?.kind === "folder" ? <KeepCopy row={row} then="/skills/$name" /> : null}
      </PageHead>
      {rows.isPending ? <Loading /> : null}
      {rows.isError ? <Failure error={rows.error} /> : null}
      {rows.data !== undefined && row === undefined ? (
        <div className="card">
          <EmptyState
            icon="route"
            title={say("skills.noMatch")}
            actions={
              <Link className="button" to="/skills">
                {say("common.backToSkills")}
              </Link>
            }
          >
            None of yours is called <code>{skill}</code>.
          </EmptyState>
        </div>
      ) : null}
      {row === undefined ? null : (
        <div className="explain">
          <div className="stack explain-main">
            {place !== undefined ? (
              <Tabs
                label={say("explain.whoseView")}
                value={view}
                onChange={setView}
                tabs={[
                  { name: "server", title: "As this server sees it" },
                  { name: "simulated", title: "On a host to try" },
                ]}
              >
                {shown === "server" ? (
                  <ServerWay
                    row={row}
                    place={place}
                    onPlace={(chosen) => {
                      setSystem(chosen.dialect);
                      setAgent(chosen.agent);
                    }}
                  />
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
            <section className="card stack" aria-label={say("explain.simulateAHost")}>
              <h2>{say("explain.simulateAHost")}</h2>
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
  const counts = (row: SkillRow): boolean => {
    const states = (row.systems ?? []).filter((state) => isMeant(state, system, agent));
    return states.some(({ shadowed_by: winner }) => winner === undefined);
  };
  return named.find(counts) ?? named[0];
}

/** The system and agent of the address, where the skill is known there; or else those that load it. */
function placeIn(row: SkillRow, system: string, agent: string): Place | undefined {
  const { systems = [] } = row;
  return (
    (system === "" ? undefined : systems.find((state) => isMeant(state, system, agent))) ??
    programsOf(row).find((state) => state.dialect === row.system) ??
    programsOf(row)[0]
  );
}

function isMeant(state: Place, system: string, agent: string): boolean {
  return (system === "" || state.dialect === system) && (agent === "" || state.agent === agent);
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
