import { oneLine } from "../../platform/index.ts";
import { askForYes, canAsk } from "../../platform/process/index.ts";
import { type AgreeToSigner, formatSignerChange } from "../../registry/install/index.ts";
import type { Context } from "../context.ts";

/** Who may take over names: by the options, or whom somebody at the terminal says yes to. */
export function signersOf(context: Context): {
  readonly acceptedSigners: readonly string[];
  readonly agreeToSigner?: AgreeToSigner;
} {
  const { options } = context;
  const acceptedSigners = options.texts("accept-signer");
  // `--yes` agrees to permissions: it must not wave another publisher through.
  const isUnattended = options.flag("yes") || options.flag("frozen") || !canAsk();
  if (isUnattended) return { acceptedSigners };
  return {
    acceptedSigners,
    agreeToSigner: async (change) => {
      context.err(`${oneLine(formatSignerChange(change))}.\n`);
      return await askForYes("Take it from the new signer?");
    },
  };
}
