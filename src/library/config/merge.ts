/** Our own settings over those of a system: what only one of the two says holds, and of both our own. */
import JSON5 from "json5";
import { type Environment, readText } from "../../platform/index.ts";
import {
  defineKey,
  type Diagnostic,
  formatPath,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Path,
  type SettingsRules,
} from "../../skill/index.ts";
import { settingsCodes, settingsProblem } from "./diagnostics.ts";
import { loadConfig } from "./load.ts";
import { ownSettings } from "./own.ts";
import { prepareSettings } from "./prepare.ts";
import type { LibraryConfig } from "./settings.ts";
import { toConfig } from "./typed.ts";

/** Reads both files, each by its own rules. A file that is refused leaves nothing to merge. */
export function loadMerged(
  file: string,
  rules: SettingsRules,
  ownFile: string,
  environment: Environment,
): Outcome<LibraryConfig> {
  const own = loadConfig(ownFile, ownSettings(), environment);
  const system = loadConfig(file, rules, environment);
  const diagnostics = [...system.diagnostics, ...own.diagnostics];
  if (own.value === undefined || system.value === undefined) return { diagnostics };
  const { document: below, variables } = prepareSettings(parse(file), rules, { file, environment });
  const conflicts: Path[] = [];
  const document = mergeMaps(below, parse(ownFile), [], conflicts);
  const fields = [...rules.fields, ...ownSettings().fields];
  return {
    value: toConfig(document, fields, { file, variables }),
    diagnostics: [...diagnostics, ...conflicts.map((path) => overridden(path, file, ownFile))],
  };
}

/** Only for a file that was read and judged before. */
function parse(file: string): JsonObject {
  const value: unknown = JSON5.parse(readText(file));
  // What the parser of JSON5 gives is plain data, and settings that were taken are a map.
  return value as JsonObject;
}

function mergeMaps(
  below: JsonObject,
  above: JsonObject,
  path: Path,
  conflicts: Path[],
): JsonObject {
  const merged: Record<string, Json> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const other = Object.hasOwn(below, key) ? below[key] : undefined;
    const own = [...path, key];
    const areMaps = isObject(value) && isObject(other);
    if (!areMaps && other !== undefined && JSON.stringify(other) !== JSON.stringify(value))
      conflicts.push(own);
    defineKey(merged, key, areMaps ? mergeMaps(other, value, own, conflicts) : value);
  }
  return merged;
}

/** Values are never repeated: they can be secrets. */
function overridden(path: Path, file: string, ownFile: string): Diagnostic {
  const message = `\`${formatPath(path)}\` is also set in \`${file}\`.`;
  const hint = "The value in Skillwright's own file is used.";
  const details = { severity: "warning", file: ownFile, path, hint } as const;
  return settingsProblem(settingsCodes.overridden, message, details);
}
