import {
  type Actor,
  toFullName,
  type Holder,
  isHeld,
  marketCodes,
  marketRefusal,
  type ModerationRequest,
  nextState,
  type ReviewEvent,
  type ReviewState,
  type VersionRecord,
  type Viewer,
} from "../../registry/contract/index.ts";
import type { ReleaseJudgement } from "../../skill/compare/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { filesOf } from "./describe.ts";
import { actorOf, findForChange, findVersion, type FoundSkill } from "./find.ts";
import { holdOf, stateFor } from "./first-state.ts";
import { refreshPublisher, refreshSkill } from "./index-skill.ts";
import { logVersions, REGISTRY } from "./log.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { checkNotBanned, findPublisher } from "./publishers.ts";
import { reserveFor } from "./quotas.ts";
import { fromJson, type KeptAudit, type SkillRow, toVersion, type VersionRow } from "./records.ts";
import { decideRelease, judgeNew } from "./releases.ts";
import { moduleIn } from "../jobs/index.ts";
import { countReporters, versionRow } from "./requests.ts";
import { requireModerator } from "./viewer.ts";

export interface Change {
  readonly event: ReviewEvent;
  readonly by: Actor;
  /** The handle that the log names. */
  readonly actor: string;
  readonly reason: string;
}

/**
 * Takes versions of a skill from one state to another, with everything that follows from it, in one transaction and in
 * as many statements for many as for one. The states are read again there: what another request did in between counts.
 */
export async function changeStates(
  ports: MarketPorts,
  query: Query,
  skill: SkillRow,
  versionIds: readonly string[],
  change: Change,
): Promise<void> {
  if (versionIds.length === 0) return;
  await holdSkill(query, skill);
  const rows = await query
    .selectFrom("market_versions")
    .select(["id", "state", "held_by"])
    .where("id", "in", versionIds)
    .execute();
  const steps = Map.groupBy(rows, (row) => `${row.state} ${row.held_by}`);
  const after: ReviewState[] = [];
  for (const [first, ...others] of steps.values())
    if (first !== undefined)
      after.push(await changeAlike(ports, query, skill, [first, ...others], change));
  await refreshSkill(ports, query, skill.id);
  if ([...after, ...rows.map(({ state }) => state)].includes("quarantined"))
    await refreshPublisher(ports, query, skill.publisher);
}

/** The versions of a skill that others may get, or are to get when somebody has looked at them. */
export const OFFERED = ["listed", "yanked", "in-review"] as const;

/**
 * Takes versions of many skills into quarantine, of one skill after the other: whoever asks for something else does not
 * wait until all of them are done. What is done stays done when the rest fails, and can be asked for again.
 */
export async function quarantineOf(
  ports: MarketPorts,
  skillIds: readonly string[],
  isMeant: (version: Pick<VersionRow, "signature" | "created_at">) => boolean,
  change: Omit<Change, "event">,
): Promise<void> {
  for (const skillId of skillIds)
    await ports.database.query.transaction().execute(async (transaction) => {
      const skill = await transaction
        .selectFrom("market_skills")
        .selectAll()
        .where("id", "=", skillId)
        .executeTakeFirst();
      if (skill === undefined) return;
      await holdSkill(transaction, skill);
      const versions = await transaction
        .selectFrom("market_versions")
        .select(["id", "signature", "created_at"])
        .where("skill_id", "=", skillId)
        .where("state", "in", OFFERED)
        .execute();
      const ids = versions.filter(isMeant).map(({ id }) => id);
      await changeStates(ports, transaction, skill, ids, { ...change, event: "quarantine" });
    });
}

type Held = Pick<VersionRow, "id" | "state" | "held_by">;

/** Versions that are in the same state, held by the same. */
async function changeAlike(
  ports: MarketPorts,
  query: Query,
  { id: skillId, publisher, slug }: SkillRow,
  [before, ...others]: readonly [Held, ...Held[]],
  { event, by, actor, reason }: Change,
): Promise<ReviewState> {
  const state = nextState(before.state, event, by);
  if (by === "publisher") checkNotHeld(before, event);
  const ids = [before, ...others].map(({ id }) => id);
  await query
    .updateTable("market_versions")
    .set({ state, held_by: holderAfter(before, event, by) })
    // What is listed again is under no notice any more.
    .$if(state === "listed", (versions) => versions.set({ notice: null }))
    .where("id", "in", ids)
    .execute();
  const fullName = toFullName(publisher, slug);
  const line = { actor, event, skillId, fullName, from: before.state, to: state, reason };
  await logVersions(ports, query, line, ids);
  if (before.state === "in-review")
    await settleAppeals(query, ids, state, { reason, at: timestampAt(ports.clock) });
  return state;
}

export async function changeState(
  ports: MarketPorts,
  query: Query,
  skill: SkillRow,
  versionId: string,
  change: Change,
): Promise<VersionRow> {
  await changeStates(ports, query, skill, [versionId], change);
  return await versionRow(query, versionId);
}

/** A write that changes nothing makes others wait for the skill until the transaction is done. */
export async function holdSkill(query: Query, { id }: Pick<SkillRow, "id">): Promise<void> {
  await query
    .updateTable("market_skills")
    .set((set) => ({ versions: set.ref("versions") }))
    .where("id", "=", id)
    .execute();
}

/** What is decided of a version answers those who appealed for it. */
async function settleAppeals(
  query: Query,
  versionIds: readonly string[],
  state: ReviewState,
  { reason, at }: { readonly reason: string; readonly at: string },
): Promise<void> {
  await query
    .updateTable("market_reports")
    .set({
      state: state === "listed" ? "upheld" : "dismissed",
      decision: reason,
      decided_at: at,
    })
    .where("version_id", "in", versionIds)
    .where("kind", "=", "appeal")
    .where("state", "=", "open")
    .execute();
}

/**
 * What users have reported, or a publisher appeals for, waits for a person. What a moderator keeps back stays a
 * moderator's, whatever happens to it by itself: a publisher can bring that about, by revoking a key for instance.
 */
function holderAfter({ state, held_by: holder }: Held, event: ReviewEvent, by: Actor): Holder {
  if (event === "flag" && by === "registry") return "reporters";
  if (event === "flag" || event === "appeal") return "moderator";
  return holder === "moderator" && state !== "listed" ? holder : by;
}

/**
 * What a moderator took away or is to look at, a publisher does not bring back, neither by a way round: taken
 * back to a draft, it could be handed in as if nobody had said anything. An appeal asks for that.
 */
function checkNotHeld({ held_by }: Held, event: ReviewEvent): void {
  if (!isHeld(held_by)) return;
  if (event === "unyank")
    throw marketRefusal(marketCodes.forbidden, "A moderator yanked this version.");
  if (event === "withdraw")
    throw marketRefusal(marketCodes.forbidden, "A moderator decides over this version.");
}

async function changeByName(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
  change: Pick<Change, "event" | "reason">,
): Promise<VersionRecord> {
  const found = await findForChange(ports, viewer, name, "maintainer");
  const { id } = await findVersion(ports.database.query, found, version);
  // What a moderator does stays a moderator's, whatever else they are: a publisher does not undo it.
  const isModeration = found.member.isModerator && change.event !== "withdraw";
  const by = isModeration || found.role === undefined ? "moderator" : "publisher";
  if (change.event === "unyank" && by === "publisher") await checkPublisher(ports, found);
  const actor = await actorOf(ports, found.member);
  // Moderators clean up, whatever they did before.
  const wish = by === "moderator" ? {} : { changes: 1 };
  const row = await reserveFor(ports, found.member.userId, wish, async (transaction) => {
    const changed = await changeState(ports, transaction, found.row, id, { ...change, by, actor });
    if (by === "moderator" || changed.state !== "listed") return changed;
    // Reports that came while it was yanked count as if it had been listed.
    return (await flagReported(ports, transaction, found.row, changed)) ?? changed;
  });
  return toVersion(found.row, row);
}

/** Where several say the same of a listed version, it is offered no more until a moderator has looked. */
export async function flagReported(
  ports: MarketPorts,
  query: Query,
  skill: SkillRow,
  { id, state }: Pick<VersionRow, "id" | "state">,
): Promise<VersionRow | undefined> {
  if (state !== "listed") return undefined;
  const count = await countReporters(ports, query, id);
  if (count < ports.settings.reportsToReview) return undefined;
  return await changeState(ports, query, skill, id, {
    event: "flag",
    by: "registry",
    actor: REGISTRY,
    reason: `${count} people have reported it.`,
  });
}

async function checkPublisher({ database }: MarketPorts, { row }: FoundSkill): Promise<void> {
  checkNotBanned(await findPublisher(database.query, row.publisher));
}

export function yank(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
  reason = "",
): Promise<VersionRecord> {
  return changeByName(ports, viewer, name, version, { event: "yank", reason });
}

export function unyank(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
  reason = "",
): Promise<VersionRecord> {
  return changeByName(ports, viewer, name, version, { event: "unyank", reason });
}

export function withdraw(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<VersionRecord> {
  return changeByName(ports, viewer, name, version, { event: "withdraw", reason: "" });
}

/** A draft goes where its audit sends it. */
export async function submit(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<VersionRecord> {
  const found = await findForChange(ports, viewer, name, "publisher");
  await checkPublisher(ports, found);
  const draft = await findVersion(ports.database.query, found, version);
  const { id } = draft;
  // What others got while it was a draft counts as the version before it.
  const { judgement, hold } = await judgeDraft(ports, found.row, draft, found.member.userId);
  const actor = await actorOf(ports, found.member);
  const row = await reserveFor(ports, found.member.userId, { changes: 1 }, async (transaction) => {
    await transaction
      .updateTable("market_versions")
      .set({ semver: judgement === undefined ? null : JSON.stringify(judgement) })
      .where("id", "=", id)
      .where("state", "=", "draft")
      .execute();
    const waiting = await changeState(ports, transaction, found.row, id, {
      event: "submit",
      by: "publisher",
      actor,
      reason: hold ?? "",
    });
    const kept = fromJson<KeptAudit>(waiting.audit);
    const { publisher } = found.row;
    const held = hold ?? (await holdOf(transaction, { ...waiting, publisher }, false));
    const state = stateFor(false, { kept }, held !== undefined);
    if (state === "in-review") return waiting;
    return await changeState(ports, transaction, found.row, id, {
      event: state === "listed" ? "list" : "quarantine",
      by: "registry",
      actor: REGISTRY,
      reason: kept.reason,
    });
  });
  return toVersion(found.row, row);
}

async function judgeDraft(
  ports: MarketPorts,
  skill: SkillRow,
  draft: VersionRow,
  owner: string,
): Promise<{ readonly judgement?: ReleaseJudgement; readonly hold?: string }> {
  if (draft.state !== "draft") return {};
  const files = await filesOf(ports, draft);
  const manifest = files.find(({ path }) => path === "SKILL.md")?.bytes;
  const { version } = draft;
  const module = moduleIn(files);
  const release = { skill, version, manifest: manifest ?? new Uint8Array(), owner };
  const judgement =
    manifest &&
    (await judgeNew(ports, { ...release, ...(module === undefined ? {} : { module }) }));
  const { hold } = decideRelease(ports.settings.semver, version, judgement);
  return {
    ...(judgement === undefined ? {} : { judgement }),
    ...(hold === undefined ? {} : { hold }),
  };
}

const EVENTS: Readonly<Record<ModerationRequest["decision"], ReviewEvent>> = {
  list: "list",
  quarantine: "quarantine",
  review: "flag",
};

export async function moderate(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
  { decision, reason }: ModerationRequest,
): Promise<VersionRecord> {
  const member = requireModerator(viewer);
  if (reason.trim() === "")
    throw marketRefusal(marketCodes.invalid, "A decision needs a reason.", {
      path: ["reason"],
    });
  const found = await findForChange(ports, viewer, name, "owner", { mayBeDeleted: true });
  const { id } = await findVersion(ports.database.query, found, version);
  const actor = await actorOf(ports, member);
  const row = await ports.database.query.transaction().execute((transaction) =>
    changeState(ports, transaction, found.row, id, {
      event: EVENTS[decision],
      by: "moderator",
      actor,
      reason,
    }),
  );
  return toVersion(found.row, row);
}
