import type { Client, StreamEvent } from "../../client/index.ts";
import { failure } from "../../platform/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { asking, connect } from "../remote/connection.ts";
import { valueOf } from "../run/input-values.ts";
import { showEvents } from "../run/show-events.ts";

/** Lists the workflows of a server, or runs one. */
export async function run(context: Context): Promise<number> {
  const [action, name] = context.arguments;
  const client = connect(context);
  return await asking(context, async () => {
    if (action === "list") return await list(context, client);
    if (name === undefined)
      throw failure("cli/usage", "Unexpected lack of a name after `run`, expected a workflow.", {
        hint: "`skillwright workflow list` shows them.",
      });
    return await execute(context, client, name);
  });
}

async function list(context: Context, client: Client): Promise<number> {
  const { items } = await client.listWorkflows();
  if (context.options.flag("json")) context.out(`${JSON.stringify(items, undefined, 2)}\n`);
  else for (const { id, name } of items) context.out(`${name}  ${context.paint("dim", id)}\n`);
  return FINE;
}

async function execute(context: Context, client: Client, name: string): Promise<number> {
  const { items } = await client.listWorkflows();
  const found = items.find((item) => item.id === name || item.name === name);
  if (found === undefined) {
    context.err(`${context.paintError("red", `error: Workflow '${name}' not found`)}\n`);
    return FINDINGS;
  }
  const model = context.options.text("model");
  const input = valueOf(context, context.options.text("input") ?? "");
  const events = client.executeWorkflow({
    params: { id: found.id },
    body: { input, ...(model === undefined ? {} : { model }) },
  });
  let output: string | undefined;
  const code = await showEvents(
    context,
    withoutTokens(events, (text) => (output = text)),
  );
  if (output !== undefined && !context.options.flag("json")) context.out(`${output}\n`);
  return code;
}

/** Nodes speak at the same time; what comes out at the end is the answer. */
async function* withoutTokens(
  events: AsyncIterable<StreamEvent>,
  onOutput: (text: string) => void,
): AsyncGenerator<StreamEvent, void> {
  for await (const event of events) {
    const { final_output: output } = event.data;
    if (event.event === "workflow_complete" && typeof output === "string") onOutput(output);
    if (event.event !== "token") yield event;
  }
}
