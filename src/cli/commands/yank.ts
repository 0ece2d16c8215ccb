import { failure, oneLine } from "../../platform/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { readExact, registryClientOf } from "../registry/share.ts";

/** Takes a published version back, or brings it back. */
export function run(context: Context): Promise<number> {
  const [word = ""] = context.arguments;
  const { name, version } = readExact(word);
  if (version === undefined || version === "")
    throw failure("cli/usage", `\`yank\` takes \`NAME@VERSION\`, not \`${word}\`.`);
  return refusingKnown(context, async () => {
    const isBack = context.options.flag("undo");
    const reason = context.options.text("reason");
    const state = await registryClientOf(context).yank(name, version, isBack, reason);
    if (context.options.flag("json")) printJson(context, { name, version, state });
    else context.out(`${oneLine(`\`${name}\` ${version} is ${state}`)}\n`);
    return FINE;
  });
}
