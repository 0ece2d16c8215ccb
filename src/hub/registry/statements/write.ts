import { type BuildClaims, toFullName } from "../../../registry/contract/index.ts";
import {
  type StatedState,
  type Statement,
  WHOLE_SKILL,
} from "../../../registry/transparency/index.ts";
import type { ReleaseJudgement } from "../../../skill/compare/index.ts";
import { formerNames } from "../former-names.ts";
import { formatNotice, readNotice } from "../notice.ts";
import type { Query } from "../ports.ts";
import { fromJson, type KeptAudit, type SkillRow, type VersionRow } from "../records.ts";
import { describeRelease } from "../releases.ts";

/** An entry of the log has two bytes for its length; what people wrote is cut to what they need to know. */
const LONGEST = 500;

function cut(text: string): string {
  return text.slice(0, LONGEST).toWellFormed();
}

/** Of a version in the state in which it is; undefined where it is nobody's business yet. */
export async function stateVersion(
  query: Query,
  skill: SkillRow,
  row: VersionRow,
  { time, wasStated }: { readonly time: string; readonly wasStated: boolean },
): Promise<Statement | undefined> {
  const state = stateOf(row);
  if (!wasStated && state !== "listed" && state !== "deprecated" && state !== "yanked")
    return undefined;
  const { engine, verdict, rules = 0, reason } = fromJson<KeptAudit>(row.audit);
  const signature =
    row.signature === null
      ? undefined
      : fromJson<{ readonly keyId: string; readonly role?: string }>(row.signature);
  return {
    name: toFullName(skill.publisher, skill.slug),
    version: row.version,
    digests: {
      tree: row.tree,
      content: row.content_digest,
      archive: `sha256:${row.folder_digest}`,
    },
    publisher: {
      handle: skill.publisher,
      identified: identifiedBy(row),
      ...(signature === undefined ? {} : { key: signature.keyId }),
    },
    tier: row.tier,
    steps: stepsOf(row, signature, cut(reason)),
    scan: { verdict, engine, rules },
    ...(row.semver === null
      ? {}
      : { semver: cut(describeRelease(fromJson<ReleaseJudgement>(row.semver))) }),
    state,
    reason: await reasonFor(query, row, state),
    time,
    ...(row.provenance === null ? {} : { provenance: fromJson<BuildClaims>(row.provenance) }),
    ...(await formerly(query, skill)),
  };
}

function identifiedBy({ held_by: holder, provenance }: VersionRow): string {
  if (holder === "upstream") return "another registry";
  return provenance === null ? "an account of this registry" : "the issuer of a build";
}

/** Names under which locks may still have it. */
async function formerly(query: Query, { id }: SkillRow): Promise<Pick<Statement, "formerly">> {
  const names = await formerNames(query, id);
  return names.length === 0 ? {} : { formerly: names };
}

/** Of a skill as a whole, which may be deleted or deprecated with all of its versions. */
export async function stateSkill(
  query: Query,
  skill: SkillRow,
  reason: string,
  time: string,
): Promise<Statement> {
  const isRemoved = skill.deleted_at !== null;
  const isDeprecated = skill.deprecation !== null;
  return {
    name: toFullName(skill.publisher, skill.slug),
    version: WHOLE_SKILL,
    publisher: { handle: skill.publisher, identified: "an account of this registry" },
    state: isRemoved ? "removed" : isDeprecated ? "deprecated" : "listed",
    reason: isRemoved ? cut(reason) : cut(skill.deprecation ?? ""),
    time,
    ...(await formerly(query, skill)),
  };
}

function stateOf({ state, deprecation, notice }: VersionRow): StatedState {
  if (state === "draft" || notice !== null) return "removed";
  if (state === "listed" && deprecation !== null) return "deprecated";
  return state;
}

function stepsOf(
  { tier, claimed_tier: claimed }: VersionRow,
  signature: { readonly keyId: string; readonly role?: string } | undefined,
  scanned: string,
): readonly string[] {
  return [
    claimed === null ? "claims no tier" : `claims ${claimed}`,
    signature === undefined
      ? "not signed by its publisher"
      : `signed with ${signature.keyId}${signature.role === undefined ? ", which is not known here" : ""}`,
    `scanned: ${scanned}`,
    `counts as ${tier}`,
  ];
}

async function reasonFor(query: Query, row: VersionRow, state: StatedState): Promise<string> {
  if (state === "listed") return "";
  if (row.notice !== null) return cut(formatNotice(readNotice(row.notice)));
  if (state === "deprecated") return cut(row.deprecation ?? "");
  const line = await query
    .selectFrom("market_log")
    .select("reason")
    .where("skill_id", "=", row.skill_id)
    .where("version", "=", row.version)
    .where("to_state", "=", row.state)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return cut(line?.reason ?? "");
}
