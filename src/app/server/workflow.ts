/** Workflows of a server: listed, run, brought in and out as files, and their questions answered. */
import type { Client, Json } from "../../client/index.ts";
import { failure, readText, reasonOf, resolvePath } from "../../platform/index.ts";
import { refusedError } from "../machine/server.ts";
import { type Actions, type Operation, operation } from "../operation.ts";
import { followEvents } from "../run/events.text.ts";
import { readValue } from "../run/input-values.ts";
import { AT_A_SERVER, readAll, serverOperation } from "./ask.ts";
import { HERE, modelField, placeFields } from "./fields.ts";
import { lastSpeaker, workflowSteps } from "./workflow-steps.ts";

type Found = Awaited<ReturnType<Client["listWorkflows"]>>["items"][number];
type Question = Awaited<ReturnType<Client["listApprovals"]>>["items"][number];

const nameField = {
  name: { kind: "text", required: true, positional: true, doc: "Id or name of a workflow." },
} as const;

const workflowList = serverOperation({
  title: "List workflows",
  examples: ["skillwright workflow list"],
  input: {},
  effects: "reads",
  ask: async (client) => ({ items: await listAll(client) }),
  text: {
    render: ({ items }, { style }) =>
      items.map(({ id, name }) => `${name}  ${style("dim", id)}\n`).join(""),
  },
});

const workflowRun = operation({
  title: "Run a workflow",
  details: `What its last node says goes to standard output word by word, what others say to standard error; where any of several may be the last, the answer comes at the end. The run goes on at the server when this program is ended.${HERE}`,
  examples: ['skillwright workflow run weekly-report --input "Week 46"'],
  input: {
    ...nameField,
    input: {
      kind: "text",
      short: "i",
      doc: "What it begins with; `@FILE` takes it from a file, `-` from standard input.",
    },
    kb: {
      kind: "text",
      many: true,
      isVerbatim: true,
      placeholder: "NAME",
      doc: "Let a workflow of another user read this knowledge base of yours.",
    },
    ...modelField,
    ...placeFields,
  },
  effects: "writes",
  needs: ["server", "computer"],
  expose: AT_A_SERVER,
  streams: true,
  run: async function* ({ server, computer }, input) {
    const { client, explain, close } = await server.open(input);
    try {
      const found = await findWorkflow(client, input.name);
      const { model, kb } = input;
      const events = client.executeWorkflow({
        params: { id: found.id },
        body: {
          input: readValue(computer.folder, input.input ?? ""),
          ...(model === undefined ? {} : { model }),
          ...(kb.length === 0 ? {} : { knowledge_bases: [...kb] }),
        },
      });
      return yield* workflowSteps(events, lastSpeaker(found.graph_data));
    } catch (error) {
      throw explain(error);
    } finally {
      await close();
    }
  },
  exitCode: ({ isFine }) => (isFine ? 0 : 1),
  text: async () => ({
    follow: followEvents,
    render: ({ unsaid }) => (unsaid === undefined ? "" : `${unsaid}\n`),
  }),
});

const workflowImport = serverOperation({
  title: "Import a workflow",
  details: "Makes a workflow of a file that `workflow export`, Dify, n8n or Agent Flow Lite wrote.",
  examples: ["skillwright workflow import weekly-report.json --local"],
  input: { file: { kind: "file", required: true, positional: true, doc: "File to import." } },
  effects: "writes",
  ask: async (client, { file }, { computer }) => {
    // What a file must hold is checked where it is taken in.
    const body = (await readFile(computer.folder, file)) as { readonly [key: string]: Json };
    const { id, name, problems, losses } = await client.importWorkflow({ body });
    return { id, name, problems, losses };
  },
  text: {
    render: ({ id, name }, { style }) => `${name}  ${style("dim", id)}\n`,
    notes: ({ problems, losses }, { style }) =>
      [
        ...losses.map(
          ({ outcome, node_id: node, message }) =>
            `${outcome}${node === null ? "" : ` ${node}`}: ${message}\n`,
        ),
        ...problems.map(({ message }) => `${style("dim", `warning: ${message}`)}\n`),
      ].join(""),
  },
});

const workflowExport = serverOperation({
  title: "Export a workflow",
  details: "Prints a file that `workflow import` takes.",
  examples: ["skillwright workflow export weekly-report > weekly-report.json"],
  input: nameField,
  effects: "reads",
  ask: async (client, { name }) => {
    const { id } = await findWorkflow(client, name);
    return await client.exportWorkflow({ params: { id } });
  },
  text: { isDocument: true, render: (document) => `${JSON.stringify(document, undefined, 2)}\n` },
});

const workflowApprovals = serverOperation({
  title: "List what runs ask",
  details: "The oldest question comes first.",
  examples: ["skillwright workflow approvals"],
  input: {},
  effects: "reads",
  ask: async (client) => ({ items: await listQuestions(client) }),
  text: {
    render: ({ items }) =>
      items
        .map(
          ({ execution_id: run, node_id: node, workflow_name: name, message }) =>
            `${run}  ${name} / ${node}: ${message}\n`,
        )
        .join(""),
  },
});

const workflowApprove = answering(true);
const workflowRefuse = answering(false);

/** Answers the question of a run. */
function answering(approved: boolean): Operation {
  const verb = approved ? "approve" : "refuse";
  return serverOperation({
    title: approved ? "Approve what a run asks" : "Refuse what a run asks",
    details: "`workflow approvals` lists what runs ask.",
    examples: [`skillwright workflow ${verb} 0195f2c4 --comment "Seen."`],
    input: {
      run: { kind: "text", required: true, positional: true, doc: "Run that asks." },
      node: {
        kind: "text",
        placeholder: "ID",
        doc: "The node that asks; default: the only one.",
      },
      comment: { kind: "text", doc: "Why." },
    },
    effects: "writes",
    ask: async (client, { run, comment = "", ...input }) => {
      const node = input.node ?? (await onlyNode(client, run));
      await client.decideApproval({ params: { id: run, node }, body: { approved, comment } });
      return { run, node, approved, comment };
    },
    text: {
      render: () => "",
      notes: ({ run, node }) => `${approved ? "Approved" : "Refused"} ${node} of run ${run}.\n`,
    },
  });
}

async function listAll(client: Client): Promise<readonly Found[]> {
  return await readAll((query) => client.listWorkflows({ query }));
}

async function findWorkflow(client: Client, name: string): Promise<Found> {
  const found = (await listAll(client)).find((item) => item.id === name || item.name === name);
  if (found !== undefined) return found;
  throw refusedError({
    message: `No workflow \`${name}\`.`,
    hint: "`skillwright workflow list` shows them.",
  });
}

async function readFile(folder: string, file: string): Promise<Json> {
  try {
    const text = readText(resolvePath(folder, file));
    // Dify exports YAML.
    if (!/\.ya?ml$/iu.test(file)) return JSON.parse(text) as Json;
    const { parse } = await import("yaml");
    return parse(text) as Json;
  } catch (error) {
    throw failure("cli/unreadable", `The file cannot be read: ${reasonOf(error)}.`, {
      file,
      hint: "`skillwright workflow export` writes such files.",
      cause: error,
    });
  }
}

async function listQuestions(client: Client): Promise<readonly Question[]> {
  return await readAll((query) => client.listApprovals({ query }));
}

async function onlyNode(client: Client, run: string): Promise<string> {
  const [first, ...others] = (await listQuestions(client)).filter(
    (question) => question.execution_id === run,
  );
  if (first === undefined)
    throw failure("cli/usage", `Run \`${run}\` asks nothing that you may answer.`, {
      hint: "`skillwright workflow approvals` lists what runs ask.",
    });
  if (others.length > 0)
    throw failure("cli/usage", `Run \`${run}\` asks ${others.length + 1} things.`, {
      hint: "Name one of them with `--node`.",
    });
  return first.node_id;
}

export const workflowActions: Actions = {
  list: workflowList,
  run: workflowRun,
  import: workflowImport,
  export: workflowExport,
  approvals: workflowApprovals,
  approve: workflowApprove,
  refuse: workflowRefuse,
};
