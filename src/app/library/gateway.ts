/** Hosts that are connected to a gateway, taken in beside those that the command line describes. */
import { joinGateway } from "../../library/gateway/index.ts";
import { hostCodes, requireToken } from "../../library/hosts/index.ts";
import type { Library } from "../../library/session/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import type { Computer, SystemSelection } from "./selection.ts";

/** People are told that hosts are waited for when it takes longer than this. */
const PATIENCE_MS = 2000;

/**
 * What the command line says of a host is what its user wants to see, whatever the gateway knows of it. Answers with the
 * hosts that stayed silent.
 */
export async function hostsOfGateway(
  gateway: string,
  library: Library,
  { token: text, tokenFile, plainText, fresh }: SystemSelection,
  { environment, notify }: Computer,
): Promise<readonly Diagnostic[]> {
  const { inventory } = library.environment;
  if (inventory === undefined) throw new Error("A library with a gateway has an inventory.");
  const token = requireToken({
    environment,
    ...(text === undefined ? {} : { token: text }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
  });
  // Whoever takes a snapshot says which programs its skills need.
  library.snapshot();
  const cancel = systemClock.after(PATIENCE_MS, () =>
    notify("Waiting for the answers of the hosts."),
  );
  try {
    const { silent } = await joinGateway(inventory, {
      gateway,
      token,
      allowsPlainText: plainText,
      force: fresh,
    });
    return silent.map((id) => ({
      code: hostCodes.silent,
      severity: "warning",
      message: `The host \`${id}\` did not answer in time; what is known of its programs is old, or nothing.`,
      hint: `Check that \`skillwright node\` runs there and is not stopped, then ask again with \`--fresh\`.`,
    }));
  } finally {
    cancel();
  }
}
