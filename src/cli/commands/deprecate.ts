import { oneLine } from "../../platform/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { readExact, registryClientOf } from "../registry/share.ts";

/** Tells users of a skill not to use it any more, or takes that back. */
export function run(context: Context): Promise<number> {
  return refusingKnown(context, async () => {
    const [word = "", message] = context.arguments;
    const { name, version } = readExact(word);
    const successor = context.options.text("successor");
    await registryClientOf(context).deprecate(name, version, message, successor);
    if (context.options.flag("json"))
      printJson(context, {
        name,
        version: version ?? null,
        message: message ?? null,
        successor: successor ?? null,
      });
    else
      context.out(
        `${oneLine(message === undefined ? `\`${word}\` is not deprecated any more` : `\`${word}\` is deprecated: ${message}`)}\n`,
      );
    return FINE;
  });
}
