import type { Client } from "../../client/index.ts";
import { newId } from "../../platform/machine/index.ts";
import { readLines } from "../../platform/process/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { asking } from "../remote/connection.ts";
import { withClient } from "../remote/with-client.ts";
import { showEvents } from "../run/show-events.ts";

/** Says something, or everything that comes in line by line. */
export async function run(context: Context): Promise<number> {
  return await withClient(context, (client) => talk(context, client));
}

async function talk(context: Context, client: Client): Promise<number> {
  const session = context.options.text("session") ?? newId();
  const model = context.options.text("model");
  const base = context.options.text("kb");
  const say = (message: string): Promise<number> =>
    asking(context, async () =>
      showEvents(
        context,
        client.chat({
          body: {
            session_id: session,
            message,
            ...(model === undefined ? {} : { model }),
            ...(base === undefined ? {} : { kb_id: base }),
          },
        }),
      ),
    );
  const words = context.arguments.join(" ");
  if (words !== "") return await say(words);
  let code = FINE;
  for await (const line of readLines("> ")) {
    if (line.trim() === "") continue;
    if ((await say(line)) !== FINE) code = FINDINGS;
  }
  context.err(`${context.paintError("dim", `session: ${session}`)}\n`);
  return code;
}
