/** Remedies speak of the settings by their usual place; people want the file that was read. */
import type { Explanation, Remedy } from "../../library/gate/index.ts";
import type { System } from "./systems.ts";

export function inSettings(file: Explanation, system: System): Explanation {
  const reasons = file.reasons.map((reason) => ({
    ...reason,
    remedies: reason.remedies.map((remedy) => namingFile(remedy, system)),
  }));
  return { ...file, reasons };
}

export function namingFile(remedy: Remedy, { settings }: System): Remedy {
  const { config } = remedy;
  if (config?.file === undefined || settings.file === undefined) return remedy;
  return { ...remedy, config: { ...config, file: settings.file } };
}
