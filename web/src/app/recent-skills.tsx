import { Link, useLocation } from "@tanstack/react-router";
import { useMemo, useSyncExternalStore } from "react";
import { Status } from "../components/status.tsx";
import { type SkillRow, useEverySkill } from "../data/skill-source.ts";
import { programsOf } from "../data/skill-states.ts";
import { useUser } from "../data/workbench.ts";
import { listRecent, subscribeRecent } from "../data/recent.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** The skills that were opened last in this browser, by this user. */
export function RecentSkills() {
  const say = useTexts();
  const { id } = useUser();
  const { pathname } = useLocation();
  const names = useSyncExternalStore(subscribeRecent, () => listRecent(id));
  const { data = NONE } = useEverySkill(names.length > 0);
  const rows = useMemo(() => new Map(data.map((row) => [row.name, row])), [data]);
  if (names.length === 0) return null;
  return (
    <nav className="recent" aria-label={say("shell.recent")}>
      <p className="recent-title">{say("shell.recent")}</p>
      <ul className="nav-list">
        {names.map((name) => (
          <li key={name}>
            <Link
              to="/skills/$name"
              params={{ name }}
              className="nav-link recent-link"
              activeOptions={{ exact: true }}
              aria-current={pathname === `/skills/${name}` ? "page" : undefined}
            >
              <RecentStatus row={rows.get(name)} />
              <span className="clip">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const NONE: readonly SkillRow[] = [];

/** Whether an agent of this machine does not load it; nothing is known of what no agent reads. */
function RecentStatus({ row }: { readonly row: SkillRow | undefined }) {
  const say = useTexts();
  const states = row === undefined ? [] : programsOf(row);
  if (states.length === 0) return <Status shape="absent" />;
  return states.every((state) => state.is_eligible) ? (
    <Status shape="works" />
  ) : (
    <Status shape="rejected" label={say("app.doesNotLoad")} />
  );
}
