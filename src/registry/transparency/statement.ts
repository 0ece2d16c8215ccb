/** What a registry says of a version, signed, so that it holds wherever it is. */
import { isList, isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { isTier, type Tier, parseTier } from "../sign/tiers.ts";
import { openNote, type NoteKey } from "./note.ts";

const TYPE = "skillwright-statement/v1";
/** The version of a statement on a skill as a whole. */
export const WHOLE_SKILL = "*";

export type StatedState =
  | "listed"
  | "deprecated"
  | "yanked"
  | "in-review"
  | "quarantined"
  | "removed";

export interface StatedScan {
  readonly verdict: "allow" | "review" | "block";
  readonly engine: string;
  readonly rules: number;
}

export interface Statement {
  /** With its publisher: `@ann/letters`. */
  readonly name: string;
  readonly version: string;
  /** Absent on a skill as a whole. */
  readonly digests?: {
    /** Of every file with its right to be run. */
    readonly tree: string;
    readonly content: string;
    readonly archive: string;
  };
  readonly publisher: {
    readonly handle: string;
    /** How the registry knew who it was. */
    readonly identified: string;
    /** The id of the key of the signature in the skill. */
    readonly key?: string;
  };
  readonly tier?: Tier;
  /** What led to the tier. */
  readonly steps?: readonly string[];
  readonly scan?: StatedScan;
  /** How the version differs from the one before it, by SemVer. */
  readonly semver?: string;
  readonly state: StatedState;
  readonly reason: string;
  readonly time: string;
  /** Where it was built, as an issuer has attested it to the registry. */
  readonly provenance?: object;
  /** Full names that the skill had before. */
  readonly formerly?: readonly string[];
}

const STATES: readonly StatedState[] = [
  "listed",
  "deprecated",
  "yanked",
  "in-review",
  "quarantined",
  "removed",
];

/** Taken away by the registry: nobody should have it any more. */
export function isTakenDown(state: string): boolean {
  return state === "quarantined" || state === "removed";
}

/** One line of JSON; the salt keeps what is not public from being guessed by its digest. */
export function formatStatement(log: string, statement: Statement, salt?: string): string {
  return `${JSON.stringify({ type: TYPE, log, ...statement, ...(salt === undefined ? {} : { salt }) })}\n`;
}

/** What stands in a log for a statement that is not for everybody. */
export function formatCommitment(digest: string): string {
  return `skillwright-commitment/v1\nsha256:${digest}\n`;
}

/** What a signed statement says; undefined where the key has not signed it. */
export function openStatement(note: string, key: NoteKey): Statement | undefined {
  const text = openNote(note, key);
  return text === undefined ? undefined : parseStatement(text, key.name);
}

function parseStatement(text: string, log: string): Statement | undefined {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value["type"] !== TYPE || value["log"] !== log) return undefined;
  const { name, version, state, reason, time } = value;
  const known = STATES.find((one) => one === state);
  if (typeof name !== "string" || typeof version !== "string" || known === undefined)
    return undefined;
  const publisher = toPublisher(value["publisher"]);
  const digests = toDigests(value["digests"]);
  const scan = toScan(value["scan"]);
  const { tier, steps, semver, formerly, provenance } = value;
  return {
    name,
    version,
    publisher,
    state: known,
    reason: typeof reason === "string" ? reason : "",
    time: typeof time === "string" ? time : "",
    ...(digests === undefined ? {} : { digests }),
    ...(isTier(tier) ? { tier: parseTier(tier) } : {}),
    ...(isList(steps) ? { steps: steps.filter((step) => typeof step === "string") } : {}),
    ...(scan === undefined ? {} : { scan }),
    ...(typeof semver === "string" ? { semver } : {}),
    ...(isObject(provenance) ? { provenance } : {}),
    ...(isList(formerly) ? { formerly: formerly.filter((one) => typeof one === "string") } : {}),
  };
}

function textIn(value: JsonObject, key: string): string {
  const found = value[key];
  return typeof found === "string" ? found : "";
}

function toPublisher(value: Json | undefined): Statement["publisher"] {
  const given = isObject(value) ? value : {};
  const key = textIn(given, "key");
  return {
    handle: textIn(given, "handle"),
    identified: textIn(given, "identified"),
    ...(key === "" ? {} : { key }),
  };
}

function toDigests(value: Json | undefined): Statement["digests"] {
  if (!isObject(value)) return undefined;
  return {
    tree: textIn(value, "tree"),
    content: textIn(value, "content"),
    archive: textIn(value, "archive"),
  };
}

function toScan(value: Json | undefined): StatedScan | undefined {
  if (!isObject(value)) return undefined;
  const verdict = (["allow", "review", "block"] as const).find((one) => one === value["verdict"]);
  const { rules } = value;
  if (verdict === undefined || typeof rules !== "number") return undefined;
  return { verdict, engine: textIn(value, "engine"), rules };
}
