/** What a member of a value is, and what names mean that the code has not bound. */
import type { Span } from "../../../skill/index.ts";
import type { Place } from "./facts.ts";
import type { Host } from "./following.ts";
import { canonicalName, isEnvironment, isProgramArguments } from "./names.ts";
import type { Reference, Value } from "./value.ts";
import { HOLE, known, partsOf, pathOf, pathValue, shownOf, unknown } from "./value.ts";

/** What a visitor of a page sends along. */
export const VISITOR = "tcp://visitor";
const REQUESTED = /^flask\.request\.(?:args|form|json|data|values|files|query_string)$/;

/** What the language itself puts under a name: variables and arguments. */
export function givenBy(host: Host, path: string, place: Place): Value | undefined {
  if (isEnvironment(path))
    return { ...pathValue(path), sources: [{ kind: "environment", name: "", place }] };
  if (path === "sys.stdin" || path === "process.stdin") return host.input;
  if (REQUESTED.test(path))
    return { ...pathValue(path), sources: [{ kind: "remote", name: VISITOR, place }] };
  if (path === "sys.executable") return known("python3");
  if (path === "process.execPath") return known("node");
  if (!isProgramArguments(path)) return undefined;
  return host.args ?? host.source("input", path, place);
}

/** Names that the code has not bound belong to the language or to the environment. */
export function globalOf(host: Host, name: string, at: Span): Value {
  const place = host.place(at);
  const { language } = host;
  if (language === "bash") {
    if (/^(?:\d+|[@*])$/.test(name)) return host.source("input", `$${name}`, place);
    const shared = host.shared(name);
    if (shared !== undefined) return shared;
    return /^[A-Z][A-Z0-9_]*$/.test(name) ? host.variable(name, place) : unknown();
  }
  if (language === "powershell") {
    if (name.startsWith("env:")) return host.variable(name.slice(4), place);
    return name === "home" ? known("~") : pathValue(name);
  }
  if (language === "php" && /^_(?:GET|POST|REQUEST|COOKIE|FILES)$/.test(name))
    return { ...pathValue(name), sources: [{ kind: "remote", name: VISITOR, place }] };
  return pathValue(canonicalName(name));
}

export function memberOf(
  host: Host,
  object: Value,
  key: Value,
  place: Place,
  isCalled: boolean,
): Value {
  const name = key.text;
  const { reference } = object;
  if (object.entries !== undefined && name !== undefined) {
    const entry = object.entries.get(name);
    if (entry !== undefined) return entry;
  }
  if (object.items !== undefined && key.number !== undefined)
    return object.items.at(key.number) ?? unknown(partsOf(object.sources));
  // `handle.name` leads back to the file.
  if (name === "name" && reference?.kind === "path" && reference.name === "open()")
    return object.receiver ?? unknown();
  if (name === "constructor" && (reference?.kind === "function" || isMethod(reference)))
    return pathValue("Function");
  if (reference?.kind === "path")
    return pathMember(host, object, reference.name, key, place, isCalled);
  if (name !== undefined && reference?.kind === "module")
    return reference.scope.names.get(name) ?? unknown();
  if (name !== undefined && (reference?.kind === "object" || reference?.kind === "class")) {
    const found = inherited(reference, name, 0);
    if (found !== undefined) return found;
    const base = reference.bases.map((one) => pathOf(one)).find((one) => one !== undefined);
    if (base !== undefined) return pathValue(canonicalName(`${base}().${name}`), object);
  }
  if (isCalled) return pathValue(`?.${name ?? HOLE}`, object);
  return {
    ...unknown(partsOf(object.sources)),
    ...(name === undefined
      ? {}
      : { reference: { kind: "path", name: `?.${name}` }, receiver: object }),
  };
}

/** A function of the language itself, such as `[].filter`. */
function isMethod(reference: Reference | undefined): boolean {
  return reference?.kind === "path" && /^\?\.[a-z]\w+$/.test(reference.name);
}

function pathMember(
  host: Host,
  object: Value,
  path: string,
  key: Value,
  place: Place,
  isCalled: boolean,
): Value {
  const name = key.text;
  if (isEnvironment(path)) {
    if (isCalled && name !== undefined)
      return pathValue(`${path}.${name}`, host.source("environment", "", place));
    return host.variable(name ?? shownOf(key), place);
  }
  if (name === undefined) return unknown(partsOf(object.sources));
  const whole = canonicalName(`${path}.${name}`);
  const given = givenBy(host, whole, place);
  if (given !== undefined) return given;
  const next = pathValue(whole, object);
  return isCalled ? next : { ...next, sources: partsOf(object.sources) };
}

/** A member of the class itself or of one that it builds upon. */
function inherited(
  { members, bases }: Reference & { readonly kind: "class" | "object" },
  name: string,
  depth: number,
): Value | undefined {
  const own = members.names.get(name);
  if (own !== undefined || depth > 8) return own;
  for (const { reference } of bases) {
    const found = reference?.kind === "class" ? inherited(reference, name, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
