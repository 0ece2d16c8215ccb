import { Hono } from "hono";
import { type HostInventory, HOSTS_PATH, PROTOCOL_NAME } from "../../library/hosts/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { httpCodes } from "./diagnostics.ts";
import { problemResponse } from "./problem.ts";

/** What the application needs of the rest of the house. */
export interface AppPorts {
  readonly version: string;
  readonly inventory: Pick<HostInventory, "hosts">;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** One sentence for the reference. */
  readonly doc: string;
  readonly handle: (ports: AppPorts, request: Request) => Response | Promise<Response>;
}

/** Every route there is. */
export const routes: readonly Route[] = [
  {
    method: "GET",
    path: "/healthz",
    doc: "Says that the server runs, its version, and how many hosts are connected.",
    handle: ({ version, inventory }) =>
      Response.json(
        { status: "ok", version, hosts: inventory.hosts().length },
        { headers: { "cache-control": "no-store" } },
      ),
  },
  {
    method: "GET",
    path: HOSTS_PATH,
    doc: "Opens the WebSocket connection of a host.",
    // Requests for a connection never come here: the listener hands them over before.
    handle: () =>
      problemResponse(
        {
          code: httpCodes.upgradeRequired,
          message: "Unexpected plain request, expected a WebSocket connection.",
        },
        { upgrade: "websocket", "sec-websocket-protocol": PROTOCOL_NAME },
      ),
  },
];

/** The server without a socket: a function from requests to answers. */
export function createApp(ports: AppPorts, table: readonly Route[] = routes): Hono {
  const app = new Hono();
  for (const route of table)
    app.on(route.method, route.path, (context) => route.handle(ports, context.req.raw));
  for (const [path, same] of Map.groupBy(table, (route) => route.path)) {
    const methods = same.map((route) => route.method).join(", ");
    app.all(path, () =>
      problemResponse(
        {
          code: httpCodes.methodNotAllowed,
          message: `Unexpected method, expected one of \`${methods}\`.`,
        },
        { allow: methods },
      ),
    );
  }
  app.notFound(() =>
    problemResponse({
      code: httpCodes.notFound,
      message: "Unexpected address, expected one that the server knows.",
    }),
  );
  app.onError((error) =>
    // What went wrong inside is no business of the one who asks.
    problemResponse(
      SkillError.isInstance(error)
        ? error.diagnostic
        : { code: httpCodes.internal, message: "Unexpected fault in the server itself." },
    ),
  );
  return app;
}
