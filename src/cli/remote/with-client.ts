import type { Client } from "../../client/index.ts";
import { readToken } from "../../library/hosts/index.ts";
import { failure } from "../../platform/index.ts";
import type { Context } from "../context.ts";
import { textOptions } from "../text-options.ts";
import { asking, connect, serverUrl } from "./connection.ts";
import { keptToken } from "../../app/machine/logins.ts";

/** Does something with a server, or with the data of this machine as a server would. */
export async function withClient(
  context: Context,
  work: (client: Client) => Promise<number>,
): Promise<number> {
  const where = placeOf(context);
  if (where === "server") return await asking(context, () => work(connect(context)));
  if (where === "nowhere else")
    context.err(
      `${context.paintError("dim", "No server was named or logged in to: this is the data of this machine.")}\n`,
    );
  const { openLocal } = await import("./local.ts");
  const local = await openLocal(context);
  try {
    return await asking(context, () => work(local.client));
  } finally {
    await local.close();
  }
}

/** Without a word about a server, and without a token for the usual one, only this machine is left. */
function placeOf(context: Context): "server" | "here" | "nowhere else" {
  const { options, environment } = context;
  const named = options.text("server") ?? environment["SKILLWRIGHT_SERVER"] ?? "";
  if (options.flag("local") || options.text("data") !== undefined) {
    if (options.text("server") === undefined) return "here";
    throw failure("cli/usage", "`--server` cannot be combined with `--local` or `--data`.", {
      hint: "Leave out the server to work on the data of this machine.",
    });
  }
  if (named !== "") return "server";
  const token = readToken({
    environment,
    variable: "SKILLWRIGHT_TOKEN",
    ...textOptions(options, { tokenFile: "token-file" }),
  });
  return token !== undefined || keptToken(context, serverUrl(undefined)) !== undefined
    ? "server"
    : "nowhere else";
}
