import { failure } from "../../platform/index.ts";
import { accountCodes } from "./diagnostics.ts";
import type { AccountPorts } from "./ports.ts";

/** Teams that one account can be in: a list of them is one answer. */
const MOST_TEAMS = 500;

export async function requireTeamRoom(
  query: AccountPorts["database"]["query"],
  userId: string,
): Promise<void> {
  const found = await query
    .selectFrom("team_members")
    .select(({ fn }) => fn.countAll().as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (Number(found?.total ?? 0) >= MOST_TEAMS)
    throw failure(accountCodes.forbidden, `An account can be in at most ${MOST_TEAMS} teams.`);
}
