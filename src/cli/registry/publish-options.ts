import type { PublishOptions } from "../../registry/index.ts";
import type { Context } from "../context.ts";
import { textOptions } from "../text-options.ts";

/** What a publication is told, by the options of a command. */
export function publishOptionsOf({ options }: Context): PublishOptions {
  return {
    ...textOptions(options, {
      publisher: "publisher",
      changelog: "changelog",
      visibility: "visibility",
    }),
    mayBeRisky: options.flag("allow-risky"),
    isDryRun: options.flag("dry-run"),
  };
}
