import { z } from "zod";
import { failure } from "../../../platform/index.ts";
import {
  createEmbed,
  featureCodes,
  findEmbed,
  isFeatureEnabled,
  listEmbeds,
  revokeEmbed,
} from "../../../hub/features/index.ts";
import {
  cancelExecution,
  findExecution,
  findWorkflow,
  followExecution,
  startExecution,
  type Workflow,
  workflowCodes,
} from "../../../hub/workflows/index.ts";
import type { User } from "../../../hub/accounts/index.ts";
import { SkillError } from "../../../skill/model/index.ts";
import { apiCodes } from "../diagnostics.ts";
import { LimitError } from "../limit-error.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, route, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { checkModel } from "./check-model.ts";

const ESCAPES: { readonly [sign: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign);
}

/** A form, and below it what the last run gave, as HTML. Nothing on the page can run. */
function renderEmbedPage(input: string, result: string): Response {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Workflow</title></head>
<body>
<h1>Workflow</h1>
<form method="get"><label for="input">Input</label> <input id="input" name="input" type="text" maxlength="10000" value="${escapeHtml(input)}"> <button type="submit">Run</button></form>
${result}
</body>
</html>
`;
  return new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    },
  });
}

const tag = "workflows";
const disabled = { doc: "It is turned off, or the address is not valid.", schema: problemSchema };
/** A page waits this long for its run, which then ends. */
const RUN_MS = 30_000;
const MOST_INPUT = 10_000;

const userRoute = routesOf({ tag, access: "user", scope: "workflows:run" });

/** Pages that run a workflow for whoever knows their address, where an administrator has turned them on. */
export const publishRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "POST",
    path: "/api/v1/publish/embed",
    id: "publishEmbed",
    doc: "Makes an address, good for 24 hours, at which anybody can run a workflow of one's own, on one's own account.",
    body: z.object({ workflow_id: z.string().min(1).max(128) }),
    answers: {
      200: {
        doc: "The address.",
        schema: z.object({
          id: z.string(),
          url: z.string(),
          token: z.string(),
          expires_at: z.string(),
        }),
      },
      403: disabled,
      404: { doc: "There is no such workflow of this user.", schema: problemSchema },
    },
    handle: async ({ ports, caller, body, request }) => {
      await requireEnabled(ports);
      const { id } = await findOwn(ports, caller.user, body.workflow_id);
      const { id: embed, token, expiresAt } = await createEmbed(ports, caller, id);
      const url = new URL(`/api/v1/publish/embed/${token}`, ports.publicUrl ?? request.url).href;
      return Response.json(
        { id: embed, url, token, expires_at: expiresAt },
        { headers: { "cache-control": "no-store" } },
      );
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/publish/embeds",
    id: "listEmbeds",
    doc: "Lists the addresses at which anybody can run workflows of the user, the newest first, without their secrets.",
    scope: "workflows:read",
    query: z.object({ workflow_id: z.string().min(1).max(128).optional() }),
    answers: {
      200: {
        doc: "The addresses that are open.",
        schema: z.object({
          embeds: z.array(
            z.object({
              id: z.string(),
              workflow_id: z.string(),
              created_at: z.string(),
              expires_at: z.string(),
            }),
          ),
        }),
      },
    },
    handle: async ({ ports, caller, query }) => {
      const embeds = await listEmbeds(ports, caller.user, query.workflow_id);
      return {
        embeds: embeds.map(({ id, workflowId, createdAt, expiresAt }) => ({
          id,
          workflow_id: workflowId,
          created_at: createdAt,
          expires_at: expiresAt,
        })),
      };
    },
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/publish/embed/{id}",
    id: "revokeEmbed",
    doc: "Shuts an address at which anybody can run a workflow, by its id or its secret; whoever has it gets nothing any more.",
    params: z.object({ id: z.string().max(128) }),
    answers: {
      204: { doc: "It is shut." },
      404: { doc: "The user has no such address.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params: { id } }) => {
      await revokeEmbed(ports, caller.user, id);
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/publish/embed/{token}",
    id: "viewEmbed",
    tag,
    doc: "Gives the page of a published workflow; with `input`, runs it once and shows what came out.",
    access: "everyone",
    limit: "embed",
    params: z.object({ token: z.string().max(128) }),
    query: z.object({ input: z.string().max(MOST_INPUT, "Input too large").default("") }),
    answers: {
      200: { doc: "The page.", schema: z.string(), media: "text/html" },
      400: { doc: "The input is too long.", schema: problemSchema },
      403: disabled,
      429: { doc: "Too many runs.", schema: problemSchema },
    },
    handle: async ({ ports, params, query: { input } }) => {
      await requireEnabled(ports);
      const { user, workflowId } = await findEmbed(ports, params.token);
      const workflow = await findOwn(ports, user, workflowId).catch(() => {
        throw failure(featureCodes.badEmbed, "Invalid or expired token");
      });
      return renderEmbedPage(
        input,
        input === "" ? "" : await runOnce(ports, user, workflow, input),
      );
    },
  }),
];

async function requireEnabled({ features }: ApiPorts): Promise<void> {
  if (!(await isFeatureEnabled(features, "ENABLE_PUBLIC_EMBED")))
    throw failure(featureCodes.disabled, "Public embed is disabled");
}

/** Only of its owner: whoever runs it by the page has the rights of the one who published it. */
async function findOwn({ workflows }: ApiPorts, user: User, id: string): Promise<Workflow> {
  const workflow = await findWorkflow(workflows, user, id);
  if (workflow.ownerId === user.id) return workflow;
  throw new SkillError({
    code: workflowCodes.notFound,
    severity: "error",
    message: `Workflow ${id} not found`,
    path: ["id"],
  });
}

/** What the run gave, as HTML. */
async function runOnce(
  ports: ApiPorts,
  user: User,
  workflow: Workflow,
  input: string,
): Promise<string> {
  const state = await ports.limiter.take("workflow", user.id);
  if (state?.isAllowed === false)
    throw new LimitError(apiCodes.rateLimited, "Rate limit exceeded", state);
  await checkModel(ports, user, workflow);
  const id = await startExecution(ports.workflows, user, workflow, { input });
  const late = new AbortController();
  const cancelTimer = ports.clock.after(RUN_MS, () => {
    late.abort();
  });
  const signal = AbortSignal.any([late.signal, ports.stopping]);
  try {
    for await (const { kind } of followExecution(ports.workflows, id, { after: 0, signal }))
      if (kind === "done") break;
  } finally {
    cancelTimer();
  }
  const execution = await findExecution(ports.workflows, user, id);
  if (execution.status === "running") {
    await cancelExecution(ports.workflows, execution);
    return "<p>Execution timed out.</p>";
  }
  if (execution.status !== "completed") return "<p>Execution failed.</p>";
  const { output } = execution;
  const text = typeof output === "string" ? output : JSON.stringify(output ?? "");
  return `<h2>Output</h2><pre>${escapeHtml(text)}</pre>`;
}
