import type { Context } from "../context.ts";
import { asking, connect } from "../remote/connection.ts";
import { inputValues } from "./input-values.ts";
import { showEvents } from "./show-events.ts";
import { showPreview } from "./show-preview.ts";

/** Runs a skill of a server. */
export async function runThere(context: Context): Promise<number> {
  const [name = ""] = context.arguments;
  const model = context.options.text("model");
  const request = {
    params: { name },
    body: { inputs: inputValues(context), ...(model === undefined ? {} : { model }) },
  };
  return await asking(context, async () => {
    const client = connect(context);
    if (context.options.flag("dry-run"))
      return showPreview(context, await client.previewRun(request));
    return await showEvents(context, client.runSkill(request));
  });
}
