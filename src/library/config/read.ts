import JSON5 from "json5";
import type { Environment } from "../../platform/index.ts";
import {
  type Diagnostic,
  isObject,
  type Json,
  type JsonObject,
  lineStarts,
  type Outcome,
  rangeOf,
  type SettingsRefusal,
  type SettingsRules,
  typeName,
} from "../../skill/index.ts";
import { checkSettings, type Finding } from "./check.ts";
import { settingsCodes, settingsProblem } from "./diagnostics.ts";
import { locateFault, locateKeys } from "./locate.ts";
import { prepareSettings } from "./prepare.ts";
import type { LibraryConfig } from "./settings.ts";
import { toConfig } from "./typed.ts";

/** Reads settings from JSON5. Where the rules are strict, a document with a fault has no value. */
export function readConfig(
  text: string,
  rules: SettingsRules,
  file?: string,
  environment: Environment = {},
): Outcome<LibraryConfig> {
  let value: unknown;
  try {
    value = JSON5.parse(text);
  } catch (error) {
    return { diagnostics: [syntaxProblem(text, error, file)] };
  }
  const places = placing(text, file);
  // What the parser of JSON5 gives is plain data.
  return judge(value as Json, rules, places, {
    environment,
    ...(file === undefined ? {} : { file }),
  });
}

/** The same for a document that was read already; what is wrong has a path and no place. */
export function toLibraryConfig(
  document: JsonObject,
  rules: SettingsRules,
  environment: Environment = {},
): Outcome<LibraryConfig> {
  return judge(document, rules, withoutPlace, { environment });
}

function withoutPlace(finding: Finding): Diagnostic {
  const { at: _, ...diagnostic } = finding;
  return diagnostic;
}

function judge(
  value: Json,
  rules: SettingsRules,
  place: (finding: Finding) => Diagnostic,
  { file, environment }: { readonly file?: string; readonly environment: Environment },
): Outcome<LibraryConfig> {
  if (!isObject(value)) {
    const message = `The settings must be a map, not ${typeName(value)}.`;
    const problem = settingsProblem(settingsCodes.invalidValue, message);
    return { diagnostics: [place({ ...problem, path: [], at: "value" })] };
  }
  const { document, findings, variables } = prepareSettings(value, rules, {
    environment,
    ...(file === undefined ? {} : { file }),
  });
  const refused = (rules.refuses?.(document) ?? []).map(refusal);
  const diagnostics = [...checkSettings(document, rules), ...refused, ...findings].map(place);
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  return { value: toConfig(document, rules.fields, { file, variables }), diagnostics };
}

function refusal({ path, message, hint }: SettingsRefusal): Finding {
  return { ...settingsProblem(settingsCodes.refused, message, { path, hint }), path, at: "value" };
}

/** Keys are looked for only once something is wrong with one. */
function placing(text: string, file: string | undefined): (finding: Finding) => Diagnostic {
  let locate: ReturnType<typeof locateKeys> | undefined;
  const starts = lineStarts(text);
  return ({ at, ...diagnostic }) => {
    locate ??= locateKeys(text);
    const span = locate(diagnostic.path, at);
    return {
      ...diagnostic,
      ...(file === undefined ? {} : { file }),
      ...(span === undefined ? {} : { range: rangeOf(starts, span) }),
    };
  };
}

function syntaxProblem(text: string, error: unknown, file: string | undefined): Diagnostic {
  // The words of the parser are left out: they can repeat a part of a secret.
  return settingsProblem(settingsCodes.syntax, "The settings are not valid JSON5.", {
    hint: "Check the quotes, commas and braces around this place.",
    range: rangeOf(lineStarts(text), locateFault(text, error)),
    ...(file === undefined ? {} : { file }),
  });
}
