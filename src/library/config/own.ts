import {
  dialects,
  type Path,
  profiles,
  type SettingsField,
  type SettingsRules,
} from "../../skill/index.ts";

/** The name of our own file of settings. */
export const OWN_FILE = "skillwright.library.json";

/** What no system has a key for. */
const OWN_FIELDS: readonly SettingsField[] = [
  {
    path: ["skills", "prompt", "priorities"],
    shape: { kind: "list", of: { kind: "text" } },
    doc: "Skills that are shortened and cut last in the list for the model, the most wanted first.",
  },
];

/**
 * Our own file can say what that of any system can. Where several know a key, the first one that still
 * reads it says what the key takes.
 */
export function ownSettings(): SettingsRules {
  const fields = new Map<string, SettingsField>();
  for (const { homes } of [...dialects, ...profiles])
    for (const field of homes?.settings.fields ?? []) {
      // What a system sets in its own environment is its own matter.
      if (field.path[0] === homes?.settings.variables?.[0]) continue;
      const key = JSON.stringify(field.path);
      const known = fields.get(key);
      if (known === undefined || known.removed !== undefined) fields.set(key, field);
    }
  const closed: readonly Path[] = [["skills"], ["agents"], ["plugins"]];
  return { file: OWN_FILE, fields: [...fields.values(), ...OWN_FIELDS], closed, isStrict: true };
}
