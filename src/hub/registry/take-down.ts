/** Legal notices: a version that one demands is given to nobody, and the notice stands in its place. */
import {
  fullNameOf,
  type LegalNotice,
  marketCodes,
  marketRefusal,
  type TakedownRequest,
  type TakenDown,
  type Viewer,
} from "../../registry/contract/index.ts";
import { momentOf } from "../accounts/index.ts";
import { changeState } from "./change-state.ts";
import { actorOf, findForChange, findVersion } from "./find.ts";
import { writeLog } from "./log.ts";
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
          .selectAll()
          .where("skill_id", "=", skill.id)
          .where("state", "<>", "draft")
          .execute()
      : [await findVersion(query, found, version)];
  const actor = await actorOf(ports, member);
  const notice: LegalNotice = {
    claimant,
    ...(reference === undefined ? {} : { reference }),
    reason,
    at: momentOf(ports.clock),
  };
  const fullName = fullNameOf(skill.publisher, skill.slug);
  await query.transaction().execute(async (transaction) => {
    for (const { id, version: number } of chosen) {
      const { state } = await transaction
        .selectFrom("market_versions")
        .select("state")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      await transaction
        .updateTable("market_versions")
        .set({ notice: JSON.stringify(notice), held_by: "moderator" })
        .where("id", "=", id)
        .execute();
      const line = { actor, reason: formatNotice(notice) };
      if (state !== "quarantined")
        await changeState(ports, transaction, skill, id, {
          ...line,
          event: "quarantine",
          by: "moderator",
        });
      await writeLog(ports, transaction, {
        ...line,
        event: "takedown",
        skillId: skill.id,
        fullName,
        version: number,
      });
    }
  });
  return { fullName, versions: chosen.map((one) => one.version), notice };
}
