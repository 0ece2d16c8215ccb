/** A run of a workflow with all that its nodes gave, which may be long. */
import { z } from "zod";
import { executionDetail, executionHeadShape, nodeShape } from "../../../app/hub/index.ts";
import {
  type Execution,
  findExecution,
  finishedNodes,
  openWaits,
} from "../../../hub/workflows/index.ts";
import { type ApiRoute, type CallerContext, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

export const executionRoutes: readonly ApiRoute[] = [
  route({
    tag: "workflows",
    access: "user",
    method: "GET",
    path: "/api/v1/workflows/executions/{id}",
    id: "readExecution",
    doc: "Returns a run with the results of its finished nodes.",
    scope: "workflows:read",
    params: z.object({ id: z.string() }),
    answers: {
      200: { doc: "The run.", schema: executionDetail },
      404: { doc: "Not found, or not visible to this user.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params }) => {
      const execution = await findExecution(ports.workflows, caller.user, params.id);
      const waits = await openWaits(ports.workflows, execution);
      const head = executionHeadShape.out({ execution, waits });
      return listAnswer(head, "nodes", nodesOf(ports, execution));
    },
  }),
];

type Context = Pick<CallerContext<unknown, unknown, unknown>, "ports" | "request" | "requestId">;

async function* nodesOf(
  { workflows }: Context["ports"],
  execution: Execution,
): AsyncGenerator<object, void> {
  for await (const node of finishedNodes(workflows, execution)) yield nodeShape.out(node);
}

/**
 * An answer in JSON whose last member is a list, written item by item as the client reads: a slow one holds one item in
 * memory, and not all of them.
 */
function listAnswer(head: object, name: string, items: AsyncGenerator<unknown, void>): Response {
  const texts = textsOf(head, name, items);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await texts.return();
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

async function* textsOf(
  head: object,
  name: string,
  items: AsyncGenerator<unknown, void>,
): AsyncGenerator<string, void> {
  const members = JSON.stringify(head).slice(1, -1);
  yield `{${members}${members === "" ? "" : ","}${JSON.stringify(name)}:[`;
  let separator = "";
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ",";
  }
  yield "]}";
}
