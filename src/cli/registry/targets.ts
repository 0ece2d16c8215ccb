import type { Context } from "../context.ts";
import { type ClientTarget, clientTarget } from "./clients.ts";
import { folderOf } from "./share.ts";

/** The client of the options, where one is named. */
export function clientOf(context: Context): ClientTarget | undefined {
  const client = context.options.text("client");
  if (client === undefined) return undefined;
  return clientTarget(client, context.options.flag("global"), context);
}

/** The folder of skills that is meant: of the client, or of `--to`. */
export function targetFolder(context: Context): string {
  return clientOf(context)?.folder ?? folderOf(context);
}
