import { failure } from "../../platform/index.ts";
import { nodeCommand } from "../../serve/http/index.ts";
import { type Context, FINE } from "../context.ts";
import { textOptions } from "../text-options.ts";

/** Makes this machine a host until the process is asked to end. */
export async function run(context: Context): Promise<number> {
  const { environment, err, options } = context;
  const gateway = options.text("gateway");
  if (gateway === undefined)
    throw failure("cli/usage", "Missing option `--gateway`: name the address of the gateway.", {
      hint: "`skillwright serve` prints where it listens.",
    });
  await nodeCommand({
    gateway,
    environment,
    err,
    ...textOptions(options, {
      name: "name",
      token: "token",
      tokenFile: "token-file",
      role: "role",
      capabilities: "capabilities",
    }),
    ...(options.flag("deny-commands") ? { allowsCommands: false } : {}),
    skipsLoginShell: !options.isOn("login-shell"),
    allowsPlainText: options.flag("plain-text"),
  });
  return FINE;
}
