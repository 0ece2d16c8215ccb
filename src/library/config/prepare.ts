import {
  credentialGroup,
  type Environment,
  isOfGroup,
  refusedGroups,
} from "../../platform/index.ts";
import { getPath, isObject, type JsonObject, type SettingsRules } from "../../skill/index.ts";
import type { Finding } from "./check.ts";
import { expandSettings, expandText, unsetIn } from "./expand.ts";
import { withIncludes } from "./include.ts";
import { Secret } from "./secret.ts";

/** A document as its system works with it. */
export interface PreparedSettings {
  readonly document: JsonObject;
  readonly findings: readonly Finding[];
  /** What it adds to the environment. */
  readonly variables: Variables;
}

export type Variables = ReadonlyMap<string, Secret<string>>;

/** In the order of the systems: files that are brought in, variables that are set, older forms, values put in. */
export function prepareSettings(
  given: JsonObject,
  rules: SettingsRules,
  { file, environment }: { readonly file?: string; readonly environment: Environment },
): PreparedSettings {
  const { document: whole, finding } =
    file === undefined ? { document: given } : withIncludes(given, rules, file, environment);
  const written = isObject(whole) ? whole : {};
  const variables = variablesOf(written, rules, environment);
  const added = Object.fromEntries([...variables].map(([name, value]) => [name, value.reveal()]));
  const migrated = rules.migrate?.(written) ?? written;
  const { document, findings } = expandSettings(migrated, rules, { ...environment, ...added });
  return {
    document,
    variables,
    findings: finding === undefined ? findings : [finding, ...findings],
  };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const REFUSED = [...refusedGroups, credentialGroup];

/** Values that the environment takes from the settings: of names that are not set, and that decide over nothing else. */
function variablesOf(
  document: JsonObject,
  rules: SettingsRules,
  environment: Environment,
): Variables {
  const found = rules.variables === undefined ? undefined : getPath(document, rules.variables);
  const variables = new Map<string, Secret<string>>();
  if (!isObject(found)) return variables;
  const known: Record<string, string | undefined> = { ...environment };
  for (const [key, value] of Object.entries(found)) {
    const name = key.trim();
    if (typeof value !== "string" || value.trim() === "" || !NAME.test(name)) continue;
    if ((environment[name] ?? "").trim() !== "" || unsetIn(value, known).length > 0) continue;
    if (REFUSED.some((group) => isOfGroup(name, group))) continue;
    const text = expandText(value, known);
    known[name] = text;
    variables.set(name, new Secret(text));
  }
  return variables;
}
