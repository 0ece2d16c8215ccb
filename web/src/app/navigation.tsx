import { Link } from "@tanstack/react-router";
import { Icon } from "../components/icon.tsx";
import type { NavigationGroup } from "../pages/page-spec.ts";
import { pages } from "../pages/table.ts";

const GROUPS: readonly NavigationGroup[] = ["Write", "Work", "Share"];

export function Navigation({ onGo }: { readonly onGo: () => void }) {
  return (
    <nav className="nav-groups" aria-label="Pages">
      {GROUPS.map((group) => {
        const own = pages.filter(({ navigation }) => navigation?.group === group);
        if (own.length === 0) return null;
        return (
          <div key={group}>
            <p className="nav-group-title" id={`group-${group}`}>
              {group}
            </p>
            <ul className="nav-list" aria-labelledby={`group-${group}`}>
              {own.map(({ path, navigation }) =>
                navigation === undefined ? null : (
                  <li key={path}>
                    <Link
                      to={path}
                      className="nav-link"
                      activeOptions={{ exact: false, includeSearch: false }}
                      activeProps={{ "aria-current": "page" }}
                      onClick={onGo}
                    >
                      <Icon name={navigation.icon} />
                      {navigation.title}
                    </Link>
                  </li>
                ),
              )}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
