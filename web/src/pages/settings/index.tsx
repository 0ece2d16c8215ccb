import { useQueryValue } from "../../app/address.ts";
import { PageHead } from "../../components/page-head.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useUser } from "../../data/workbench.ts";
import { AccountSection } from "./account.tsx";
import { Grants } from "./grants.tsx";
import { Hosts } from "./hosts.tsx";
import { Keys } from "./keys.tsx";
import { ModelSection } from "./models.tsx";
import { Programs } from "./programs.tsx";
import { Publishers } from "./publishers.tsx";
import { Teams } from "./teams.tsx";
import { Tokens } from "./tokens.tsx";
import { Users } from "./users.tsx";
import "../run/run.css";
import "./settings.css";

const TABS = [
  { name: "account", title: "Account" },
  { name: "tokens", title: "Tokens" },
  { name: "programs", title: "Programs" },
  { name: "teams", title: "Teams" },
  { name: "publishers", title: "Publishers" },
  { name: "keys", title: "Trust keys" },
  { name: "grants", title: "Grants" },
  { name: "models", title: "Models" },
  { name: "users", title: "Users", isForAdmins: true },
  { name: "hosts", title: "Hosts", isForAdmins: true },
] as const;

/** What is set up here, and for whom. */
export function Page() {
  const user = useUser();
  const [wanted, want] = useQueryValue("tab");
  const shown = TABS.filter((tab) => !("isForAdmins" in tab) || user.role === "admin");
  const tab = shown.find(({ name }) => name === wanted)?.name ?? "account";
  return (
    <>
      <PageHead title="Settings" lead={`You are ${user.email}.`} />
      <Tabs label="Settings" value={tab} onChange={want} tabs={shown}>
        {tab === "account" ? <AccountSection /> : null}
        {tab === "tokens" ? <Tokens /> : null}
        {tab === "programs" ? <Programs /> : null}
        {tab === "teams" ? <Teams /> : null}
        {tab === "publishers" ? <Publishers /> : null}
        {tab === "grants" ? <Grants /> : null}
        {tab === "keys" ? <Keys /> : null}
        {tab === "models" ? <ModelSection /> : null}
        {tab === "users" ? <Users /> : null}
        {tab === "hosts" ? <Hosts /> : null}
      </Tabs>
    </>
  );
}
