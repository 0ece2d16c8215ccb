import type { Client } from "../../client/index.ts";
import { failure } from "../../platform/index.ts";
import { type Context, FINE, printJson } from "../context.ts";

type Question = Awaited<ReturnType<Client["listApprovals"]>>["items"][number];

async function readAll(client: Client): Promise<readonly Question[]> {
  const all: Question[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<Client["listApprovals"]>> = await client.listApprovals({
      query: { offset },
    });
    all.push(...page.items);
    offset = page.next_offset;
  }
  return all;
}

/** What runs ask, the oldest first. */
export async function listQuestions(context: Context, client: Client): Promise<number> {
  const items = await readAll(client);
  if (context.options.flag("json")) printJson(context, { items });
  else
    for (const { execution_id: run, node_id: node, workflow_name: name, message } of items)
      context.out(`${run}  ${name} / ${node}: ${message}\n`);
  return FINE;
}

/** Answers the question of a run. */
export async function answerRun(
  context: Context,
  client: Client,
  run: string,
  approved: boolean,
): Promise<number> {
  const node = context.options.text("node") ?? (await onlyNode(client, run));
  const comment = context.options.text("comment") ?? "";
  await client.decideApproval({ params: { id: run, node }, body: { approved, comment } });
  if (context.options.flag("json")) printJson(context, { run, node, approved, comment });
  context.err(`${approved ? "Approved" : "Refused"} ${node} of run ${run}.\n`);
  return FINE;
}

async function onlyNode(client: Client, run: string): Promise<string> {
  const [first, ...others] = (await readAll(client)).filter(
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
