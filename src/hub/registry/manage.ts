import {
  checkTag,
  type DeprecationRequest,
  toFullName,
  isGiven,
  marketCodes,
  marketRefusal,
  type SkillRecord,
  type Viewer,
  type Visibility,
} from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { describeSkill } from "./describe.ts";
import { actorOf, findForChange, findSkill, findVersion, type FoundSkill } from "./find.ts";
import { placeSkill, refreshSkill } from "./index-skill.ts";
import { writeLog } from "./log.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { findPublisher, noTeam } from "./publishers.ts";
import { reserveFor } from "./quotas.ts";
import { fromJson } from "./records.ts";
import { checkTagCount } from "./tags.ts";
import type { Member } from "./viewer.ts";

type Found = FoundSkill & { readonly member: Member };

interface Told {
  readonly event: string;
  readonly reason: string;
  readonly version?: string;
}

/** Makes a change to a skill and tells the log of it, together or not at all. */
async function changing(
  ports: MarketPorts,
  { row, member }: Found,
  told: Told,
  change: (transaction: Query) => Promise<void>,
): Promise<void> {
  const actor = await actorOf(ports, member);
  // Moderators clean up, whatever they did before.
  const wish = member.isModerator ? {} : { changes: 1 };
  await reserveFor(ports, member.userId, wish, async (transaction) => {
    await change(transaction);
    await writeLog(ports, transaction, {
      actor,
      skillId: row.id,
      fullName: toFullName(row.publisher, row.slug),
      ...told,
    });
  });
}

export async function deprecate(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  { version, message, successor }: DeprecationRequest,
): Promise<SkillRecord> {
  const found = await findForChange(ports, viewer, name, "maintainer");
  const { id } = found.row;
  const deprecation = message ?? null;
  const one =
    version === undefined ? undefined : await findVersion(ports.database.query, found, version);
  const next = await successorOf(ports, viewer, found, { version, message, successor });
  const told = {
    event: message === undefined ? "undeprecate" : "deprecate",
    reason: [message ?? "", ...(next === null ? [] : [`Use \`${next}\`.`])].join(" ").trim(),
    ...(one === undefined ? {} : { version: one.version }),
  };
  await changing(ports, found, told, async (transaction) => {
    if (one === undefined) {
      await transaction
        .updateTable("market_skills")
        .set({ deprecation, successor: next })
        .where("id", "=", id)
        .execute();
      await placeSkill(transaction, id);
    } else
      await transaction
        .updateTable("market_versions")
        .set({ deprecation })
        .where("id", "=", one.id)
        .execute();
  });
  return await describeSkill(ports, viewer, name);
}

/** The full name of what takes the place of a skill, which has to be another one that is known here. */
async function successorOf(
  ports: MarketPorts,
  viewer: Viewer,
  found: Found,
  {
    version,
    message,
    successor,
  }: { readonly [Key in keyof DeprecationRequest]: string | undefined },
): Promise<string | null> {
  if (successor === undefined) return null;
  if (version !== undefined || message === undefined)
    throw noSuccessor("it needs a message, and no version");
  const { row } = await findSkill(ports, viewer, successor);
  if (row.id === found.row.id) throw noSuccessor("it must be another skill");
  return toFullName(row.publisher, row.slug);
}

function noSuccessor(expected: string): Error {
  return marketRefusal(marketCodes.invalid, `The successor is not valid: ${expected}.`, {
    path: ["successor"],
  });
}

export async function deleteSkill(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  reason = "",
): Promise<void> {
  const found = await findForChange(ports, viewer, name, "maintainer");
  await changing(ports, found, { event: "delete", reason }, async (transaction) => {
    await transaction
      .updateTable("market_skills")
      .set({
        deleted_at: timestampAt(ports.clock),
        // Owners delete what is theirs, also where they are moderators.
        deleted_by: found.member.isModerator && found.role !== "owner" ? "moderator" : null,
      })
      .where("id", "=", found.row.id)
      .execute();
    await refreshSkill(ports, transaction, found.row.id);
  });
}

export async function undeleteSkill(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
): Promise<SkillRecord> {
  const found = await findForChange(ports, viewer, name, "maintainer", { mayBeDeleted: true });
  const { id, deleted_at, deleted_by } = found.row;
  if (deleted_at === null)
    throw marketRefusal(marketCodes.wrongState, `The skill \`${name}\` is not deleted.`);
  if (deleted_by === "moderator" && !found.member.isModerator)
    throw marketRefusal(marketCodes.forbidden, `A moderator deleted the skill \`${name}\`.`);
  const lost = await ports.database.query
    .selectFrom("market_versions")
    .select("id")
    .where("skill_id", "=", id)
    .where("package_key", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (lost !== undefined)
    throw marketRefusal(marketCodes.gone, `The skill \`${name}\` was deleted for good.`);
  await changing(ports, found, { event: "undelete", reason: "" }, async (transaction) => {
    await transaction
      .updateTable("market_skills")
      .set({ deleted_at: null, deleted_by: null })
      .where("id", "=", id)
      .execute();
    await refreshSkill(ports, transaction, id);
  });
  return await describeSkill(ports, viewer, name);
}

export async function setTag(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  tag: string,
  version: string | undefined,
): Promise<void> {
  checkTag(tag);
  if (tag === "latest")
    throw marketRefusal(marketCodes.invalid, "The tag `latest` is set automatically.", {
      path: ["tag"],
    });
  const found = await findForChange(ports, viewer, name, "publisher");
  const one =
    version === undefined ? undefined : await findVersion(ports.database.query, found, version);
  if (one !== undefined && !isGiven(one.state))
    throw marketRefusal(marketCodes.wrongState, "The version is not listed.");
  const told = { event: "tag", reason: `${tag}=${one?.version ?? ""}` };
  await changing(ports, found, told, async (transaction) => {
    const { tags } = await transaction
      .selectFrom("market_skills")
      .select("tags")
      .where("id", "=", found.row.id)
      .executeTakeFirstOrThrow();
    const { [tag]: _before, ...others } = fromJson<Record<string, string>>(tags);
    const next = one === undefined ? others : { ...others, [tag]: one.version };
    if (one !== undefined) checkTagCount(next);
    await transaction
      .updateTable("market_skills")
      .set({ tags: JSON.stringify(next) })
      .where("id", "=", found.row.id)
      .execute();
  });
}

export async function setVisibility(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  visibility: Visibility,
): Promise<SkillRecord> {
  const found = await findForChange(ports, viewer, name, "maintainer");
  const { team_id, handle } = await findPublisher(ports.database.query, found.row.publisher);
  if (visibility === "team" && team_id === null) throw noTeam(handle);
  await changing(ports, found, { event: "visibility", reason: visibility }, async (transaction) => {
    await transaction
      .updateTable("market_skills")
      .set({ visibility })
      .where("id", "=", found.row.id)
      .execute();
  });
  return await describeSkill(ports, viewer, name);
}
