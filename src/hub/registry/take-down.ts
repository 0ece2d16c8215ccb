/** Legal notices: a version that one demands is given to nobody, and the notice stands in its place. */
import {
  toFullName,
  type LegalNotice,
  marketCodes,
  marketRefusal,
  type TakedownRequest,
  type TakenDown,
  type Viewer,
} from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { changeStates } from "./change-state.ts";
import { actorOf, findForChange, findVersion } from "./find.ts";
import { logVersions } from "./log.ts";
import { formatNotice } from "./notice.ts";
import type { MarketPorts } from "./ports.ts";
import { requireModerator } from "./viewer.ts";

export async function takeDown(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  { version, claimant, reference, reason }: TakedownRequest,
): Promise<TakenDown> {
  const member = requireModerator(viewer);
  if (claimant.trim() === "" || reason.trim() === "")
    throw marketRefusal(marketCodes.invalid, "A notice names who demands it, and why.");
  const found = await findForChange(ports, viewer, name, "owner", { mayBeDeleted: true });
  const { row: skill } = found;
  const { query } = ports.database;
  const chosen =
    version === undefined
      ? await query
          .selectFrom("market_versions")
          .select(["id", "version"])
          .where("skill_id", "=", skill.id)
          .where("state", "<>", "draft")
          .execute()
      : [await findVersion(query, found, version)];
  const ids = chosen.map(({ id }) => id);
  const actor = await actorOf(ports, member);
  const notice: LegalNotice = {
    claimant,
    ...(reference === undefined ? {} : { reference }),
    reason,
    at: timestampAt(ports.clock),
  };
  const fullName = toFullName(skill.publisher, skill.slug);
  await query.transaction().execute(async (transaction) => {
    if (ids.length === 0) return;
    await transaction
      .updateTable("market_versions")
      .set({ notice: JSON.stringify(notice), held_by: "moderator" })
      .where("id", "in", ids)
      .execute();
    const line = { actor, reason: formatNotice(notice) };
    const given = await transaction
      .selectFrom("market_versions")
      .select("id")
      .where("id", "in", ids)
      .where("state", "<>", "quarantined")
      .execute();
    const change = { ...line, event: "quarantine", by: "moderator" } as const;
    await changeStates(
      ports,
      transaction,
      skill,
      given.map(({ id }) => id),
      change,
    );
    const { id: skillId } = skill;
    await logVersions(ports, transaction, { ...line, event: "takedown", skillId, fullName }, ids);
  });
  return { fullName, versions: chosen.map((one) => one.version), notice };
}
