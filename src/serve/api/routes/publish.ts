import { z } from "zod";
import { failure } from "../../../platform/index.ts";
import { featureCodes, findEmbed, requireEmbeds } from "../../../hub/features/index.ts";
import {
  checkModel,
  cancelExecution,
  findExecution,
  findOwnWorkflow,
  followExecution,
  startExecution,
  type Workflow,
} from "../../../hub/workflows/index.ts";
import type { User } from "../../../hub/accounts/index.ts";
import { apiCodes, LimitError } from "../../../hub/requests/index.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

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
const disabled = { doc: "Publishing is off, or the address is invalid.", schema: problemSchema };
/** A page waits this long for its run, which then ends. */
const RUN_MS = 30_000;
const MOST_INPUT = 10_000;

/** Pages that run a workflow for whoever knows their address, where an administrator has turned them on. */
export const publishRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/publish/embed/{token}",
    id: "viewEmbed",
    tag,
    doc: "Returns the page of a published workflow; with `input`, runs it once and shows the output.",
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
      await requireEmbeds(ports);
      const { user, workflowId } = await findEmbed(ports, params.token);
      const workflow = await findOwnWorkflow(ports.workflows, user, workflowId).catch(() => {
        throw failure(featureCodes.badEmbed, "Invalid or expired token");
      });
      return renderEmbedPage(
        input,
        input === "" ? "" : await runOnce(ports, user, workflow, input),
      );
    },
  }),
];

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
