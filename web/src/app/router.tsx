import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { Loading } from "../components/states.tsx";
import { moved, pages } from "../pages/table.ts";
import { readSearch, writeSearch } from "./address.ts";
import { ErrorPage, MissingPage } from "./error-page.tsx";
import { Shell } from "./shell.tsx";
import { loaded } from "./unloaded.ts";
import { WAYS_IN } from "./ways-in.ts";

export function createAppRouter(): AnyRouter {
  const root = createRootRoute({ component: Shell, notFoundComponent: MissingPage });
  const waysIn = WAYS_IN.map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        throw redirect({ to: "/", replace: true });
      },
    }),
  );
  const routes = pages.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(() => loaded(load), "Page"),
    }),
  );
  const former = Object.entries(moved).map(([path, addressOf]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: ({ search, params }: { readonly search: object; readonly params: object }) => {
        throw redirect({ ...addressOf({ ...search }, { ...params }), replace: true });
      },
    }),
  );
  return createRouter({
    routeTree: root.addChildren([...waysIn, ...routes, ...former]),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: Loading,
    defaultNotFoundComponent: MissingPage,
    scrollRestoration: true,
  });
}
