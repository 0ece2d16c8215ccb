import type { Environment } from "../../platform/index.ts";
import {
  defineKey,
  formatPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type SettingsRules,
} from "../../skill/index.ts";
import type { Finding } from "./check.ts";
import { settingsCodes, settingsProblem } from "./diagnostics.ts";

const REFERENCE = /(\$?)\$\{([A-Z_][A-Z0-9_]*)\}/g;

interface ExpandedConfig {
  readonly document: JsonObject;
  readonly findings: readonly Finding[];
}

/**
 * The document with the variables of the environment put in, as far as its system does so. A value that
 * names a variable without a value is left out, or stays as it is written, as the system does it; both are told.
 */
export function expandSettings(
  document: JsonObject,
  rules: SettingsRules,
  environment: Environment,
): ExpandedConfig {
  const findings: Finding[] = [];
  const visit = (value: Json, path: Path): Json | undefined => {
    if (typeof value === "string") {
      if (rules.expandsVariables !== true) return value;
      const unset = unsetIn(value, environment);
      if (unset.length === 0) return expandText(value, environment);
      findings.push(unsetVariable(path, unset, rules.keepsUnset === true));
      return rules.keepsUnset === true ? value : undefined;
    }
    if (isList(value)) return value.flatMap((item, index) => visit(item, [...path, index]) ?? []);
    return isObject(value) ? visitMap(value, path) : value;
  };
  const visitMap = (map: JsonObject, path: Path): JsonObject => {
    const copy: Record<string, Json> = {};
    for (const [key, value] of Object.entries(map)) {
      if (key === rules.includeKey) {
        findings.push(ignoredInclude([...path, key]));
        continue;
      }
      const expanded = visit(value, [...path, key]);
      if (expanded !== undefined) defineKey(copy, key, expanded);
    }
    return copy;
  };
  return { document: visitMap(document, []), findings };
}

/** Variables that a text names and the environment does not set. */
export function unsetIn(text: string, environment: Environment): readonly string[] {
  return namesIn(text).filter((name) => (environment[name] ?? "") === "");
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, escape, name]) =>
    escape === "" && name !== undefined ? [name] : [],
  );
}

export function expandText(text: string, environment: Environment): string {
  return text.replace(REFERENCE, (whole, escape: string, name: string) =>
    escape === "" ? (environment[name] ?? "") : whole.slice(1),
  );
}

function unsetVariable(path: Path, names: readonly string[], isKept: boolean): Finding {
  const words = names.map((name) => `\`${name}\``).join(", ");
  const problem = settingsProblem(
    settingsCodes.unsetVariable,
    `\`${formatPath(path)}\` needs ${words}, which the environment does not set.`,
    {
      severity: "warning",
      hint: isKept
        ? "Set the variable where the agent starts. Until then, the text itself is the value."
        : "Set the variable where the agent starts. Until then, the setting is ignored.",
    },
  );
  return { ...problem, path, at: "value" };
}

function ignoredInclude(path: Path): Finding {
  const problem = settingsProblem(
    settingsCodes.ignoredInclude,
    `\`${formatPath(path)}\` is ignored: these settings were not read from a file.`,
    {
      severity: "warning",
      hint: "What it brings in is not looked at, so that the answer may be wrong.",
    },
  );
  return { ...problem, path, at: "key" };
}
