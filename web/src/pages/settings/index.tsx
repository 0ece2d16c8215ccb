import { useState } from "react";
import { useQueryValue } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Loading } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useFirstSkills } from "../../data/skill-source.ts";
import { useUser } from "../../data/workbench.ts";
import { AccountSection } from "./account.tsx";
import { Grants } from "./grants.tsx";
import { Guide } from "./guide.tsx";
import { Hosts } from "./hosts.tsx";
import { Keys } from "./keys.tsx";
import { ModelList } from "./models.tsx";
import { Publishers } from "./publishers.tsx";
import { Teams } from "./teams.tsx";
import { Tokens } from "./tokens.tsx";
import { Users } from "./users.tsx";
import "../run/run.css";
import "./settings.css";

const TABS = [
  { name: "start", title: "First steps" },
  { name: "account", title: "Account" },
  { name: "tokens", title: "Tokens" },
  { name: "teams", title: "Teams" },
  { name: "publishers", title: "Publishers" },
  { name: "keys", title: "Trust keys" },
  { name: "grants", title: "Grants" },
  { name: "models", title: "Models" },
  { name: "users", title: "Users", isForAdmins: true },
  { name: "hosts", title: "Hosts", isForAdmins: true },
] as const;
type TabName = (typeof TABS)[number]["name"];

/** What is set up here, and for whom; for somebody new, the way to a first run. */
export function Page() {
  const user = useUser();
  const { rows } = useFirstSkills();
  const [wanted, want] = useQueryValue("tab");
  const shown = TABS.filter((tab) => !("isForAdmins" in tab) || user.role === "admin");
  // Decided once: the guide must not go away when its first step is done.
  const [preset, setPreset] = useState<TabName>();
  if (preset === undefined && rows !== undefined)
    setPreset(rows.some(({ owner_id: owner }) => owner === user.id) ? "account" : "start");
  const tab = shown.find(({ name }) => name === wanted)?.name ?? preset;
  return (
    <>
      <PageHead title="Settings" lead={`You are ${user.email}.`} />
      {tab === undefined ? (
        <Loading />
      ) : (
        <Tabs label="Settings" value={tab} onChange={want} tabs={shown}>
          {tab === "start" ? <Guide /> : null}
          {tab === "account" ? <AccountSection /> : null}
          {tab === "tokens" ? <Tokens /> : null}
          {tab === "teams" ? <Teams /> : null}
          {tab === "publishers" ? <Publishers /> : null}
          {tab === "grants" ? <Grants /> : null}
          {tab === "keys" ? <Keys /> : null}
          {tab === "models" ? <ModelList /> : null}
          {tab === "users" ? <Users /> : null}
          {tab === "hosts" ? <Hosts /> : null}
        </Tabs>
      )}
    </>
  );
}
