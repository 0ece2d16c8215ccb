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

export function createAppRouter(): AnyRouter {
  const root = createRootRoute({ component: Shell, notFoundComponent: MissingPage });
  const home = createRoute({
    getParentRoute: () => root,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: pages[0]?.path ?? "/", replace: true });
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
    routeTree: root.addChildren([home, ...routes]),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: Loading,
    defaultNotFoundComponent: MissingPage,
    scrollRestoration: true,
  });
}
