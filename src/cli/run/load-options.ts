import { toLoadOptions, toPlaces } from "../../app/machine/local-tools.ts";
import type { Agreement } from "../../app/tools/local-tools.ts";
import type { Context } from "../context.ts";

/** What the options of a command agree to. */
export function agreementOf({ options }: Context): Agreement {
  return {
    allow: options.texts("allow"),
    allowExperimental: options.flag("allow-experimental"),
    policy: options.texts("policy"),
  };
}

/** All that loading needs, by the options of a command. */
export function loadOptionsOf(context: Context): ReturnType<typeof toLoadOptions> {
  const { options } = context;
  const places = toPlaces(context, options.texts("root"));
  return toLoadOptions(context, places, agreementOf(context), options.flag("install"));
}
