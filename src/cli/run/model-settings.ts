import { type ModelSettings, withEnvironment } from "../../run/models/index.ts";
import type { Context } from "../context.ts";

/** The models of the environment, and of the settings that a command names. */
export async function modelSettings(context: Context): Promise<ModelSettings> {
  if (context.options.text("settings") === undefined)
    return withEnvironment({ providers: {} }, context.environment);
  // The settings of the server bring the server along, so they are loaded by those who name some.
  const { settingsOf } = await import("../serve/settings-file.ts");
  return settingsOf(context).models;
}
