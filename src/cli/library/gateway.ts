/** Hosts that are connected to a gateway, taken in beside those that the command line describes. */
import { joinGateway } from "../../library/gateway/index.ts";
import { requireToken } from "../../library/hosts/index.ts";
import type { Library } from "../../library/session/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import type { Context } from "../context.ts";
import { textOptions } from "../text-options.ts";

/** People are told that hosts are waited for when it takes longer than this. */
const PATIENCE_MS = 2000;

/** What the command line says of a host is what its user wants to see, whatever the gateway knows of it. */
export async function takeHostsFrom(
  gateway: string,
  library: Library,
  { environment, options, err }: Context,
): Promise<void> {
  const { inventory } = library.circumstances;
  if (inventory === undefined) throw new Error("A library with a gateway has an inventory.");
  const token = requireToken({
    environment,
    ...textOptions(options, { token: "token", tokenFile: "token-file" }),
  });
  // Whoever takes a snapshot says which programs its skills need.
  library.snapshot();
  const cancel = systemClock.after(PATIENCE_MS, () =>
    err("skillwright: Waiting for the answers of the hosts.\n"),
  );
  try {
    const { silent } = await joinGateway(inventory, {
      gateway,
      token,
      allowsPlainText: options.flag("plain-text"),
      force: options.flag("fresh"),
    });
    for (const id of silent)
      err(`skillwright: The host \`${id}\` did not answer in time; its programs are not known.\n`);
  } finally {
    cancel();
  }
}
