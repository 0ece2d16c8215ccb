import type { HostInventory } from "../hosts/index.ts";
import type { GatewayClient, GatewayOptions } from "./client.ts";

export interface JoinOptions extends GatewayOptions {
  /** Asks the hosts also for what they told before. */
  readonly force?: boolean;
  /** How long each of two attempts may take. */
  readonly timeoutMs?: number;
}

/** What came of the question, by the ids of hosts. */
export interface JoinResult {
  readonly joined: readonly string[];
  /** Hosts that did not answer in time: what is known of their programs is old, or nothing. */
  readonly silent: readonly string[];
}

/**
 * Has the hosts of a gateway asked for the programs that are needed, and adds them to an inventory as they are
 * now; those that left are added as such. A host that the inventory knows already stays what it is there.
 */
export async function joinGateway(
  inventory: HostInventory,
  { force, timeoutMs, ...options }: JoinOptions,
): Promise<JoinResult> {
  // Loaded on demand: few programs ask other machines, and what reads the answers is slow to load.
  const { createGatewayClient } = await import("./client.ts");
  const client: GatewayClient = createGatewayClient(options);
  const { hosts, silent } = await client.probe({
    bins: inventory.needed(),
    ...(force === undefined ? {} : { force }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const known = new Set(inventory.known().map(({ id }) => id));
  const others = hosts.filter(({ id }) => !known.has(id));
  for (const host of others) {
    const connection = inventory.connect(host);
    if (!host.isConnected) connection.disconnect();
  }
  return { joined: others.map(({ id }) => id), silent };
}
