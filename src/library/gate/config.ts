import { isList, isObject, type ConfigRules, type Json, type OddValue } from "../../skill/index.ts";

/** The steps of a dotted path; undefined for one that leads nowhere in any configuration. */
export function configSteps(path: string, rules: ConfigRules): readonly string[] | undefined {
  const written = path.split(".");
  const steps = rules.emptySteps === "skipped" ? written.filter((step) => step !== "") : written;
  const isBlocked = steps.some((step) => step === "" || rules.blockedSteps.includes(step));
  return isBlocked ? undefined : steps;
}

/** The value at a dotted path; own keys only, so that nobody's config holds a `toString`. */
export function configValue(config: Json, path: string, rules: ConfigRules): Json | undefined {
  const steps = configSteps(path, rules);
  if (steps === undefined) return undefined;
  let current: Json | undefined = config;
  for (const step of steps) {
    const isEntered = isObject(current) || (isList(current) && rules.entersLists);
    if (!isEntered || !Object.hasOwn(current as object, step)) {
      current = undefined;
      break;
    }
    // Checked above: an object or a list with this key.
    current = (current as unknown as { readonly [key: string]: Json })[step];
  }
  if (current !== undefined || !Object.hasOwn(rules.defaults, path)) return current;
  return rules.defaults[path];
}

function oddness(value: Json): OddValue | undefined {
  if (typeof value === "string") return value.trim() === "" ? "blank-text" : undefined;
  if (value === 0) return "zero";
  if (isList(value)) return value.length === 0 ? "empty-list" : undefined;
  return isObject(value) && Object.keys(value).length === 0 ? "empty-map" : undefined;
}

export function isTrue(value: Json | undefined, rules: ConfigRules): boolean {
  if (value === undefined || value === null || value === "") return false;
  if (typeof value === "boolean") return value;
  const odd = oddness(value);
  return odd === undefined || rules.countsAsTrue.includes(odd);
}

/** What a value is, without what it says: paths may lead to secrets. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return "not there";
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return value.trim() === "" ? "empty text" : "text";
  if (typeof value === "number") return value === 0 ? "zero" : "a number";
  if (isList(value)) return value.length === 0 ? "an empty list" : "a list";
  return Object.keys(value).length === 0 ? "an empty map" : "a map";
}
