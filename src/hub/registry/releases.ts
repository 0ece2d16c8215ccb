import {
  checkVersion,
  isGiven,
  marketCodes,
  marketRefusal,
  versionKey,
} from "../../registry/contract/index.ts";
import { type ReleaseJudgement, versionBefore } from "../../skill/compare/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { moduleIn, type PackageFacts } from "../jobs/index.ts";
import { filesOf } from "./describe.ts";
import type { MarketPorts, ReleasePolicy } from "./ports.ts";
import type { SkillRow } from "./records.ts";

/** Of one skill: npm, git and others are told of all of them at once, by whoever asks. */
const MOST_VERSIONS = 2000;

/** Refuses a number that was there before, and one more than a skill may have. */
async function checkNew(
  { database: { query } }: MarketPorts,
  skill: SkillRow,
  version: string,
): Promise<void> {
  if (skill.deleted_at !== null)
    throw marketRefusal(marketCodes.gone, `The skill \`${skill.slug}\` was deleted.`, {
      hint: "Bring it back first.",
    });
  const before = await query
    .selectFrom("market_versions")
    .select("id")
    .where("skill_id", "=", skill.id)
    .where("version_key", "=", versionKey(version))
    .executeTakeFirst();
  if (before !== undefined) throw versionExists(skill.slug, version);
  const { count } = await query
    .selectFrom("market_versions")
    .select((select) => select.fn.countAll().as("count"))
    .where("skill_id", "=", skill.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_VERSIONS)
    throw marketRefusal(
      marketCodes.overQuota,
      `The skill \`${skill.slug}\` has ${MOST_VERSIONS} versions, which is the limit.`,
      { path: ["version"], hint: "Publish it under another name, and deprecate this one." },
    );
}

export function versionExists(slug: string, version: string): Error {
  return marketRefusal(
    marketCodes.versionExists,
    `Version \`${version}\` of \`${slug}\` was already published.`,
    { path: ["version"], hint: "Raise the version." },
  );
}

/** A version on its way, its number and what the operator makes of it. */
interface NumberedRelease {
  readonly version: string;
  readonly judgement: ReleaseJudgement | undefined;
  readonly decision: ReleaseDecision;
}

/** The number of a version, held against what changed. A dry run that asks for the next one gets the lowest that fits. */
export async function numberRelease(
  ports: MarketPorts,
  skill: SkillRow | undefined,
  {
    version: given,
    isProposed,
    policy,
    ...release
  }: Omit<NewRelease, "skill"> & { readonly isProposed: boolean; readonly policy: ReleasePolicy },
): Promise<NumberedRelease> {
  if (given !== undefined) checkVersion(given);
  if (given !== undefined && skill !== undefined) await checkNew(ports, skill, given);
  const judgement = skill && (await judgeNew(ports, { skill, version: given, ...release }));
  const proposed = judgement?.proposed ?? "1.0.0";
  if (given === undefined && !isProposed) throw noVersionTold(proposed);
  const version = given ?? proposed;
  return { version, judgement, decision: decideRelease(policy, version, judgement) };
}

function noVersionTold(proposed: string): Error {
  return marketRefusal(
    marketCodes.invalid,
    "The skill has no version, which publishing needs by SemVer 2.0.0.",
    {
      path: ["version"],
      hint: `Add \`version: ${proposed}\` to SKILL.md, or name it as you publish: it is the lowest number that fits.`,
    },
  );
}

/** What is to be judged, and whose work it is. */
export interface NewRelease {
  readonly skill: SkillRow;
  /** Undefined where a number is to be proposed. */
  readonly version: string | undefined;
  /** The bytes of its SKILL.md. */
  readonly manifest: Uint8Array;
  readonly module?: PackageFacts["module"];
  readonly owner?: string;
}

/**
 * Compares a version with the one that those have who will get it as an update: of all that were ever given out, the
 * highest below it. Undefined where there is none.
 */
export async function judgeNew(
  ports: MarketPorts,
  { skill, version, manifest, module, owner }: NewRelease,
): Promise<ReleaseJudgement | undefined> {
  const { query } = ports.database;
  const rows = await query
    .selectFrom("market_versions")
    .select(["id", "version", "state", "held_by", "package_key"])
    .where("skill_id", "=", skill.id)
    .limit(MOST_VERSIONS)
    .execute();
  const given = rows.filter(
    ({ state, held_by, package_key }) => package_key !== null && isGiven(state, held_by),
  );
  const since = versionBefore(
    version,
    given.map((row) => row.version),
  );
  const base = given.find((row) => row.version.split("+", 1)[0] === since);
  if (base === undefined) return undefined;
  const row = await query
    .selectFrom("market_versions")
    .selectAll()
    .where("id", "=", base.id)
    .executeTakeFirstOrThrow();
  const files = await filesOf(ports, row);
  const before = files.find(({ path }) => path === "SKILL.md");
  if (before === undefined) return undefined;
  const had = moduleIn(files);
  return await ports.jobs.run(
    "judge-release",
    {
      path: `${row.name}/SKILL.md`,
      before: {
        version: row.version,
        bytes: before.bytes,
        ...(had === undefined ? {} : { module: had }),
      },
      after: { version, bytes: manifest, ...(module === undefined ? {} : { module }) },
      taken: rows.map((one) => one.version),
    },
    owner === undefined ? {} : { owner },
  );
}

/** What the operator lets happen to a number that is too low. */
export interface ReleaseDecision {
  /** A moderator looks at it first, for this reason. */
  readonly hold?: string;
  readonly warnings: readonly Diagnostic[];
}

/** Throws where the registry refuses numbers that break a promise. */
export function decideRelease(
  policy: ReleasePolicy,
  version: string,
  judgement: ReleaseJudgement | undefined,
): ReleaseDecision {
  if (judgement === undefined || judgement.isHonest) return { warnings: [] };
  const message = describeBreach(version, judgement);
  const hint = `Raise the version to \`${judgement.proposed}\`.`;
  if (judgement.isBreach && policy === "refuse")
    throw marketRefusal(marketCodes.versionTooLow, message, { path: ["version"], hint });
  const warning: Diagnostic = {
    code: marketCodes.versionTooLow,
    severity: "warning",
    message,
    hint,
  };
  const isHeld = judgement.isBreach && policy === "hold";
  return { warnings: [warning], ...(isHeld ? { hold: message } : {}) };
}

const MOST_NAMED = 3;

function describeBreach(
  version: string,
  { since, needs, proposed, changes, omitted }: ReleaseJudgement,
): string {
  const grave = changes.filter(({ level }) => level === needs);
  const named = grave.slice(0, MOST_NAMED).map(({ message }) => message);
  const others = grave.length + omitted - named.length;
  const more = others > 0 ? [`${others} more.`] : [];
  return [
    `\`${version}\` is too low for what changed since \`${since}\`.`,
    ...named,
    ...more,
    `The lowest number that says so is \`${proposed}\`.`,
  ].join(" ");
}

/** One line for a signed statement: the step, what it takes, and the gravest changes. */
export function describeRelease({ since, needs, isHonest, changes }: ReleaseJudgement): string {
  const what = isHonest ? `${needs} since ${since}` : `needs ${needs} since ${since}`;
  const grave = changes.filter(({ level }) => level !== "patch").slice(0, MOST_NAMED);
  return [what, ...grave.map(({ message }) => message.replace(/\.$/u, ""))].join("; ");
}
