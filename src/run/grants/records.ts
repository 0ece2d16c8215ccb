import { type CoverContext, covers, scopesOf } from "../authority/index.ts";
import { isList, isObject, type TrustRules, parseJson } from "../../skill/index.ts";

/** What a user has agreed to for one version of one skill. */
export interface GrantRecord {
  readonly skill: string;
  /** The folder of the skill: another skill of the same name is another skill. */
  readonly place: string;
  /** Of all its files. */
  readonly digest: string;
  /** All that it asked for then. */
  readonly declared: readonly string[];
  /** What the user agreed to. */
  readonly permissions: readonly string[];
  readonly allowsExperimental: boolean;
  /** The working folder, where something that it asked for is said from there: in another one it means other files. */
  readonly folder?: string;
  /** Who signed these files, if they are signed: what was agreed to does not go over to another signer. */
  readonly signer?: string;
  /** When, as ISO 8601. */
  readonly at: string;
}

/** A skill as the book knows it. */
export interface GrantedSkill extends Pick<
  GrantRecord,
  "skill" | "place" | "digest" | "declared" | "signer"
> {
  /** Nobody vouches for it, so that what was agreed holds for the very files alone. */
  readonly isExperimental: boolean;
  /** The working folder of now. */
  readonly folder: string;
}

/** What still holds of what was agreed to. */
export interface StoredConsent {
  readonly grants: readonly string[];
  readonly allowsExperimental: boolean;
  /** Set when the files are no longer those that the user agreed to. */
  readonly change?: {
    readonly added: readonly string[];
    readonly dropped: readonly string[];
  };
}

const NOTHING: StoredConsent = { grants: [], allowsExperimental: false };

/**
 * What a user has agreed to for a skill as it is now. A new version that the same publisher vouches for keeps what it
 * had, and is asked about what it wants beyond; one that is unsigned, or signed by another key, is asked about as a whole.
 */
export function consentFor(
  records: readonly GrantRecord[],
  skill: GrantedSkill,
  trust: TrustRules,
): StoredConsent {
  const same = records.filter((item) => isSame(item, skill));
  const record = same.find(({ folder }) => folder === skill.folder) ?? unbound(same);
  if (record === undefined) return NOTHING;
  const isBound = record.folder !== undefined || !namesFolder(skill.declared, trust);
  const grants = record.permissions.filter((text) => isBound || !namesFolder([text], trust));
  const allowsExperimental = isBound && record.allowsExperimental;
  if (record.digest === skill.digest) return { grants, allowsExperimental };
  const change = {
    added: beyond(skill.declared, record.declared, trust, skill),
    dropped: beyond(record.declared, skill.declared, trust, skill),
  };
  return skill.isExperimental || record.signer !== skill.signer
    ? { ...NOTHING, change }
    : { grants, allowsExperimental: false, change };
}

function isSame(record: GrantRecord, { skill, place }: GrantedSkill): boolean {
  return record.skill === skill && record.place === place;
}

function unbound(records: readonly GrantRecord[]): GrantRecord | undefined {
  return records.find(({ folder }) => folder === undefined);
}

/** Whether some of these permissions are said from the working folder, or mean it where nothing narrows them. */
export function namesFolder(
  permissions: readonly string[],
  { readPermission }: TrustRules,
): boolean {
  return permissions
    .flatMap((text) => readPermission(text) ?? [])
    .filter(({ domain, level }) => /^(?:filesystem|database)$/u.test(domain) && level !== "none")
    .some((parts) => scopesOf(parts)?.some((scope) => scope.startsWith("./")) ?? true);
}

/** Permissions of the first list that none of the second holds. */
function beyond(
  wanted: readonly string[],
  had: readonly string[],
  { readPermission }: TrustRules,
  context: CoverContext,
): readonly string[] {
  const known = had.flatMap((text) => readPermission(text) ?? []);
  return wanted.filter((text) => {
    const parts = readPermission(text);
    return parts === undefined || !known.some((item) => covers(item, parts, context));
  });
}

/** The book with one record more, in the place of what it said of the skill in that folder before. */
export function withRecord(
  records: readonly GrantRecord[],
  record: GrantRecord,
): readonly GrantRecord[] {
  const others = records.filter(
    ({ skill, place, folder }) =>
      skill !== record.skill || place !== record.place || folder !== record.folder,
  );
  return [...others, record];
}

export function withoutSkill(
  records: readonly GrantRecord[],
  { skill, place }: Pick<GrantRecord, "skill" | "place">,
): readonly GrantRecord[] {
  return records.filter((item) => item.skill !== skill || item.place !== place);
}

const VERSION = 1;

export function serializeGrants(records: readonly GrantRecord[]): string {
  return `${JSON.stringify({ version: VERSION, grants: records }, undefined, 2)}\n`;
}

/** Undefined: the text is no such book. */
export function parseGrants(text: string): readonly GrantRecord[] | undefined {
  const book: unknown = parseJson(text);
  if (!isObject(book) || book["version"] !== VERSION || !isList(book["grants"])) return undefined;
  const records = book["grants"].map(readRecord);
  return records.every((record) => record !== undefined) ? records : undefined;
}

function readRecord(value: unknown): GrantRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const text = (name: string): string | undefined => {
    const found = fields.get(name);
    return typeof found === "string" ? found : undefined;
  };
  const [skill, place, digest, at] = ["skill", "place", "digest", "at"].map(text);
  const declared = texts(fields.get("declared"));
  const permissions = texts(fields.get("permissions"));
  if (skill === undefined || place === undefined || digest === undefined || at === undefined)
    return undefined;
  if (declared === undefined || permissions === undefined) return undefined;
  const allowsExperimental = fields.get("allowsExperimental") === true;
  const [folder, signer] = ["folder", "signer"].map(text);
  const bound = {
    ...(folder === undefined ? {} : { folder }),
    ...(signer === undefined ? {} : { signer }),
  };
  return { skill, place, digest, declared, permissions, allowsExperimental, ...bound, at };
}

function texts(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.filter((item): item is string => typeof item === "string");
  return found.length === value.length ? found : undefined;
}
