import { Link, useLocation } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { useUser } from "../data/workbench.ts";
import { listRecent, subscribeRecent } from "../data/recent.ts";
import { useTexts } from "../texts/use-texts.tsx";

/** The skills that were opened last in this browser, by this user. */
export function RecentSkills() {
  const say = useTexts();
  const { id } = useUser();
  const { pathname } = useLocation();
  const names = useSyncExternalStore(subscribeRecent, () => listRecent(id));
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
              <span className="clip">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
