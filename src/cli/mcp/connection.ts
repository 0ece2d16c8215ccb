import type { ConnectionInput } from "../../app/machine/mcp-connection.ts";
import type { Context } from "../context.ts";
import { textOptions } from "../text-options.ts";

/** How another server is reached, by the options of a command. */
export function toConnection({ options }: Context): ConnectionInput {
  const timeout = options.number("timeout");
  return {
    ...textOptions(options, { era: "era", tokenFile: "token-file", clientFile: "client-file" }),
    ...(timeout === undefined ? {} : { timeout }),
    plainText: options.flag("plain-text"),
    login: options.flag("login"),
  };
}
