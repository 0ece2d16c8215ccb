import { toFullName, type ReviewEvent, versionKey } from "../../registry/contract/index.ts";
import type { Offer } from "../../registry/sources/index.ts";
import { type Change, changeStates } from "./change-state.ts";
import { REGISTRY } from "./log.ts";
import type { MarketPorts, Query } from "./ports.ts";
import type { SkillRow, VersionRow } from "./records.ts";

/** A publisher that nobody here can speak for. */
export async function isCopy(query: Query, skill: Pick<SkillRow, "publisher">): Promise<boolean> {
  const row = await query
    .selectFrom("market_publishers")
    .select(["user_id", "team_id"])
    .where("handle", "=", skill.publisher)
    .executeTakeFirst();
  return row?.user_id === null && row.team_id === null;
}

/**
 * Takes copies where their originals are: what the other registry does not give any more is kept from everybody
 * here too, and comes back when it gives it again. What a moderator of this registry decided stays.
 */
export async function followOffers(
  ports: MarketPorts,
  skill: SkillRow,
  offers: readonly Offer[],
  reason = "The registry behind this one does not give it any more.",
): Promise<void> {
  const { query } = ports.database;
  const offered = new Map(offers.map((offer) => [versionKey(offer.version), offer]));
  const rows = await query
    .selectFrom("market_versions")
    .select(["id", "version_key", "state", "held_by"])
    .where("skill_id", "=", skill.id)
    .where("state", "in", ["listed", "yanked", "quarantined"])
    .execute();
  // What comes back and is yanked at once takes its steps in this order.
  const steps = rows
    .flatMap((row) =>
      stepsFor(row, offered.get(row.version_key), reason).map((step) => ({ id: row.id, step })),
    )
    .toSorted((one, other) => ORDER.indexOf(one.step.event) - ORDER.indexOf(other.step.event));
  const alike = Map.groupBy(steps, ({ step }) => `${step.event} ${step.by}`);
  if (alike.size === 0) return;
  await query.transaction().execute(async (transaction) => {
    for (const group of alike.values())
      for (const { step } of group.slice(0, 1))
        await changeStates(
          ports,
          transaction,
          skill,
          group.map(({ id }) => id),
          { ...step, actor: REGISTRY },
        );
  });
}

const ORDER: readonly ReviewEvent[] = ["list", "unyank", "yank", "quarantine"];

type Step = Omit<Change, "actor">;

function stepsFor(
  { state, held_by }: Pick<VersionRow, "state" | "held_by">,
  offer: Offer | undefined,
  reason: string,
): readonly Step[] {
  const isOurs = held_by !== "upstream";
  const step = (event: Step["event"], why: string): Step => ({
    event,
    by: "upstream",
    reason: why,
  });
  const yank = step("yank", "It was yanked where it comes from.");
  const back = "The registry behind this one gives it again.";
  if (state === "quarantined") {
    if (isOurs || offer === undefined) return [];
    return [step("list", back), ...(offer.isYanked === true ? [yank] : [])];
  }
  if (offer === undefined)
    // What was yanked here must not come back as listed.
    return [
      { ...step("quarantine", reason), by: state === "yanked" && isOurs ? "registry" : "upstream" },
    ];
  if (state === "listed") return offer.isYanked === true ? [yank] : [];
  return isOurs || offer.isYanked === true ? [] : [step("unyank", back)];
}

/** Takes copies away whose names the settings do not allow any more. */
export async function narrowCopies(
  ports: MarketPorts,
  isAllowed: (name: string) => boolean,
): Promise<void> {
  const copies = await ports.database.query
    .selectFrom("market_skills")
    .innerJoin("market_publishers", "market_publishers.handle", "market_skills.publisher")
    .selectAll("market_skills")
    .where("market_publishers.user_id", "is", null)
    .where("market_publishers.team_id", "is", null)
    .where("market_skills.deleted_at", "is", null)
    .execute();
  for (const skill of copies)
    if (!namesOf(skill).some(isAllowed))
      await followOffers(ports, skill, [], "The settings of this registry do not allow its name.");
}

function namesOf({ publisher, slug, plain_name }: SkillRow): readonly string[] {
  return [toFullName(publisher, slug), ...(plain_name === null ? [] : [plain_name])];
}
