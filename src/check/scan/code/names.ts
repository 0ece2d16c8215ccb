import { oneOf } from "../text/one-of.ts";

/** Names of functions, whichever way they are reached. */

const GLOBAL = /^(?:globalThis|window|global|builtins|__builtins__|globals\(\)|vars\(\)|this)\./;

const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/^node:/, ""],
  [/\.default(?=\.|$)/g, ""],
  [/^fs\.promises(?=\.)/, "fs"],
  [/^dns\.promises(?=\.)/, "dns"],
  [/^fs-extra(?=\.)/, "fs"],
  [/^requests\.(?:sessions\.|api\.)/, "requests."],
  [/^urllib2\./, "urllib.request."],
  [/^__builtin__\./, ""],
  [/\.__dict__(?=\.)/g, ""],
  [/\.__call__$/, ""],
  [/^sys\.modules\./, ""],
  [/^cross-fetch$|^node-fetch$|^undici\.fetch$|^isomorphic-fetch$/, "fetch"],
  [/^(?:cPickle|_pickle|dill|cloudpickle)\./, "pickle."],
  [/^(?:.*\.)?constructor\.constructor$/, "Function"],
  [/^Net\.WebClient/i, "Net.WebClient"],
];

export function canonicalName(name: string): string {
  let canonical = name.replace(GLOBAL, "");
  for (const [pattern, replacement] of RENAMED) canonical = canonical.replace(pattern, replacement);
  return canonical === "" ? name : canonical;
}

export function isEnvironment(name: string): boolean {
  return /^(?:os\.environb?|process\.env|import\.meta\.env|Bun\.env|Deno\.env)$/.test(name);
}

export function isProgramArguments(name: string): boolean {
  return name === "sys.argv" || name === "process.argv" || name === "Deno.args";
}

const TELLING = oneOf([
  /^(?:eval|exec|execfile|compile|Function|__import__|os\.(?:system|popen|exec\w+|spawn\w+)|subprocess\.\w+|child_process\.\w+|importlib\.import_module|pty\.spawn)$/,
  /^(?:socket\.socket|marshal\.loads|pickle\.loads|urllib\.request\.urlopen|requests\.(?:get|post)|base64\.b64decode|require|process\.(?:binding|mainModule).*)$/,
]);

/** Names that are put together only by those who do not want them to be read. */
export function isTelling(name: string): boolean {
  return TELLING.test(name);
}
