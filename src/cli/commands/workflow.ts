import type { Client, Json } from "../../client/index.ts";
import { failure, readText, reasonOf, resolvePath } from "../../platform/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { refusal } from "../remote/connection.ts";
import { withClient } from "../remote/with-client.ts";
import { valueOf } from "../run/input-values.ts";
import { answerRun, listQuestions } from "../run/approvals.ts";
import { lastSpeaker, showWorkflow } from "../run/show-workflow.ts";

/** Between backticks: to simple tools it reads like a statement otherwise. */
const BRING_IN = `import`;

const MISSING: { readonly [action: string]: string } = {
  [BRING_IN]: "FILE",
  approve: "RUN",
  refuse: "RUN",
};

/** Lists workflows, runs one, and brings them in and out as files. */
export async function run(context: Context): Promise<number> {
  const [action, name] = context.arguments;
  return await withClient(context, async (client) => {
    if (action === "list") return await list(context, client);
    if (action === "approvals") return await listQuestions(context, client);
    if (name === undefined)
      throw failure(
        "cli/usage",
        `Missing ${action === undefined ? "NAME of a workflow" : (MISSING[action] ?? "NAME of a workflow")} after \`${action ?? ""}\`.`,
        { hint: "`skillwright workflow list` shows them." },
      );
    if (action === BRING_IN) return await bringIn(context, client, name);
    if (action === "approve" || action === "refuse")
      return await answerRun(context, client, name, action === "approve");
    return await withWorkflow(client, name, (found) =>
      action === "export" ? takeOut(context, client, found) : execute(context, client, found),
    );
  });
}

type Found = Awaited<ReturnType<Client["listWorkflows"]>>["items"][number];

async function listAll(client: Client): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<Client["listWorkflows"]>> = await client.listWorkflows({
      query: { offset },
    });
    all.push(...page.items);
    // A server from before pages gives all at once.
    offset = page.next_offset ?? null;
  }
  return all;
}

async function list(context: Context, client: Client): Promise<number> {
  const items = await listAll(client);
  if (context.options.flag("json")) printJson(context, { items });
  else for (const { id, name } of items) context.out(`${name}  ${context.paint("dim", id)}\n`);
  return FINE;
}

async function withWorkflow(
  client: Client,
  name: string,
  work: (found: Found) => Promise<number>,
): Promise<number> {
  const items = await listAll(client);
  const found = items.find((item) => item.id === name || item.name === name);
  if (found !== undefined) return await work(found);
  throw refusal({
    message: `No workflow \`${name}\`.`,
    hint: "`skillwright workflow list` shows them.",
  });
}

async function bringIn(context: Context, client: Client, file: string): Promise<number> {
  // What a file must hold is checked where it is taken in.
  const body = (await readFile(context, file)) as { readonly [key: string]: Json };
  const { id, name, problems, losses } = await client.importWorkflow({ body });
  if (context.options.flag("json")) printJson(context, { id, name, problems, losses });
  else context.out(`${name}  ${context.paint("dim", id)}\n`);
  for (const { outcome, node_id, message } of losses)
    context.err(`${outcome}${node_id === null ? "" : ` ${node_id}`}: ${message}\n`);
  for (const { message } of problems)
    context.err(`${context.paintError("dim", `warning: ${message}`)}\n`);
  return FINE;
}

async function readFile({ folder }: Context, file: string): Promise<Json> {
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

async function takeOut(context: Context, client: Client, { id }: Found): Promise<number> {
  const document = await client.exportWorkflow({ params: { id } });
  context.write(`${JSON.stringify(document, undefined, 2)}\n`);
  return FINE;
}

async function execute(context: Context, client: Client, found: Found): Promise<number> {
  const model = context.options.text("model");
  const bases = context.options.texts("kb");
  const input = valueOf(context, context.options.text("input") ?? "");
  const events = client.executeWorkflow({
    params: { id: found.id },
    body: {
      input,
      ...(model === undefined ? {} : { model }),
      ...(bases.length === 0 ? {} : { knowledge_bases: [...bases] }),
    },
  });
  return await showWorkflow(context, events, lastSpeaker(found.graph_data));
}
