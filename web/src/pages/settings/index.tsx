import { Tabs } from "@base-ui/react/tabs";
import { useQueryValue } from "../../app/address.ts";
import { Icon, type IconName } from "../../components/icon.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { useUser } from "../../data/workbench.ts";
import type { TextKey } from "../../texts/en.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { AccountSection } from "./account.tsx";
import { AuditLog } from "./audit-log.tsx";
import { Grants } from "./grants.tsx";
import { HealthSection } from "./health.tsx";
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

interface Tab {
  readonly name: string;
  readonly title: TextKey;
  readonly icon: IconName;
  readonly isForAdmins?: true;
  readonly show: () => React.ReactNode;
}

const GROUPS: readonly { readonly title: TextKey; readonly tabs: readonly Tab[] }[] = [
  {
    title: "settings.server",
    tabs: [
      { name: "models", title: "settings.models", icon: "chat", show: () => <ModelSection /> },
      {
        name: "hosts",
        title: "settings.hosts",
        icon: "blocks",
        isForAdmins: true,
        show: () => <Hosts />,
      },
      { name: "grants", title: "settings.grants", icon: "wrench", show: () => <Grants /> },
      { name: "keys", title: "settings.keys", icon: "shield", show: () => <Keys /> },
      {
        name: "health",
        title: "settings.health",
        icon: "gauge",
        isForAdmins: true,
        show: () => <HealthSection />,
      },
    ],
  },
  {
    title: "settings.team",
    tabs: [
      {
        name: "users",
        title: "settings.users",
        icon: "user",
        isForAdmins: true,
        show: () => <Users />,
      },
      { name: "teams", title: "settings.teams", icon: "grid", show: () => <Teams /> },
      {
        name: "publishers",
        title: "settings.publishers",
        icon: "store",
        show: () => <Publishers />,
      },
      { name: "audit", title: "settings.audit", icon: "history", show: () => <AuditLog /> },
    ],
  },
  {
    title: "settings.you",
    tabs: [
      { name: "account", title: "settings.account", icon: "user", show: () => <AccountSection /> },
      { name: "tokens", title: "settings.tokens", icon: "code", show: () => <Tokens /> },
      { name: "programs", title: "settings.programs", icon: "link", show: () => <Programs /> },
    ],
  },
];

/** On a phone the list is a row that scrolls. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** What is set up here, and for whom. */
export function Page() {
  const say = useTexts();
  const user = useUser();
  const [wanted, want] = useQueryValue("tab");
  const mayOpen = ({ isForAdmins }: Tab): boolean => isForAdmins !== true || user.role === "admin";
  const all = GROUPS.flatMap(({ tabs }) => tabs).filter(mayOpen);
  const tab = all.find(({ name }) => name === wanted) ?? all.find(({ name }) => name === "account");
  return (
    <>
      <PageHead title={say("nav.settings")} />
      <Tabs.Root
        className="settings"
        orientation="vertical"
        value={tab?.name ?? ""}
        onValueChange={(name: string) => want(name)}
      >
        <Tabs.List className="settings-list" aria-label={say("nav.settings")}>
          {GROUPS.map(({ title, tabs }) => (
            <div key={title} role="presentation" className="settings-group">
              <span className="settings-head" aria-hidden="true">
                {say(title)}
              </span>
              {tabs.filter(mayOpen).map(({ name, title: shown, icon }) => (
                <Tabs.Tab
                  key={name}
                  value={name}
                  className="settings-tab"
                  ref={name === tab?.name ? showTab : undefined}
                >
                  <Icon name={icon} />
                  {say(shown)}
                </Tabs.Tab>
              ))}
            </div>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab?.name ?? ""} className="stack settings-panel">
          <h2 className="settings-title">{tab === undefined ? "" : say(tab.title)}</h2>
          {tab?.show()}
        </Tabs.Panel>
      </Tabs.Root>
    </>
  );
}
