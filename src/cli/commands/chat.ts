import type { Client } from "../../client/index.ts";
import { newId } from "../../platform/machine/index.ts";
import { readLines } from "../../platform/process/index.ts";
import { SkillError, withoutCause } from "../../skill/model/index.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { asking } from "../remote/connection.ts";
import { withClient } from "../remote/with-client.ts";
import { renderFailure } from "../../app/text.ts";
import { showEvents } from "../run/show-events.ts";

/** Says something, or everything that comes in line by line. */
export async function run(context: Context): Promise<number> {
  return await withClient(context, (client) => talk(context, client));
}

/** The talk goes on after what a server refuses. */
function showRefusal(error: unknown, context: Context): number {
  if (!SkillError.isInstance(error) || error.exit !== FINDINGS) throw error;
  const { diagnostic } = error;
  if (context.options.flag("json"))
    context.out(`${JSON.stringify({ error: withoutCause(diagnostic) })}\n`);
  context.err(renderFailure(diagnostic, context.paintError));
  return FINDINGS;
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
    if ((await say(line).catch((error: unknown) => showRefusal(error, context))) !== FINE)
      code = FINDINGS;
  }
  context.err(`${context.paintError("dim", `session: ${session}`)}\n`);
  return code;
}
