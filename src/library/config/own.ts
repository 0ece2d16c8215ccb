import {
  dialects,
  type Path,
  profiles,
  type SettingsField,
  type SettingsRules,
} from "../../skill/index.ts";

/** The name of our own file of settings. */
export const OWN_FILE = "skillwright.library.json";

/**
 * Our own file can say what that of any system can. Where several know a key, the first one that still
 * reads it says what the key takes.
 */
export function ownSettings(): SettingsRules {
  const fields = new Map<string, SettingsField>();
  for (const { homes } of [...dialects, ...profiles])
    for (const field of homes?.settings.fields ?? []) {
      const key = JSON.stringify(field.path);
      const known = fields.get(key);
      if (known === undefined || known.removed !== undefined) fields.set(key, field);
    }
  const closed: readonly Path[] = [["skills"], ["agents"], ["plugins"]];
  return { file: OWN_FILE, fields: [...fields.values()], closed, isStrict: true };
}
