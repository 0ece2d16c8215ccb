import { oneLine } from "../../platform/index.ts";
import { type Context, FINE, printJson } from "../context.ts";
import { refusingKnown } from "../mcp/refuse.ts";
import { managerOf } from "./share.ts";
import { targetFolder } from "./targets.ts";

/** Pins the skill that the words name, or lets it go where no reason is given. */
export function pinBy(context: Context, reason: string | undefined): Promise<number> {
  return refusingKnown(context, async () => {
    const [name = ""] = context.arguments;
    const manager = managerOf(context, targetFolder(context));
    const { version, pin } = await manager.pin(name, reason);
    if (context.options.flag("json")) printJson(context, { name, version, pin: pin ?? null });
    else
      context.out(
        oneLine(
          pin === undefined
            ? `\`${name}\` ${version} may be updated again`
            : `\`${name}\` stays at ${version}`,
        ) + "\n",
      );
    return FINE;
  });
}
