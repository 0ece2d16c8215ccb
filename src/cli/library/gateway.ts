/** Hosts that are connected to a gateway, taken in beside those that the command line describes. */
import {
  createGatewayClient,
  type GatewayClient,
  type ProbesAnswer,
} from "../../library/gateway/index.ts";
import { requireToken } from "../../library/hosts/index.ts";
import type { Library } from "../../library/session/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import type { Context } from "../context.ts";
import { textOptions } from "../text-options.ts";

/** People are told that hosts are waited for when it takes longer than this. */
const PATIENCE_MS = 2000;

/** Has the hosts of the gateway asked for what the skills of the library need, and adds them to its own. */
export async function joinGateway(
  address: string,
  library: Library,
  context: Context,
): Promise<void> {
  const { inventory } = library.circumstances;
  if (inventory === undefined) throw new Error("A library with a gateway has an inventory.");
  const { environment, options, err } = context;
  const token = requireToken({
    environment,
    ...textOptions(options, { token: "token", tokenFile: "token-file" }),
  });
  const client = createGatewayClient({
    gateway: address,
    token,
    allowsPlainText: options.flag("plain-text"),
  });
  // Whoever takes a snapshot says which programs its skills need.
  library.snapshot();
  const answer = await ask(client, inventory.needed(), context);
  const described = new Set(inventory.known().map(({ id }) => id));
  for (const host of answer.hosts) {
    // What the command line says of a host is what its user wants to see.
    if (described.has(host.id)) continue;
    const connection = inventory.connect(host);
    if (!host.isConnected) connection.disconnect();
  }
  for (const id of answer.silent)
    err(`skillwright: The host \`${id}\` did not answer in time; its programs are not known.\n`);
}

async function ask(
  client: GatewayClient,
  bins: readonly string[],
  { options, err }: Context,
): Promise<ProbesAnswer> {
  const cancel = systemClock.after(PATIENCE_MS, () =>
    err("skillwright: Waiting for the answers of the hosts.\n"),
  );
  try {
    return await client.probe({ bins, ...(options.flag("fresh") ? { force: true } : {}) });
  } finally {
    cancel();
  }
}
