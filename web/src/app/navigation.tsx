import { Link, useLocation } from "@tanstack/react-router";
import { Icon } from "../components/icon.tsx";
import { Segments } from "../components/segments.tsx";
import type { NavigationEntry } from "../pages/page-spec.ts";
import { navigation, playground } from "../pages/table.ts";
import { useTexts } from "../texts/use-texts.tsx";

function useIsIn(): (path: string) => boolean {
  const { pathname } = useLocation();
  return (path) => pathname === path || (path !== "/" && pathname.startsWith(`${path}/`));
}

/** The five entries, at the side. */
export function Navigation() {
  const say = useTexts();
  const isIn = useIsIn();
  return (
    <nav aria-label={say("app.pages")}>
      <ul className="nav-list">
        {navigation.map(({ path, text, icon, key }) => (
          <li key={path}>
            <Link
              to={path}
              className="nav-link"
              title={say(text)}
              activeOptions={{ exact: true }}
              aria-current={isIn(path) ? "page" : undefined}
            >
              <Icon name={icon} />
              <span className="nav-title">{say(text)}</span>
              <span className="nav-key" aria-hidden="true">
                G {key.toUpperCase()}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same at the foot of a small screen. */
export function TabBar() {
  const say = useTexts();
  const isIn = useIsIn();
  return (
    <nav className="tabbar" aria-label={say("app.pages")}>
      {navigation.map(({ path, text, icon }) => (
        <Link
          key={path}
          to={path}
          activeOptions={{ exact: true }}
          aria-current={isIn(path) ? "page" : undefined}
        >
          <Icon name={icon} />
          {say(text)}
        </Link>
      ))}
    </nav>
  );
}

/** What the playground has, above each of its pages. */
export function PlaygroundViews() {
  const say = useTexts();
  const { pathname } = useLocation();
  const isShown = playground.some(({ path }) => path === pathname);
  if (!isShown) return null;
  const toSegment = ({ path, text, icon }: NavigationEntry) => ({
    title: say(text),
    icon,
    to: path,
    isCurrent: path === pathname,
  });
  return (
    <div className="main-views">
      <Segments label={say("nav.playground")} segments={playground.map(toSegment)} />
    </div>
  );
}
