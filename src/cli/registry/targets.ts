import { quoteForShell } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import { type ClientTarget, clientTarget } from "./clients.ts";
import { folderOf } from "./share.ts";

/** The client of the options, where one is named. */
export function clientOf(context: Context): ClientTarget | undefined {
  const client = context.options.text("client");
  if (client === undefined) return undefined;
  return clientTarget(client, context.options.flag("global"), context);
}

/** The options of a command that lead to its folder of skills, as they would be typed. */
export function placeOptions({ options }: Context): string {
  const words = ["client", "to"].flatMap((name) => {
    const value = options.text(name);
    return value === undefined ? [] : [`--${name} ${quoteForShell(value)}`];
  });
  return [...words, ...(options.flag("global") ? ["--global"] : [])].join(" ");
}

/** The folder of skills that is meant: of the client, or of `--to`. */
export function targetFolder(context: Context): string {
  return clientOf(context)?.folder ?? folderOf(context);
}
