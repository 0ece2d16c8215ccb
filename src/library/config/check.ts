import {
  checkShape,
  type Diagnostic,
  getKey,
  getPath,
  isObject,
  type Json,
  type JsonObject,
  suggest,
  type Path,
  type SettingsField,
  type SettingsRules,
  type Shape,
  formatPath,
  typeName,
} from "../../skill/index.ts";
import { settingsCodes, settingsProblem } from "./diagnostics.ts";
import { matchesPath, startsWithPath } from "./facts.ts";

/** A problem that has no place in the text yet; `at` says of which part it will be. */
export interface Finding extends Diagnostic {
  readonly path: Path;
  readonly at: "key" | "value";
}

/** Everything in a document that its system would not understand. Values are never repeated. */
export function checkSettings(document: JsonObject, rules: SettingsRules): readonly Finding[] {
  return checkMap(document, [], rules);
}

function checkMap(map: JsonObject, path: Path, rules: SettingsRules): readonly Finding[] {
  const fields = rules.fields.filter(
    (field) =>
      field.path.length > path.length && startsWithPath(path, field.path.slice(0, path.length)),
  );
  const isClosed =
    fields.length > 0 && rules.closed.some((pattern) => startsWithPath(path, pattern));
  return Object.entries(map).flatMap(([key, value]) => {
    const own = [...path, key];
    const field = fields.find((candidate) => matchesPath(own, candidate.path));
    if (field !== undefined) return checkField(value, own, field, rules);
    const leadsOn = fields.some((candidate) =>
      startsWithPath(own, candidate.path.slice(0, own.length)),
    );
    const known = knownKeys(fields, path.length);
    if (!leadsOn)
      return isClosed ? [unknownKey(own, known, rules)] : perhapsMeant(own, known, map, rules);
    if (isObject(value)) return checkMap(value, own, rules);
    return [invalid(own, `${show(own)} must be a map, not ${typeName(value)}.`, rules)];
  });
}

/** A map may have keys that are not known here, but seldom one that is nearly one that is. */
function perhapsMeant(
  path: Path,
  known: readonly string[],
  map: JsonObject,
  rules: SettingsRules,
): readonly Finding[] {
  const key = String(path.at(-1));
  const nearest = suggest(key, known);
  if (nearest === undefined || Object.hasOwn(map, nearest)) return [];
  const message = `Unknown key \`${key}\` in ${show(path.slice(0, -1))}, which is close to \`${nearest}\`.`;
  const hint = `Did you mean \`${nearest}\`?`;
  // A system that takes no unknown key at all stops at one that is only misspelt.
  const severity = rules.isClosedThroughout === true ? "error" : "warning";
  const details = { severity, path, hint } as const;
  return [{ ...settingsProblem(settingsCodes.unknownKey, message, details), path, at: "key" }];
}

function knownKeys(fields: readonly SettingsField[], depth: number): readonly string[] {
  const keys = fields
    .filter((field) => field.removed === undefined)
    .map((field) => field.path[depth]);
  return [...new Set(keys.map(String))];
}

function checkField(
  value: Json,
  path: Path,
  field: SettingsField,
  rules: SettingsRules,
): readonly Finding[] {
  if (field.removed !== undefined)
    return [
      finding(settingsCodes.removedKey, path, "key", rules, {
        message: `The key ${show(path)} is no longer read.`,
        hint: field.removed,
      }),
    ];
  // Only text can be a value that is passed over; anything else is refused like everywhere.
  const isPassedOver = field.fallsBack === true && typeof value === "string";
  const judged = isPassedOver ? { ...rules, isStrict: false } : rules;
  const wrong = checkShape(value, field.shape, path).map((item) =>
    field.isSecret === true
      ? concealed(item.path, value, path, field.shape, rules)
      : invalid(item.path, item.message, judged, item.hint),
  );
  return [...wrong, ...unknownInside(value, field.shape, path, rules)];
}

/** What is wrong with a secret is told by its kind alone. */
function concealed(at: Path, value: Json, path: Path, shape: Shape, rules: SettingsRules): Finding {
  const found = typeName(getPath(value, at.slice(path.length)));
  const expected = at.length > path.length && shape.kind === "map" ? shape.of : shape;
  return invalid(at, `${show(at)} must be ${wordsFor(expected)}, not ${found}.`, rules);
}

function wordsFor(shape: Shape): string {
  if (shape.kind === "either") return shape.says;
  return shape.kind === "text" ? "text" : "a map";
}

/** Keys that a record does not have; only where the value is that record at all. */
function unknownInside(
  value: Json,
  shape: Shape,
  path: Path,
  rules: SettingsRules,
): readonly Finding[] {
  if (shape.kind === "either")
    return shape.of.flatMap((option) => unknownInside(value, option, path, rules));
  if (shape.kind !== "record" || !isObject(value)) return [];
  const known = Object.keys(shape.fields);
  return Object.keys(value)
    .filter((key) => getKey(value, key) !== undefined && !known.includes(key))
    .map((key) => unknownKey([...path, key], known, rules));
}

function unknownKey(path: Path, known: readonly string[], rules: SettingsRules): Finding {
  const key = String(path.at(-1));
  const nearest = suggest(key, known);
  const list = known.map((item) => `\`${item}\``).join(", ");
  return finding(settingsCodes.unknownKey, path, "key", rules, {
    message: `Unknown key \`${key}\` in ${show(path.slice(0, -1))}; known keys are ${list}.`,
    ...(nearest === undefined ? {} : { hint: `Did you mean \`${nearest}\`?` }),
  });
}

function invalid(path: Path, message: string, rules: SettingsRules, hint?: string): Finding {
  return finding(settingsCodes.invalidValue, path, "value", rules, {
    message,
    ...(hint === undefined ? {} : { hint }),
  });
}

function finding(
  code: (typeof settingsCodes)[keyof typeof settingsCodes],
  path: Path,
  at: Finding["at"],
  rules: SettingsRules,
  { message, hint }: { readonly message: string; readonly hint?: string },
): Finding {
  const severity = rules.isStrict ? "error" : "warning";
  const details = { severity, path, ...(hint === undefined ? {} : { hint }) } as const;
  return { ...settingsProblem(code, message, details), path, at };
}

function show(path: Path): string {
  return path.length === 0 ? "the settings" : `\`${formatPath(path)}\``;
}
