/** What an organisation says about all skills. */
import type { Limits } from "../../platform/sandbox/index.ts";
import {
  isList,
  isObject,
  type Json,
  type SkillError,
  type TrustRules,
} from "../../skill/index.ts";
import { withoutEnd } from "../../skill/model/index.ts";
import { runError } from "../errors.ts";
import { limitsFor } from "./limits.ts";
import { scopeProblem } from "./scopes.ts";

/** Each list holds permissions. */
export interface OrganisationRules {
  /** Nobody gets these, nor anything that meets one of them. */
  readonly deny?: readonly string[];
  /** The user is asked for these, and for what meets them, whatever the tier. */
  readonly ask?: readonly string[];
  /** The user is not asked for these. */
  readonly allow?: readonly string[];
  /** Less than the usual ones; more is not given. */
  readonly limits?: Partial<Limits>;
  /** Before something is loaded, registries are asked what became of it unless they were within so many seconds. */
  readonly stateMaxAgeSeconds?: number;
  /** Addresses that are asked in place of those of registries. */
  readonly mirrors?: Readonly<Record<string, string>>;
  /** Keys of the logs of registries that are trusted as a whole, by their addresses. */
  readonly roots?: Readonly<Record<string, string>>;
  /** Skills are scanned here although such a registry has scanned them. */
  readonly scansAgain?: boolean;
}

const STATE_AGE = "stateMaxAgeSeconds";
const LISTS = ["deny", "ask", "allow"] as const;
const KEYS = [...LISTS, "limits", STATE_AGE, "mirrors", "roots", "scansAgain"] as const;

/** Reads rules; throws where any part is not understood, since a rule that is skipped forbids nothing. */
export function readRules(text: string, trust: TrustRules, file: string): OrganisationRules {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw bad(`The rules are not valid JSON: ${String(error)}.`, file);
  }
  if (!isObject(value)) throw bad("The rules must be an object.", file);
  const known = new Set<string>(["$schema", ...KEYS]);
  const strange = Object.keys(value).find((key) => !known.has(key));
  if (strange !== undefined)
    throw bad(
      `Unknown key \`${strange}\`; known keys are ${KEYS.map((key) => `\`${key}\``).join(", ")}.`,
      file,
    );
  const { limits, [STATE_AGE]: age, mirrors, roots, scansAgain } = value;
  if (scansAgain !== undefined && typeof scansAgain !== "boolean")
    throw bad("`scansAgain` must be `true` or `false`.", file);
  const lists = LISTS.flatMap((name) => {
    const list = value[name];
    return list === undefined ? [] : [[name, readTexts(list, name, file)] as const];
  });
  const rules: OrganisationRules = {
    ...Object.fromEntries(lists),
    ...(limits === undefined ? {} : { limits: readLimits(limits, file) }),
    ...(age === undefined ? {} : { stateMaxAgeSeconds: parseAge(age, file) }),
    ...(mirrors === undefined ? {} : { mirrors: parseMirrors(mirrors, file) }),
    ...(roots === undefined ? {} : { roots: readRoots(roots, file) }),
    ...(scansAgain === undefined ? {} : { scansAgain }),
  };
  checkRules(rules, trust, file);
  return rules;
}

function readTexts(list: Json, name: string, file: string): readonly string[] {
  if (!isList(list)) throw bad(`\`${name}\` must be a list of permissions.`, file);
  return list.map((item, index) => {
    if (typeof item === "string") return item;
    throw bad(`\`${name}[${index}]\` must be a permission.`, file);
  });
}

function parseAge(value: Json, file: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw bad(`\`${STATE_AGE}\` must be a whole number, 0 or more.`, file);
}

function parseMirrors(value: Json, file: string): Readonly<Record<string, string>> {
  if (!isObject(value)) throw bad("`mirrors` must be an object of addresses.", file);
  const read = (text: Json): string => readAddress(text, "mirrors", file);
  return Object.fromEntries(Object.entries(value).map(([from, to]) => [read(from), read(to)]));
}

/** Without a slash at the end, so that one is the beginning of the other. */
function readAddress(text: Json, key: string, file: string): string {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol) || url.search !== "")
    throw bad(`\`${key}\` must have addresses of the web, not ${JSON.stringify(text)}.`, file);
  return withoutEnd(url.href, "/");
}

/** A key as verifiers of notes take it. */
const NOTE_KEY = /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/u;

function readRoots(value: Json, file: string): Readonly<Record<string, string>> {
  if (!isObject(value)) throw bad("`roots` must be an object of addresses and keys.", file);
  return Object.fromEntries(
    Object.entries(value).map(([address, key]) => {
      if (typeof key === "string" && NOTE_KEY.test(key))
        return [readAddress(address, "roots", file), key];
      throw bad(
        `\`roots\` needs the key that \`${address}/registry/log/key\` gives, not ${JSON.stringify(key)}.`,
        file,
      );
    }),
  );
}

function readLimits(value: Json, file: string): Partial<Limits> {
  if (!isObject(value)) throw bad("`limits` must be an object.", file);
  const names = Object.keys(limitsFor(""));
  for (const [name, most] of Object.entries(value)) {
    if (!names.includes(name))
      throw bad(`Unknown limit \`limits.${name}\`; known limits are ${names.join(", ")}.`, file);
    if (typeof most !== "number" || !Number.isSafeInteger(most) || most < 1)
      throw bad(`\`limits.${name}\` must be a whole number, 1 or more.`, file);
  }
  return value;
}

/** Throws for a permission that is misspelt, or that no rule can be about. */
export function checkRules(rules: OrganisationRules, trust: TrustRules, file?: string): void {
  for (const name of LISTS)
    for (const [index, text] of (rules[name] ?? []).entries()) {
      const parts = trust.readPermission(text);
      const why =
        parts === undefined || parts.level === "none"
          ? "`<domain>:<level>` with a known domain and level, such as `network:read`"
          : scopeProblem(parts);
      if (why === undefined) continue;
      const reason = parts === undefined || parts.level === "none" ? `use ${why}` : why;
      throw bad(`\`${name}[${index}]\` cannot be \`${text}\`: ${reason}.`, file);
    }
}

function bad(message: string, file: string | undefined): SkillError {
  return runError("authority/bad-rules", { problem: message }, file === undefined ? {} : { file });
}

/** All that several say: what one forbids or asks stays so, and the smaller limit counts. */
export function joinRules(all: readonly OrganisationRules[]): OrganisationRules {
  const limits: { -readonly [Name in keyof Limits]?: number } = {};
  for (const rules of all)
    for (const name of Object.keys(rules.limits ?? {}) as (keyof Limits)[]) {
      // The keys of an object of limits are names of limits.
      const most = rules.limits?.[name];
      if (most !== undefined) limits[name] = Math.min(most, limits[name] ?? most);
    }
  const ages = all.flatMap(({ stateMaxAgeSeconds }) => stateMaxAgeSeconds ?? []);
  return {
    deny: all.flatMap(({ deny = [] }) => deny),
    ask: all.flatMap(({ ask = [] }) => ask),
    allow: all.flatMap(({ allow = [] }) => allow),
    limits,
    ...(ages.length === 0 ? {} : { stateMaxAgeSeconds: Math.min(...ages) }),
    ...joinAddresses(all, "mirrors"),
    ...joinAddresses(all, "roots"),
    ...(all.some(({ scansAgain }) => scansAgain === true) ? { scansAgain: true } : {}),
  };
}

/** The first file that names an address counts: no other can lead elsewhere. */
function joinAddresses(
  all: readonly OrganisationRules[],
  key: "mirrors" | "roots",
): Pick<OrganisationRules, "mirrors" | "roots"> {
  const pairs = all.toReversed().flatMap((rules) => Object.entries(rules[key] ?? {}));
  return pairs.length === 0 ? {} : { [key]: Object.fromEntries(pairs) };
}
