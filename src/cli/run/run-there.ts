import type { Context } from "../context.ts";
import { asking, connect } from "../remote/connection.ts";
import { inputValues } from "./input-values.ts";
import { showEvents } from "./show-events.ts";

/** Runs a skill of a server. */
export async function runThere(context: Context): Promise<number> {
  const [name = ""] = context.arguments;
  const model = context.options.text("model");
  const inputs = inputValues(context);
  return await asking(context, async () =>
    showEvents(
      context,
      connect(context).runSkill({
        params: { name },
        body: {
          inputs,
          dry_run: context.options.flag("dry-run"),
          ...(model === undefined ? {} : { model }),
        },
      }),
    ),
  );
}
