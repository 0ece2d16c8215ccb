import { z } from "zod";
import { openApiDocument } from "../openapi.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "operations";

/** What looks after the server, and describes it. `table` is asked late, since these routes are in it too. */
export function operationRoutes(table: () => readonly ApiRoute[]): readonly ApiRoute[] {
  return [
    route({
      method: "GET",
      path: "/readyz",
      id: "readReadiness",
      tag,
      doc: "Says whether the server can answer requests: its database answers, and it is not stopping.",
      access: "everyone",
      answers: {
        200: { doc: "It can.", schema: z.object({ status: z.literal("ready") }) },
        503: { doc: "It cannot.", schema: problemSchema },
      },
      handle: async ({ ports }) => {
        const isReady = !ports.stopping.aborted && (await ports.database.isReady());
        return isReady
          ? Response.json({ status: "ready" })
          : Response.json({ detail: "The database does not answer" }, { status: 503 });
      },
    }),
    route({
      method: "GET",
      path: "/openapi.json",
      id: "readOpenApi",
      tag,
      doc: "Gives this description of the API.",
      access: "everyone",
      answers: { 200: { doc: "An OpenAPI document.", schema: z.record(z.string(), z.json()) } },
      handle: ({ ports }) => Response.json(openApiDocument(table(), ports.version)),
    }),
  ];
}
