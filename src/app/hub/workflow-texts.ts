/** Workflows as they are written, taken over from elsewhere, and given away. */
import { z } from "zod";
import {
  createWorkflow,
  findWorkflow,
  type NewWorkflow,
  updateWorkflow,
  type Workflow,
} from "../../hub/workflows/index.ts";
import {
  type GraphData,
  graphDataSchema,
  ImportExcess,
  importForeign,
  type ImportLoss,
} from "../../run/workflow/index.ts";
import { forUsers, type HubContext, invalid } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { asIs } from "./shape.ts";
import { importedShape, workflowShape } from "./workflow-shapes.ts";

const tag = "workflows";
const reader = forUsers({ tag, scope: "workflows:read" });
const writer = forUsers({ tag, scope: "workflows:write" });

const missing = { 404: "Not found, or not visible to this user." };
const unkept = {
  400: "A field is invalid.",
  413: "It is larger than the quota allows.",
  507: "The account's quota is used up.",
};

/** Of five hundred nodes and two thousand edges with what editors keep on each. */
const MOST_VALUES = 25_000;

const name = z.string("expected text").max(255, "Workflow name must be 255 characters or less");
const description = z.string().max(1000, "Description must be 1000 characters or less").nullish();

/** Exports of this version; another one is refused. */
const VERSION = 1;

const exported = z.object({
  version: z.literal(VERSION, `Unsupported version, expected ${VERSION}`),
  name,
  description,
  graph_data: graphDataSchema,
});

/** As Agent Flow Lite wraps it. */
const wrapped = z.object({ version: z.literal(VERSION), workflow: z.looseObject({}) });

/** Types of nodes that Agent Flow Lite knows. */
const AGENT_FLOW_NODES: ReadonlySet<unknown> = new Set(
  "start llm knowledge condition skill http code end".split(" "),
);

const version = (workflow: Workflow): number => workflow.version;

export const workflowTextOperations: readonly HubOperation<HubContext>[] = [
  writer("POST /workflows", {
    id: "createWorkflow",
    doc: "Creates a workflow, owned by the user; `problems` lists what would keep it from running.",
    input: {
      name: name.default(""),
      description,
      graph_data: graphDataSchema.default({ nodes: [], edges: [] }),
    },
    maxValues: MOST_VALUES,
    limit: "save",
    makes: ["The workflow.", workflowShape],
    version,
    refusals: unkept,
    run: ({ hub, user }, { description: about = null, ...wanted }) =>
      createWorkflow(hub.workflows, user, { ...wanted, description: about }),
  }),
  writer("POST /workflows/import", {
    id: "importWorkflow",
    doc: "Imports a workflow that was exported here, by Agent Flow Lite, Dify or n8n; `losses` lists what has no counterpart.",
    body: z.looseObject({}),
    maxValues: MOST_VALUES,
    limit: "save",
    makes: ["The workflow.", importedShape],
    version: ({ workflow }) => workflow.version,
    refusals: unkept,
    run: async ({ hub, user }, { body }) => {
      const { losses, ...made } = readImport(body);
      return { workflow: await createWorkflow(hub.workflows, user, made), losses };
    },
  }),
  reader("GET /workflows/{id}", {
    id: "readWorkflow",
    doc: "Returns a workflow with its graph.",
    gives: ["The workflow.", workflowShape],
    version,
    refusals: missing,
    run: ({ hub, user }, { id }) => findWorkflow(hub.workflows, user, id),
  }),
  reader("GET /workflows/{id}/export", {
    id: "exportWorkflow",
    doc: "Exports a workflow as a document that can be imported elsewhere; with `envelope=true` as Agent Flow Lite wraps it.",
    input: { envelope: z.enum(["true", "false"]).default("false") },
    gives: ["The document.", asIs<object>(exported)],
    fileName: ({ id }) => `workflow-${id}.json`,
    refusals: { 400: "A field is invalid.", ...missing },
    run: async ({ hub, user }, { id, envelope }) => {
      const found = await findWorkflow(hub.workflows, user, id);
      const { graphData } = found;
      const workflow = { name: found.name, description: found.description, graph_data: graphData };
      if (envelope === "false") return { version: VERSION, ...workflow };
      checkForAgentFlow(graphData);
      return { version: VERSION, workflow };
    },
  }),
  writer("PUT /workflows/{id}", {
    id: "updateWorkflow",
    doc: "Changes the given fields of a workflow; with `If-Match`, only if its version matches.",
    input: { name: name.nullish(), description, graph_data: graphDataSchema.nullish() },
    maxValues: MOST_VALUES,
    limit: "save",
    isGuarded: true,
    gives: ["The workflow.", workflowShape],
    version,
    refusals: {
      ...unkept,
      403: "Only the owner of the workflow may do this.",
      ...missing,
      412: "It has changed since that version.",
    },
    run: ({ hub, user, ifMatch }, input) =>
      updateWorkflow(hub.workflows, user, input.id, {
        ...(typeof input.name === "string" ? { name: input.name } : {}),
        ...(typeof input.description === "string" ? { description: input.description } : {}),
        ...(input.graphData ? { graphData: input.graphData } : {}),
        ...expectation(ifMatch),
      }),
  }),
];

/** One that is no version fits none. */
function expectation(ifMatch = ""): { readonly expect?: number } {
  const found = /^(?:W\/)?"([^"]*)"$/u.exec(ifMatch.trim())?.[1];
  if (found === undefined) return {};
  return { expect: /^\d{1,9}$/u.test(found) ? Number(found) : -1 };
}

/** What a document stands for, whoever has exported it. */
function readImport(document: { readonly [key: string]: unknown }): NewWorkflow & {
  readonly losses: readonly ImportLoss[];
} {
  const converted = convert(document);
  const envelope = wrapped.safeParse(document);
  const own = envelope.success ? { version: VERSION, ...envelope.data.workflow } : document;
  const result = exported.safeParse(
    converted === undefined
      ? own
      : { ...converted, version: VERSION, name: converted.name.slice(0, 255) },
  );
  if (result.success) {
    const { name: title, description: about = null, graph_data: graphData } = result.data;
    return { name: title, description: about, graphData, losses: converted?.losses ?? [] };
  }
  const [issue] = result.error.issues;
  throw invalid(issue?.path.join(".") ?? "body", issue?.message ?? "It is not valid");
}

function convert(document: { readonly [key: string]: unknown }): ReturnType<typeof importForeign> {
  try {
    return importForeign(document);
  } catch (error) {
    if (error instanceof ImportExcess) throw invalid("body", error.message);
    throw error;
  }
}

function checkForAgentFlow({ nodes = [] }: GraphData): void {
  const other = nodes.find(({ type }) => !AGENT_FLOW_NODES.has(type));
  if (other !== undefined)
    throw invalid(
      "envelope",
      `Agent Flow Lite has no nodes of the type \`${String(other["type"])}\`, as \`${String(other["id"])}\` is`,
    );
}
