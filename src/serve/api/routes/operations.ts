import { z } from "zod";
import { unreadiness } from "../../../hub/health/index.ts";
import { failure } from "../../../platform/index.ts";
import { isSameSecret } from "../../../platform/machine/index.ts";
import { parseBearer } from "../../http/bearer.ts";
import { routes as listenerRoutes } from "../../http/routes.ts";
import { apiCodes } from "../../../hub/requests/index.ts";
import { openApiDocument } from "../openapi.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "operations";

const metricsRoute: ApiRoute = route({
  method: "GET",
  path: "/metrics",
  id: "readMetrics",
  tag,
  doc: "Returns the metrics of this process in the format of Prometheus; with a token where the settings require one.",
  access: "everyone",
  answers: {
    200: { doc: "The figures.", schema: z.string(), media: "text/plain; version=0.0.4" },
    401: { doc: "The token is not the one of the settings.", schema: problemSchema },
  },
  handle: ({ ports, request }) => {
    const { metrics, metricsToken } = ports;
    const given = parseBearer(request.headers.get("authorization") ?? undefined);
    if (metricsToken !== undefined && !isSameSecret(given ?? "", metricsToken))
      throw failure(apiCodes.unauthorized, "Missing or invalid Authorization header");
    return new Response(metrics.render(), {
      headers: {
        "content-type": "text/plain; version=0.0.4; charset=utf-8",
        "cache-control": "no-store",
      },
    });
  },
});

/** What the listener answers itself; it belongs into the document, and to no client of the platform. */
function answeredByListener(): readonly ApiRoute[] {
  return listenerRoutes.flatMap(({ method, path, doc, access, output }) =>
    access === "everyone" && output !== undefined
      ? [
          route({
            method,
            path,
            id: "readHealth",
            tag,
            doc,
            access,
            answers: { 200: { doc: "It runs.", schema: output } },
            handle: () => new Response(null, { status: 404 }),
          }),
        ]
      : [],
  );
}

type LoadedOperation = { readonly [key: string]: unknown };

/** The whole document of a server with these routes. */
export function describeServer(table: readonly ApiRoute[], version: string): LoadedOperation {
  return openApiDocument([...table, ...answeredByListener()], version);
}

/** What looks after the server, and describes it. `table` is asked late, since these routes are in it too. */
export function operationRoutes(table: () => readonly ApiRoute[]): readonly ApiRoute[] {
  let kept: { readonly version: string; readonly text: string } | undefined;
  /** Everyone may ask for it, and it never changes while the server runs. */
  const described = (version: string): string => {
    if (kept?.version !== version)
      kept = { version, text: JSON.stringify(describeServer(table(), version)) };
    return kept.text;
  };
  return [
    route({
      method: "GET",
      path: "/readyz",
      id: "readReadiness",
      tag,
      doc: "Says whether the server can answer requests: its database answers, its disk has room, and it is not stopping.",
      access: "everyone",
      answers: {
        200: { doc: "It can.", schema: z.object({ status: z.literal("ready") }) },
        503: { doc: "It cannot.", schema: problemSchema },
      },
      handle: async ({ ports }) => {
        const detail = await unreadiness(ports);
        return detail === undefined
          ? Response.json({ status: "ready" })
          : Response.json({ detail }, { status: 503 });
      },
    }),
    metricsRoute,
    route({
      method: "GET",
      path: "/health",
      id: "readHealthOfAgentFlow",
      tag,
      doc: "Says that the server runs, for clients of Agent Flow Lite; `/healthz` says more.",
      access: "everyone",
      answers: { 200: { doc: "It runs.", schema: z.object({ status: z.literal("healthy") }) } },
      handle: async () => ({ status: "healthy" }),
    }),
    route({
      method: "GET",
      path: "/openapi.json",
      id: "readOpenApi",
      tag,
      doc: "Returns this description of the API.",
      access: "everyone",
      answers: { 200: { doc: "An OpenAPI document.", schema: z.record(z.string(), z.json()) } },
      handle: ({ ports }) =>
        new Response(described(ports.version), {
          headers: { "content-type": "application/json" },
        }),
    }),
  ];
}
