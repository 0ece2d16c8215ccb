import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { Loading } from "../components/states.tsx";
import { pages } from "../pages/table.ts";
import { readSearch, writeSearch } from "./address.ts";
import { ErrorPage, MissingPage } from "./error-page.tsx";
import { Shell } from "./shell.tsx";
import { loaded } from "./unloaded.ts";

/** Where the link leads that the server shows at its first start. */
export const WELCOME = "/welcome";
const GUIDE = { to: "/settings", search: { tab: "start" }, replace: true } as const;

/** Somebody new is shown the way to a first run; everybody else, the first page. */
export function createAppRouter(isFirst: boolean): AnyRouter {
  let isGuided = isFirst;
  const root = createRootRoute({ component: Shell, notFoundComponent: MissingPage });
  const home = createRoute({
    getParentRoute: () => root,
    path: "/",
    beforeLoad: () => {
      const leadsToGuide = isGuided;
      isGuided = false;
      if (leadsToGuide) throw redirect(GUIDE);
      throw redirect({ to: pages[0]?.path ?? "/", replace: true });
    },
  });
  const welcome = createRoute({
    getParentRoute: () => root,
    path: WELCOME,
    beforeLoad: () => {
      throw redirect(GUIDE);
    },
  });
  const routes = pages.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(() => loaded(load), "Page"),
    }),
  );
  return createRouter({
    routeTree: root.addChildren([home, welcome, ...routes]),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: Loading,
    defaultNotFoundComponent: MissingPage,
    scrollRestoration: true,
  });
}
